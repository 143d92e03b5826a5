package nth.proof.stage;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A process that tells what time it is, twenty times a second. */
final class Waits {

  public static void main(String[] args) throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Condition never = lock.newCondition();
    lock.lock();
    while (true) {
      System.out.println(System.currentTimeMillis());
      never.await(50, TimeUnit.MILLISECONDS);
    }
  }

  private Waits() {}
}
