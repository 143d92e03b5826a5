package nth.proof.stage;

/** A process that tells what time it is, twenty times a second. */
final class Waits {

  public static void main(String[] args) throws InterruptedException {
    Object nobodyNotifies = new Object();
    synchronized (nobodyNotifies) {
      while (true) {
        System.out.println(System.currentTimeMillis());
        nobodyNotifies.wait(50);
      }
    }
  }

  private Waits() {}
}
