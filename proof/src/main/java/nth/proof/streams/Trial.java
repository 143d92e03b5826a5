package nth.proof.streams;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import nth.proof.stage.StageException;
import nth.proof.stage.StageOptions;
import nth.proof.stage.Studio;

/**
 * Both sides on one machine, one after the other with the same listeners, in turn as the first; the
 * one whose turn it is not has nothing to do.
 */
public final class Trial {

  private static final int SHORTEST_PAUSE_MS = 20;
  private static final int BEAT_MS = 250;
  private static final int TIMES_TO_FILL_THE_VIEW = 15;
  private static final Duration GONE_LIMIT = Duration.ofSeconds(60);

  private final Setting setting;
  private final PrintWriter out;
  private final Random random;
  private final List<Lap> laps = new ArrayList<>();
  private final Map<Kind, Map<Side, Heard>> heard = new EnumMap<>(Kind.class);
  private final Map<Side, Memory> idle = new EnumMap<>(Side.class);

  public Trial(Setting setting, PrintWriter out) {
    this.setting = setting;
    this.out = out;
    this.random = new Random(setting.seed());
  }

  /**
   * @param bareCommand of this program, which runs the bare server on the port it is given
   * @throws StageException if it came to no figures
   */
  public StreamsReport run(Path folder, StageOptions options, String bareCommand)
      throws InterruptedException {
    try (Studio studio = Studio.start(folder, options, bareCommand);
        Results results = new Results(studio);
        Network network = new Network()) {
      studio.awaitReady();
      List<Contest> contests =
          setting.kinds().stream()
              .map(
                  kind ->
                      new Contest(kind, new NthVoice(kind, studio, results), new BareVoice(studio)))
              .toList();
      warmUp(contests, network);
      for (int lap = 1; lap <= setting.laps(); lap++) {
        for (Contest contest : contests) {
          for (Voice voice : contest.inTurn(lap)) {
            laps.add(lap(contest, voice, lap, network));
          }
        }
      }
      return new StreamsReport(setting, idle, laps, heard, stop(contests.get(0).nth(), network));
    }
  }

  private record Contest(Kind kind, NthVoice nth, BareVoice bare) {
    List<Voice> inTurn(int lap) {
      return lap % 2 == 1 ? List.of(nth, bare) : List.of(bare, nth);
    }
  }

  private void warmUp(List<Contest> contests, Network network) throws InterruptedException {
    say("warm-up");
    contests.get(0).nth().fillTheView(setting.streams(), TIMES_TO_FILL_THE_VIEW);
    for (Contest contest : contests) {
      for (Voice voice : contest.inTurn(1)) {
        voice.prepare(setting.streamsOfWarmUp());
        try (Ears ears = new Ears(network, voice, setting.streamsOfWarmUp())) {
          ears.open();
          for (int i = 0; i < setting.roundsOfWarmUp(); i++) {
            tell(contest, voice, ears, Heard.nothing());
          }
          close(voice, ears, Heard.nothing());
        }
        awaitNobody(voice);
      }
    }
    for (Voice voice : contests.get(0).inTurn(1)) {
      idle.put(voice.side(), memory(voice));
    }
  }

  private Lap lap(Contest contest, Voice voice, int number, Network network)
      throws InterruptedException {
    say("lap %d: %s, %s streams".formatted(number, voice.side(), contest.kind().text()));
    Heard heardHere =
        heard
            .computeIfAbsent(contest.kind(), kind -> new EnumMap<>(Side.class))
            .computeIfAbsent(voice.side(), side -> Heard.nothing());
    voice.prepare(setting.streams());
    Ears.Opening opening;
    Memory open;
    try (Ears ears = new Ears(network, voice, setting.streams())) {
      opening = ears.open();
      tellWithPauses(contest, voice, ears, setting.discardedOfALap(), Heard.nothing());
      tellWithPauses(contest, voice, ears, setting.roundsOfALap(), heardHere);
      open = memory(voice);
      close(voice, ears, heardHere);
    }
    awaitNobody(voice);
    return new Lap(contest.kind(), voice.side(), number, opening, open, memory(voice));
  }

  /** So that public news come at any moment of the beat. */
  private void tellWithPauses(Contest contest, Voice voice, Ears ears, int rounds, Heard heardHere)
      throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      TimeUnit.MILLISECONDS.sleep(SHORTEST_PAUSE_MS + random.nextInt(BEAT_MS));
      tell(contest, voice, ears, heardHere);
    }
  }

  private static void tell(Contest contest, Voice voice, Ears ears, Heard heardHere)
      throws InterruptedException {
    Round round = ears.expect(voice.lastId());
    long told = voice.tell();
    ears.awaitHeard(round);
    heardHere.add(told, round);
    contest.bare().repeat(round.words());
  }

  private Memory memory(Voice voice) throws InterruptedException {
    return Memory.of(voice.part().pid(), setting.looks());
  }

  private static void close(Voice voice, Ears ears, Heard heardHere) throws InterruptedException {
    Round round = ears.expect(voice.lastId());
    long told = voice.close();
    ears.awaitHeard(round);
    heardHere.closings().add(told, round.heardAtNanos());
    ears.awaitEnd();
  }

  private Stop stop(NthVoice nth, Network network) throws InterruptedException {
    say("stop");
    nth.prepare(setting.streams());
    try (Ears ears = new Ears(network, nth, setting.streams())) {
      ears.open();
      long begin = System.nanoTime();
      int exitCode = nth.part().terminate().orElseThrow();
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      ears.awaitEnd();
      return new Stop(took, exitCode);
    }
  }

  private static void awaitNobody(Voice voice) throws InterruptedException {
    long end = System.nanoTime() + GONE_LIMIT.toNanos();
    for (int left = voice.listeners(); left > 0; left = voice.listeners()) {
      if (System.nanoTime() > end) {
        throw new StageException(
            "%d streams of %s are still there %d s after all have gone."
                .formatted(left, voice.side(), GONE_LIMIT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private void say(String what) {
    out.println(what);
    out.flush();
  }
}
