// How long to wait before the next try. Ten thousand pages lose their stream in the same moment:
// they must not come back in the same one.

const FIRST_MS = [1_000, 6_000];
const LONGEST_MS = 30_000;

/** The first wait is anywhere in its span; each one after it is about twice as long, spread as much. */
export function backoff(attempt, random = Math.random) {
  const [least, most] = FIRST_MS;
  const ceiling = Math.min(LONGEST_MS, most * 2 ** attempt);
  const floor = attempt === 0 ? least : ceiling / 2;
  return Math.round(floor + (ceiling - floor) * random());
}

/** A little later than told, so that those who were told the same do not act together. */
export function notTogether(ms, random = Math.random) {
  return Math.round(ms + Math.min(3_000, 250 + ms / 2) * random());
}

/** Rejects with the signal's reason if that comes first. */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
