// One stream for all tabs of an event, since a browser opens no more than six connections to an
// HTTP/1.1 origin, for all tabs together. Whichever visible tab holds the event's lock listens and
// tells the others. A hidden tab neither listens nor waits; it only hears that the person has changed.

import { Stream } from './stream.js';

/** Tabs of other events also need connections, and every tab needs some for its requests. */
const STREAMS_IN_A_BROWSER = 4;

export class SharedStream {
  #event;
  #on;
  #channel;
  #stay;
  #leading = false;
  #last = {};

  /** @param on as in Stream, and on.told: another tab has called tell() */
  constructor(event, on) {
    this.#event = event;
    this.#on = on;
    const rejoin = () => (document.hidden ? this.leave() : this.join());
    document.addEventListener('visibilitychange', rejoin);
    addEventListener('pageshow', () => {
      this.#tune();
      rejoin();
    });
    addEventListener('pagehide', () => {
      this.leave();
      this.#channel?.close();
      this.#channel = undefined;
    });
    this.#tune();
  }

  /** Also where there is no stream: somebody else may sign in when all is over. */
  #tune() {
    if (!this.#channel) {
      this.#channel = new BroadcastChannel(`nth.${this.#event}`);
      this.#channel.onmessage = ({ data }) => this.#hear(data);
    }
  }

  join() {
    if (document.hidden) {
      this.#on.state({ state: 'asleep' });
      return;
    }
    if (this.#stay || this.#last.state?.state === 'ended') {
      return;
    }
    this.#stay = new AbortController();
    if (!navigator.locks) {
      // Without TLS a page has no locks: every tab has its own stream.
      this.#listen(this.#stay.signal);
      return;
    }
    this.#channel?.postMessage({ hello: true });
    this.#hold(`nth.stream.${this.#event}`, this.#stay.signal, () => this.#lead());
  }

  /** What it knew is out of date from here on: nobody may be told it as news. */
  leave() {
    this.#stay?.abort();
    this.#stay = undefined;
    this.#leading = false;
    if (this.#last.state?.state !== 'ended') {
      this.#last = {};
      this.#on.state({ state: 'asleep' });
    }
  }

  /** Says to the other tabs that one's `number` or the `person` has changed, but not to what. */
  tell(own) {
    this.#channel?.postMessage({ own });
  }

  #hear({ hello, own, state, frame }) {
    if (own) {
      this.#on.told(own);
    } else if (hello && this.#leading) {
      this.#channel.postMessage(this.#last);
    } else if (this.#stay && !this.#leading) {
      this.#show({ state, frame });
    }
  }

  #show({ state, frame }) {
    if (frame) {
      this.#last.frame = frame;
      this.#on.frame(frame);
    }
    if (state) {
      this.#last.state = state;
      this.#on.state(state);
    }
  }

  #publish(news) {
    this.#show(news);
    this.#channel?.postMessage(news);
  }

  async #lead() {
    if (!this.#stay || this.#last.state?.state === 'ended') {
      return;
    }
    const { signal } = this.#stay;
    this.#leading = true;
    const slots = Array.from({ length: STREAMS_IN_A_BROWSER }, (_, i) => `nth.connection.${i}`);
    const work = () => this.#listen(signal);
    for (const slot of slots) {
      if (await this.#hold(slot, signal, work, true)) {
        return;
      }
    }
    this.#publish({ state: { state: 'waiting' } });
    await this.#holdAny(slots, signal, work);
  }

  #listen(signal) {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      this.#leading = true;
      const stream = new Stream(`/events/${this.#event}/stream`, {
        frame: (frame) => this.#publish({ frame }),
        state: (state) => {
          this.#publish({ state });
          if (state.state === 'ended') {
            resolve();
          }
        },
        look: this.#on.look,
      });
      signal.addEventListener('abort', () => {
        stream.close();
        resolve();
      });
      stream.open();
    });
  }

  /** @returns whether the lock was had; the work is over then */
  async #hold(name, signal, work, ifAvailable = false) {
    const options = ifAvailable ? { ifAvailable } : { signal };
    try {
      return await navigator.locks.request(name, options, async (lock) => {
        if (lock && !signal.aborted) {
          await work();
        }
        return Boolean(lock);
      });
    } catch (fault) {
      if (signal.aborted) {
        return true;
      }
      throw fault;
    }
  }

  /** Waits for all of them and keeps the first. */
  async #holdAny(names, signal, work) {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    signal.addEventListener('abort', stop);
    const first = async () => {
      if (!waiting.signal.aborted) {
        stop();
        await work();
      }
    };
    await Promise.allSettled(
      names.map((name) => navigator.locks.request(name, { signal: waiting.signal }, first)),
    );
  }
}
