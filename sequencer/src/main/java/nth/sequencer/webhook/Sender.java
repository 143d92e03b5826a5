package nth.sequencer.webhook;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import nth.sequencer.webhook.WebhookLedger.Claim;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/**
 * Sends what is due. One thread asks the ledger and tells it what came of it, so webhooks never
 * take more than one connection from the audit mirror's pool here; meanwhile a few attempts are
 * under way, so a receiver that hangs over one event gets the others.
 */
final class Sender implements SmartLifecycle {

  private static final int AT_A_TIME = 4;
  private static final long LOOK_MS = 1_000;
  private static final long STOP_MS = 3_000;

  private final WebhookLedger ledger;
  private final Endpoint endpoint;
  private final WebhookAlarm alarm;
  private final Step.Hook hook;
  private final Pauses pauses;
  private final Duration lease;
  private final Duration giveUpAfter;

  /** What is left to do, in this order; what throws stays in front. */
  private final BlockingDeque<Runnable> work = new LinkedBlockingDeque<>();

  private int underWay;
  private boolean gone;
  private @Nullable Long looked;
  private volatile @Nullable Thread thread;
  private volatile boolean running;

  Sender(
      WebhookLedger ledger,
      Endpoint endpoint,
      WebhookSettings settings,
      WebhookAlarm alarm,
      Step.Hook hook) {
    this.ledger = ledger;
    this.endpoint = endpoint;
    this.alarm = alarm;
    this.hook = hook;
    pauses = new Pauses(settings.firstPause(), settings.longestPause());
    // Twice: whoever is slow to note an answer should not see another instance send again.
    lease = settings.timeOut().multipliedBy(2);
    giveUpAfter = settings.giveUpAfter();
  }

  /** There may be something to send. */
  void wake() {
    if (work.isEmpty()) {
      work.add(() -> {});
    }
  }

  @Override
  public void start() {
    running = true;
    Thread sending = new Thread(this::run, "webhook-sender");
    sending.setDaemon(true);
    thread = sending;
    sending.start();
  }

  private void run() {
    while (running || underWay > 0) {
      try {
        next();
        while (running && !gone && underWay < AT_A_TIME && send()) {}
        look();
        alarm.working(WebhookAlarm.SENDING);
      } catch (InterruptedException e) {
        return;
      } catch (Throwable e) {
        // There is nobody else who sends: an error is waited out like anything else.
        alarm.waiting(
            WebhookAlarm.SENDING, NestedExceptionUtils.getMostSpecificCause(e).toString());
      }
    }
  }

  /** Not after each of many: it counts all that is open. */
  private void look() {
    long now = System.nanoTime();
    if (looked == null || now - looked >= TimeUnit.MILLISECONDS.toNanos(LOOK_MS)) {
      alarm.standing(ledger.standing());
      looked = now;
    }
  }

  private void next() throws InterruptedException {
    Runnable next = work.poll(LOOK_MS, TimeUnit.MILLISECONDS);
    if (next != null) {
      try {
        next.run();
      } catch (RuntimeException | Error e) {
        work.addFirst(next);
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        throw e;
      }
    }
  }

  private boolean send() {
    Optional<Claim> due = ledger.claim(lease);
    due.ifPresent(
        claim -> {
          hook.after(Step.CLAIMED);
          if (claim.missing() > 0 && claim.attempts() == 1) {
            alarm.withoutItsWins(claim.id(), claim.missing());
          }
          CompletableFuture<Answer> answered = endpoint.post(claim.id(), claim.body());
          underWay++;
          answered
              .exceptionally(fault -> Answer.failed(fault.toString()))
              .thenAccept(answer -> work.add(() -> settle(claim, answer)));
        });
    return due.isPresent();
  }

  private void settle(Claim claim, Answer answer) {
    hook.after(Step.ANSWERED);
    switch (answer.kind()) {
      case DELIVERED -> {
        ledger.delivered(claim);
        alarm.delivered();
      }
      case FAILED -> failed(claim, answer);
      case GONE -> {
        ledger.failed(claim, answer.why(), Duration.ZERO);
        alarm.gone();
        gone = true;
      }
    }
    underWay--;
    hook.after(Step.SETTLED);
  }

  private void failed(Claim claim, Answer answer) {
    if (claim.pausedMs() >= giveUpAfter.toMillis()) {
      if (ledger.givenUp(claim, answer.why())) {
        alarm.givenUp(claim.id(), claim.attempts(), answer.why());
      }
      return;
    }
    Duration pause = pauses.after(claim.attempts(), ThreadLocalRandom.current().nextDouble());
    boolean longer = answer.notBefore().compareTo(pause) > 0;
    if (ledger.failed(claim, answer.why(), longer ? answer.notBefore() : pause)) {
      alarm.failed(claim.id(), answer.why());
    }
  }

  /**
   * What is under way may still end, if it does so soon; else it is sent again at the next start.
   */
  @Override
  public void stop() {
    running = false;
    wake();
    Thread sending = thread;
    if (sending != null) {
      try {
        sending.join(STOP_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      sending.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
