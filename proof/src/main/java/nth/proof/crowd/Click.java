package nth.proof.crowd;

/**
 * One press of the button.
 *
 * @param key the number in the request's id, or {@link Attempt#NO_KEY}
 * @param door the ingress tried first
 * @param waits whether the decision is waited for
 */
record Click(int person, int key, int door, boolean waits) {

  Click throughOtherDoor() {
    return new Click(person, key, door + 1, waits);
  }
}
