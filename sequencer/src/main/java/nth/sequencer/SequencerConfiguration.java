package nth.sequencer;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.app.AppConfiguration;
import nth.app.KafkaAccess;
import nth.app.NthSettings;
import nth.app.ProcessExit;
import nth.app.TopicWatch;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.topology.Changelogs;
import nth.sequencer.topology.HangingTransactions;
import nth.sequencer.topology.KafkaEntriesLog;
import nth.sequencer.topology.LineClients;
import nth.sequencer.topology.LocalState;
import nth.sequencer.topology.Rehearsal;
import nth.sequencer.topology.SequencerTopology;
import nth.sequencer.topology.StopPolicy;
import nth.sequencer.topology.StoreMemory;
import nth.sequencer.topology.StreamsSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts the line together. */
@Configuration(proxyBeanMethods = false)
@Import(AppConfiguration.class)
@EnableConfigurationProperties(SequencerSettings.class)
class SequencerConfiguration {

  private static final Duration TRANSACTIONS = Duration.ofSeconds(10);
  private static final Duration PROGRESS = Duration.ofSeconds(1);

  /**
   * @param interval shorter in tests only, and therefore no documented setting
   */
  @Bean
  TopicWatch sequencerTopics(
      Admin admin,
      NthSettings settings,
      Changelogs changelogs,
      ProcessExit exit,
      @Value("${nth.sequencer.topic-watch-interval:30s}") Duration interval) {
    return new TopicWatch(() -> look(admin, settings.topics(), changelogs), exit, interval);
  }

  private static Topics.Findings look(Admin admin, TopicSettings settings, Changelogs changelogs)
      throws ExecutionException, InterruptedException {
    var found = Topics.verifyWithInternal(admin, settings, Changelogs.NAMES);
    List<String> faults = new ArrayList<>(found.faults());
    faults.addAll(changelogs.faults());
    return new Topics.Findings(found.missing(), List.copyOf(faults), found.ids());
  }

  @Bean
  Changelogs changelogs(Admin admin, KafkaAccess kafka, NthSettings settings) {
    return new Changelogs(admin, settings.topics(), kafka.consumer());
  }

  @Bean
  LineOpening lineOpening(
      Admin admin,
      NthSettings settings,
      @Qualifier("sequencerTopics") TopicWatch watch,
      Changelogs changelogs,
      ProcessExit exit) {
    return new LineOpening(admin, settings.topics(), watch, changelogs, exit);
  }

  @Bean
  TransactionWatch lineTransactions(Admin admin, KafkaAccess kafka, SequencerSettings settings) {
    var patience = settings.transactionTimeout().plus(TRANSACTIONS);
    return new TransactionWatch(
        new HangingTransactions(admin, kafka.consumer(), patience, System::nanoTime));
  }

  /** From the start on: the line itself waits for their end when it opens. */
  @Bean
  Repeated lineTransactionLooks(TransactionWatch lineTransactions) {
    return new Repeated("transaction-watch", TRANSACTIONS, lineTransactions::look);
  }

  /**
   * @param patience shorter in tests only, and therefore no documented setting
   */
  @Bean
  Progress lineProgress(
      Admin admin,
      KafkaAccess kafka,
      NthSettings nth,
      @Value("${nth.sequencer.progress-patience:10s}") Duration patience) {
    var log = new KafkaEntriesLog(admin, kafka.consumer());
    return new Progress(admin, nth.partitions(), patience, System::nanoTime, log::mayHoldRecord);
  }

  @Bean
  Repeated lineProgressLooks(Progress lineProgress) {
    return new Repeated("progress-watch", PROGRESS, lineProgress::look);
  }

  @Bean
  StoreMemory lineStoreMemory(SequencerSettings settings) {
    return new StoreMemory(settings.storeMemory().toBytes());
  }

  @Bean
  Line line(
      LineOpening opening,
      Admin admin,
      Changelogs changelogs,
      KafkaAccess kafka,
      NthSettings nth,
      SequencerSettings settings,
      StoreMemory memory,
      MeterRegistry meters,
      ProcessExit exit,
      ApplicationEventPublisher events) {
    var log = new KafkaEntriesLog(admin, kafka.consumer());
    var topics = nth.topics();
    var topology = SequencerTopology.of(log, changelogs, topics.minInsyncReplicas());
    var streams =
        StreamsSettings.of(kafka.streams(), topics, settings.stateDir(), settings.timeouts());
    memory.bound(streams);
    var clients = new LineClients(settings.acceptCreateTime());
    return new Line(
        opening,
        () -> new KafkaStreams(topology, new StreamsConfig(streams), clients),
        rehearsal(topics, settings),
        new LocalState(settings.stateDir()),
        new StopPolicy(Clock.systemUTC()),
        meters,
        exit,
        events);
  }

  /** Where nobody can stand by, whoever starts is needed at once. */
  private static Runnable rehearsal(TopicSettings topics, SequencerSettings settings) {
    return topics.replicationFactor() > 1 ? new Rehearsal(settings.stateDir()) : () -> {};
  }

  @Bean
  LineHealth lineHealthIndicator(Line line, Progress lineProgress) {
    return new LineHealth(line, lineProgress);
  }
}
