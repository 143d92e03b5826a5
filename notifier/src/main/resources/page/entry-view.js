// One's own entry in words. Only what the server answered to this person is shown as a win.

import { number, say, secondsUntil } from './words.js';

const part = (selector) => document.querySelector(selector);
const BUSY = ['sending', 'retrying', 'limited', 'waiting'];
const NOTHING_TO_PRESS = ['signed-out', 'missed', 'retired', 'absent'];
const RESULTS = ['won', 'numbered', 'refused', 'missed'];

export class EntryView {
  #entry;
  #promotion;
  #announcer;
  #pressed = false;
  #ticking;

  constructor(entry, promotion, announcer) {
    this.#entry = entry;
    this.#promotion = promotion;
    this.#announcer = announcer;
    part('#enter').addEventListener('click', () => {
      if (!isBusy(entry.now)) {
        this.#pressed = true;
        entry.press();
      }
    });
    document.addEventListener('words', () => this.show());
  }

  /** Nothing of what was said here is for whoever comes now. */
  forget() {
    this.#pressed = false;
    this.#announcer.forget();
  }

  show() {
    const now = this.#entry.now;
    const mine = part('#mine');
    mine.dataset.status = now.status;
    mine.dataset.seq = now.seq ?? '';
    part('#entry').dataset.status = now.status;
    const seq = mine.querySelector('.seq');
    seq.hidden = now.seq === undefined;
    seq.textContent = now.seq === undefined ? '' : number(now.seq);
    this.#tell();
    this.#showButton(now);
    this.#announce(now);
    clearInterval(this.#ticking);
    if (now.until) {
      this.#ticking = setInterval(() => this.#tell(), 500);
    }
  }

  #tell() {
    const [verdict, detail] = this.#words();
    put(part('#mine .verdict'), verdict);
    put(part('#mine .detail'), detail);
  }

  #words() {
    const { status, reason, seq, ahead, already, until } = this.#entry.now;
    const values = { seq, seconds: until ? secondsUntil(until) : 0 };
    const phase = this.#promotion.isOpen() ? 'open' : (this.#promotion.state?.phase ?? 'unknown');
    switch (status) {
      case 'won':
      case 'numbered':
        return [say(`mine.${status}`, values), this.#aboutNumber(status, already, values)];
      case 'none':
        return [say(`mine.none.${phase}`), say(`mine.none.${phase}.detail`)];
      case 'waiting':
        return [
          say('mine.waiting'),
          ahead === undefined ? say('mine.waiting.detail') : say('mine.ahead', { n: ahead }),
        ];
      case 'retrying':
        return [say(`mine.retrying.${doubt(reason)}`), say('mine.retrying.detail', values)];
      case 'limited':
        return [say('mine.limited'), say('mine.limited.detail', values)];
      case 'refused':
        return this.#refusal(reason);
      default:
        return [say(`mine.${status}`), say(`mine.${status}.detail`)];
    }
  }

  #aboutNumber(status, already, values) {
    return already && this.#pressed && status === 'numbered'
      ? say('mine.already')
      : say(`mine.${status}.detail`, values);
  }

  #refusal(reason) {
    if (reason === 'not_started' && this.#promotion.isOpen()) {
      return [say('mine.none.open'), say('mine.none.open.detail')];
    }
    const known = ['not_started', 'closed', 'event_not_found'].includes(reason) ? reason : 'other';
    return [say(`mine.refused.${known}`), say(`mine.refused.${known}.detail`)];
  }

  /** While it is at work it keeps the focus: a disabled button would lose it. */
  #showButton({ status, reason }) {
    const button = part('#enter');
    const busy = isBusy({ status });
    const mayTry = status === 'none' || (status === 'refused' && reason !== 'closed');
    button.disabled = !busy && !(mayTry && this.#promotion.isOpen());
    button.setAttribute('aria-disabled', String(busy || button.disabled));
    button.setAttribute('aria-busy', String(busy));
    const over = this.#entry.isFinal() || NOTHING_TO_PRESS.includes(status);
    const hidden = over || (this.#promotion.state?.phase === 'closed' && !busy);
    if (hidden && document.activeElement === button) {
      part('#entry').focus({ preventScroll: true });
    }
    button.hidden = hidden;
  }

  #announce({ status, seq, reason }) {
    const told = this.#entry.isFinal() || (this.#pressed && RESULTS.includes(status));
    if (told) {
      const [verdict, detail] = this.#words();
      this.#announcer.say(gist({ status, seq, reason }), `${verdict} ${detail}`);
    } else if (status === 'unknown') {
      this.#announcer.fallSilent();
    }
  }
}

/** Who came too late has missed it: that is one piece of news. */
function gist({ status, seq, reason }) {
  return reason === 'closed' ? 'missed' : `${status} ${seq ?? reason ?? ''}`.trim();
}

/** Without an answer nobody knows either. */
function doubt(reason) {
  return ['outcome_unknown', 'no_answer'].includes(reason) ? 'outcome_unknown' : 'unavailable';
}

function isBusy({ status }) {
  return BUSY.includes(status);
}

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
