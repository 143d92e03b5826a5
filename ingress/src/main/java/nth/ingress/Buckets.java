package nth.ingress;

import reactor.core.publisher.Mono;

/** Buckets of one kind, one for each owner; a bucket nobody has asked for yet is full. */
interface Buckets {

  /** Takes a token, if there is one. */
  Mono<Level> take(String owner);

  /** Says whether there is one. */
  Mono<Level> look(String owner);

  /** Takes a token even if there is none: what is owed has to be regained first. */
  Mono<Void> charge(String owner);
}
