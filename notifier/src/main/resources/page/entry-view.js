// One's own entry in words. Only what the server answered to this person is shown as a win.

import { number, say, secondsUntil } from './words.js';

const part = (selector) => document.querySelector(selector);
const BUSY = ['sending', 'retrying', 'limited', 'waiting'];
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
      this.#pressed = true;
      entry.press();
    });
    document.addEventListener('words', () => this.show());
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
        return [say(`mine.${status}`, values), already && this.#pressed ? say('mine.already') : say(`mine.${status}.detail`, values)];
      case 'none':
        return [say(`mine.none.${phase}`), say(`mine.none.${phase}.detail`)];
      case 'waiting':
        return [say('mine.waiting'), ahead === undefined ? say('mine.waiting.detail') : say('mine.ahead', { n: ahead })];
      case 'retrying':
        return [say(`mine.retrying.${reason === 'outcome_unknown' ? reason : 'unavailable'}`), say('mine.retrying.detail', values)];
      case 'limited':
        return [say('mine.limited'), say('mine.limited.detail', values)];
      case 'refused':
        return this.#refusal(reason);
      default:
        return [say(`mine.${status}`), say(`mine.${status}.detail`)];
    }
  }

  #refusal(reason) {
    if (reason === 'not_started' && this.#promotion.isOpen()) {
      return [say('mine.none.open'), say('mine.none.open.detail')];
    }
    const known = ['not_started', 'closed', 'event_not_found'].includes(reason) ? reason : 'other';
    return [say(`mine.refused.${known}`), say(`mine.refused.${known}.detail`)];
  }

  #showButton({ status, reason }) {
    const button = part('#enter');
    const mayTry = status === 'none' || (status === 'refused' && reason !== 'closed');
    button.disabled = !(mayTry && this.#promotion.isOpen());
    button.hidden = this.#entry.isFinal() || ['signed-out', 'missed', 'absent'].includes(status)
      || this.#promotion.state?.phase === 'closed' && !BUSY.includes(status);
    button.setAttribute('aria-busy', String(BUSY.includes(status)));
  }

  #announce({ status, seq, reason }) {
    const told = this.#entry.isFinal() || (this.#pressed && RESULTS.includes(status));
    if (told) {
      const [verdict, detail] = this.#words();
      this.#announcer.say(`${status} ${seq ?? reason ?? ''}`, `${verdict} ${detail}`);
    }
  }
}

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
