package nth.sequencer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import nth.app.AppConfiguration;
import nth.app.Backlog;
import nth.app.BacklogMeters;
import nth.app.KafkaAccess;
import nth.app.NthSettings;
import nth.app.ProcessExit;
import nth.app.Repeated;
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
import nth.trace.RecordTraces;
import nth.trace.TracingConfiguration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts the line together. */
@Configuration(proxyBeanMethods = false)
@Import({AppConfiguration.class, TracingConfiguration.class})
@EnableConfigurationProperties(SequencerSettings.class)
class SequencerConfiguration {

  private static final Duration TRANSACTIONS = Duration.ofSeconds(10);
  private static final Duration PROGRESS = Duration.ofSeconds(1);

  @Bean
  TopicWatch sequencerTopics(
      Admin admin,
      NthSettings nth,
      SequencerSettings settings,
      Changelogs changelogs,
      ProcessExit exit) {
    return new TopicWatch(
        () -> look(admin, nth.topics(), changelogs), exit, settings.topicWatchInterval());
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

  @Bean
  Progress lineProgress(
      Admin admin, KafkaAccess kafka, NthSettings nth, SequencerSettings settings) {
    var log = new KafkaEntriesLog(admin, kafka.consumer());
    return new Progress(
        admin, nth.partitions(), settings.progressPatience(), System::nanoTime, log::mayHoldRecord);
  }

  @Bean
  Repeated lineProgressLooks(Progress lineProgress) {
    return new Repeated("progress-watch", PROGRESS, lineProgress::look);
  }

  /** A stranger's open transaction counts: what stands behind it waits as well. */
  @Bean
  Backlog lineUndecided(Admin admin, KafkaAccess kafka, NthSettings nth) {
    return new Backlog(
        admin,
        kafka.consumer(),
        StreamsSettings.APPLICATION_ID,
        IntStream.range(0, nth.partitions())
            .mapToObj(p -> new TopicPartition(Topics.ENTRIES.name(), p))
            .toList(),
        IsolationLevel.READ_UNCOMMITTED,
        Clock.systemUTC());
  }

  @Bean
  Repeated lineUndecidedLooks(@Qualifier("lineUndecided") Backlog undecided) {
    return new Repeated("undecided-watch", PROGRESS, undecided::look);
  }

  @Bean
  UndecidedHealth lineUndecidedHealthIndicator(@Qualifier("lineUndecided") Backlog undecided) {
    return new UndecidedHealth(undecided);
  }

  @Bean
  LineMeters lineMeters(MeterRegistry meters) {
    return new LineMeters(InstantSource.system(), meters);
  }

  @Bean
  MeterBinder lineUndecidedMeters(@Qualifier("lineUndecided") Backlog undecided) {
    return new BacklogMeters("nth.sequencer.undecided", "Commands", undecided);
  }

  @Bean
  MeterBinder lineGauges(Line line, TransactionWatch transactions) {
    return new LineGauges(line, transactions);
  }

  @Bean
  MeterBinder sequencerTopicMeters(@Qualifier("sequencerTopics") TopicWatch topics) {
    return topics.meters("sequencer");
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
      LineMeters lineMeters,
      ProcessExit exit,
      ApplicationEventPublisher events,
      ObjectProvider<RecordTraces> traces) {
    var log = new KafkaEntriesLog(admin, kafka.consumer());
    var topics = nth.topics();
    var topology =
        SequencerTopology.of(
            log, changelogs, topics.minInsyncReplicas(), lineMeters, traces.getIfAvailable());
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
        lineMeters,
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
