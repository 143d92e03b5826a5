// One's own entry: the button, the wait, the number. Whatever happens on the way, every try carries
// the same Idempotency-Key, so that it counts once.

import { backoff, notTogether, sleep } from './backoff.js';
import { call } from './http.js';
import { ofTab } from './storage.js';

const SLOWEST_POLL_MS = 8_000;
const AFTER_CLOSING_MS = 3_000;
const ASKED_AGAIN = 5;
const UNDER_WAY = ['unknown', 'sending', 'retrying', 'limited', 'waiting'];
const FINAL = ['won', 'numbered'];

export class Entry {
  /** {status, seq, ahead, reason, until}; the words for it are in EntryView. */
  now = { status: 'unknown' };
  onChange = () => {};
  onDecided = () => {};
  onForgotten = () => {};
  #path;
  #promotion;
  #store;
  #turn = new AbortController();
  #closedSeen = false;

  /** @param person says who is here, where the page knows: else what is under way has no name */
  constructor(event, promotion, person = () => '') {
    this.#path = `/events/${event}/entries`;
    this.#promotion = promotion;
    this.#store = () => ['nth.entry', event, person()].filter(Boolean).join('.');
  }

  isFinal() {
    return FINAL.includes(this.now.status);
  }

  /**
   * Asks how one stands. Nothing is sent: somebody else may have signed in since the press. They
   * have the button, and whoever pressed has it with the same key.
   */
  resume() {
    const { key, position } = this.#pending();
    this.#is({ status: 'unknown' });
    return this.#begin(async (signal) => {
      await (position ? this.#poll(position, signal) : this.#ask(signal));
      for (let i = 0; key && i < ASKED_AGAIN && this.now.status === 'none'; i++) {
        // What was handed in as the page was left may still be on its way.
        await sleep(notTogether(1_000 * 2 ** i), signal);
        await this.#ask(signal);
      }
    });
  }

  /** The page is left. */
  pause() {
    this.#turn.abort();
  }

  /** Somebody else from here on. */
  forget() {
    this.onForgotten();
    return this.resume();
  }

  ask() {
    return this.#begin((signal) => this.#ask(signal));
  }

  /** Unless something is under way: meanwhile somebody else may have signed in. */
  look() {
    if (!UNDER_WAY.includes(this.now.status)) {
      this.ask();
    }
  }

  press() {
    const key = this.#pending().key ?? newKey();
    this.#remember({ key });
    this.#is({ status: 'sending' });
    return this.#begin((signal) => this.#send(key, signal));
  }

  promotionChanged({ phase }) {
    const { status, reason } = this.now;
    if (status === 'absent') {
      this.#is({ status: 'unknown' });
      this.ask();
    } else if (phase === 'closed' && !this.#closedSeen) {
      this.#closedSeen = true;
      if (status === 'none' || (status === 'refused' && reason !== 'closed')) {
        // All who have no number ask now whether they have one after all.
        setTimeout(() => this.look(), AFTER_CLOSING_MS * Math.random());
      }
    }
  }

  async #begin(work) {
    this.#turn.abort();
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    try {
      await work(signal);
    } catch (fault) {
      if (!signal.aborted) {
        throw fault;
      }
    }
  }

  async #ask(signal) {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#answer('GET', '/me', { signal });
      if (answer && this.#took(answer)) {
        return;
      }
      await sleep(wait(answer, attempt), signal);
    }
  }

  /** Who entered before has a number, also now. Who has none hears it when that is sure. */
  async #askAfterClosing(reason, signal) {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#answer('GET', '/me', { signal });
      if (answer?.code === 'not_entered' || answer?.body.status === 'refused') {
        this.#is({ status: 'refused', reason });
        return;
      }
      if (answer && answer.status !== 202 && this.#took(answer)) {
        return;
      }
      await sleep(wait(answer, attempt), signal);
    }
  }

  /** @returns whether the answer says how one stands */
  #took({ status, body, code }) {
    if (status === 200) {
      this.#decided(body);
    } else if (status === 202) {
      this.#is({ status: 'none' });
    } else if (status === 401) {
      this.#remember({});
      this.#is({ status: 'signed-out' });
    } else if (status === 404) {
      this.#is({ status: code === 'not_entered' ? 'missed' : 'absent' });
    } else if (status === 410) {
      this.#is({ status: 'retired' });
    } else if (status === 400 || status === 403) {
      this.#is({ status: 'refused', reason: code });
    } else {
      return false;
    }
    return true;
  }

  async #send(key, signal) {
    for (let attempt = 0; ; attempt++) {
      const headers = { 'Idempotency-Key': key, Prefer: 'respond-async, wait=1' };
      const answer = await this.#answer('POST', '', { headers, signal });
      if (answer && (await this.#sent(answer, key, signal))) {
        return;
      }
      const ms = wait(answer, attempt);
      const status = answer?.status === 429 ? 'limited' : 'retrying';
      this.#is({ status, reason: answer?.code || 'no_answer', until: Date.now() + ms });
      await sleep(ms, signal);
    }
  }

  /** @returns whether there is nothing more to send */
  async #sent(answer, key, signal) {
    const { status, body, position, code, retryMs } = answer;
    if (status === 202 && position) {
      this.#remember({ key, position });
      await this.#poll(position, signal);
      return true;
    }
    if (status === 409) {
      this.#remember({});
      await this.#askAfterClosing(code, signal);
      return true;
    }
    if (status === 425) {
      this.#remember({});
      this.#is({ status: 'refused', reason: code, until: Date.now() + (retryMs || 0) });
      this.#promotion.look();
      return true;
    }
    if (status === 429 || status >= 500) {
      return false;
    }
    this.#remember({});
    return status === 200 ? (this.#decided(body), true) : this.#took(answer);
  }

  /** Until the line has got to one's place. */
  async #poll(position, signal) {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#answer('GET', `/me?position=${position}`, { signal });
      if (answer?.status === 202) {
        this.#is({ status: 'waiting', ahead: answer.body.ahead });
      } else if (answer?.code === 'not_entered') {
        // The entry at this place is somebody else's, or none.
        this.#remember({});
        return this.#ask(signal);
      } else if (answer && this.#took(answer)) {
        return undefined;
      } else if (!this.isFinal()) {
        this.#is({ status: 'waiting' });
      }
      const ms = Number.isFinite(answer?.retryMs) ? answer.retryMs : 1_000;
      await sleep(notTogether(Math.min(SLOWEST_POLL_MS, ms * 1.3 ** attempt)), signal);
    }
  }

  /** @returns undefined if there is none, and nobody knows whether the question arrived */
  async #answer(method, path, options) {
    const answer = await call(method, this.#path + path, options).catch(() => undefined);
    options.signal.throwIfAborted();
    return answer;
  }

  #decided(decision) {
    this.#remember({});
    if (decision.status === 'decided') {
      const { seq, winner, already } = decision;
      const before = this.isFinal();
      this.#is({ status: winner ? 'won' : 'numbered', seq, already });
      if (!before) {
        this.onDecided();
      }
    } else if (decision.status === 'refused') {
      this.#is({ status: 'refused', reason: decision.reason });
    } else {
      this.#is({ status: 'none' });
    }
  }

  #is(now) {
    this.now = now;
    this.onChange(now);
  }

  #pending() {
    return JSON.parse(ofTab.get(this.#store()) ?? '{}');
  }

  #remember(pending) {
    ofTab.set(this.#store(), JSON.stringify(pending));
  }
}

function wait(answer, attempt) {
  return Number.isFinite(answer?.retryMs) ? notTogether(answer.retryMs) : backoff(attempt);
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
