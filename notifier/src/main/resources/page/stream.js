// One EventSource, re-created on error: a browser gives up for good on any answer but 200. A new one
// cannot send Last-Event-ID; it needs none, for every frame is the whole state.

import { backoff } from './backoff.js';

const FRAMES = ['snapshot', 'update', 'closed'];
const LOOK_MS = 5_000;
const SLEPT_MS = 30_000;
const SILENCE_MS = 45_000;
const GRACE_MS = 3_000;

export class Stream {
  #url;
  #on;
  #source;
  #timer;
  #watch;
  #attempt = 0;
  #heard = 0;

  /**
   * @param on.frame is given each state
   * @param on.state is given {state, until}: how the connection is, and when the next try comes
   * @param on.look asks for the state without a stream: {kind: 'there', news: boolean}, 'closed',
   *     'absent' or 'away'
   */
  constructor(url, on) {
    this.#url = url;
    this.#on = on;
  }

  open() {
    this.#connect();
    this.#watchOver();
    addEventListener('online', this.#again);
  }

  close() {
    removeEventListener('online', this.#again);
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#on = { frame() {}, state() {}, look: async () => ({ kind: 'away' }) };
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource(this.#url);
    this.#source = source;
    this.#on.state({ state: 'connecting' });
    source.onopen = () => this.#on.state({ state: 'live' });
    source.onerror = () => this.#lost(source);
    for (const name of FRAMES) {
      source.addEventListener(name, (event) => this.#take(name, JSON.parse(event.data)));
    }
  }

  #take(name, state) {
    this.#attempt = 0;
    this.#heard = Date.now();
    this.#on.frame(state);
    if (name === 'closed') {
      this.#end('ended');
    }
  }

  #end(state) {
    this.#on.state({ state });
    this.close();
  }

  async #lost(source) {
    if (source !== this.#source) {
      return;
    }
    // The browser would try again by itself where the network failed. It keeps to itself when.
    const refused = source.readyState === EventSource.CLOSED;
    source.close();
    this.#source = undefined;
    const until = Date.now() + backoff(this.#attempt++);
    this.#on.state({ state: 'reconnecting', until });
    this.#timer = setTimeout(this.#again, until - Date.now());
    if (refused) {
      await this.#learnWhy(until);
    }
  }

  /** An EventSource does not say what it was answered. */
  async #learnWhy(until) {
    const { kind } = await this.#on.look();
    if (this.#source) {
      return;
    }
    if (kind === 'closed') {
      this.#end('ended');
    } else if (kind === 'absent') {
      this.#on.state({ state: 'absent', until });
    } else if (kind === 'there') {
      this.#on.state({ state: 'full', until });
    }
  }

  #again = () => {
    if (this.#source?.readyState !== EventSource.OPEN) {
      this.#connect();
    }
  };

  /** Comments keep a stream alive, but a page cannot see them: it looks whether it is deaf. */
  #watchOver() {
    let looked = Date.now();
    this.#heard = Date.now();
    this.#watch = setInterval(() => {
      const now = Date.now();
      const slept = now - looked > SLEPT_MS;
      looked = now;
      if (this.#source?.readyState !== EventSource.OPEN) {
        return;
      }
      if (slept) {
        this.#connect();
      } else if (now - this.#heard > SILENCE_MS) {
        this.#heard = now;
        this.#askWhetherDeaf(now);
      }
    }, LOOK_MS);
  }

  async #askWhetherDeaf(asked) {
    const { news } = await this.#on.look();
    if (news) {
      setTimeout(() => {
        if (this.#source && this.#heard <= asked) {
          this.#connect();
        }
      }, GRACE_MS);
    }
  }
}
