// How the event stands, from whichever source tells it last.

import { learn, now } from './clock.js';
import { call } from './http.js';

export class Promotion {
  state;
  onChange = () => {};
  #path;
  #opening;

  constructor(event) {
    this.#path = `/events/${event}`;
  }

  /**
   * @param streamed frames of a stream are in order; an answer may be older than what is shown
   * @returns whether it says something that was not known
   */
  take(state, streamed = false) {
    learn(state.server_time);
    const known = this.state;
    const older = known && !streamed && state.server_time < known.server_time;
    if (older || known?.phase === 'closed') {
      return false;
    }
    this.state = state;
    this.#awaitOpening(state);
    this.onChange(state);
    return !known || gist(known) !== gist(state);
  }

  /** Without a stream. */
  async look() {
    try {
      const { status, ok, body } = await call('GET', this.#path);
      if (ok && body.phase) {
        const news = this.take(body);
        return { kind: body.phase === 'closed' ? 'closed' : 'there', news };
      }
      return { kind: status === 404 || status === 400 ? 'absent' : 'away', news: false };
    } catch {
      return { kind: 'away', news: false };
    }
  }

  isOpen() {
    return Boolean(this.state) && phase(this.state) === 'open';
  }

  #awaitOpening(state) {
    clearTimeout(this.#opening);
    const ms = Date.parse(state.opens_at) - now();
    if (phase(state) === 'scheduled') {
      // A longer time-out than this would fire at once.
      this.#opening = setTimeout(() => this.#reconsider(state), Math.min(ms + 20, 2 ** 31 - 1));
    }
  }

  #reconsider(state) {
    this.#awaitOpening(state);
    this.onChange(state);
  }
}

/** The opening itself is no news in the log: it comes by the clock. */
export function phase(state) {
  const opened = state.phase === 'scheduled' && Date.parse(state.opens_at) <= now();
  return opened ? 'open' : state.phase;
}

/** The target that the number runs to; after the last one, that. */
export function nextTarget({ targets, entries, winners }) {
  const reached = Math.max(entries ?? 0, 0, ...winners.map(({ seq }) => seq));
  return targets.find((target) => target > reached) ?? targets.at(-1);
}

/**
 * Whether the public number stands still before its target, so as not to tell when to press. Where
 * it would stand no more than one before, it is exact all the same.
 */
export function isHeldBack({ count, entries, targets, winners, phase: told }) {
  const next = nextTarget({ targets, entries, winners });
  return (
    count === 'coarse' &&
    told !== 'closed' &&
    entries < next - 1 &&
    entries >= Math.floor(next * 0.9)
  );
}

/** An opening is no news: it comes by the clock as well. */
function gist(state) {
  return `${phase(state)} ${state.entries} ${state.winners.length}`;
}
