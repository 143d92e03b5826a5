// The board: how the event stands, the number, and the winners as they fall.

import { now } from './clock.js';
import { isHeldBack, nextTarget, phase } from './promotion.js';
import { countdown, moment, number, say } from './words.js';

const ROLL_MS = 240;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const part = (id) => document.getElementById(id);

export class PromotionView {
  #state;
  #shown = 0;
  #rolling;

  constructor(event) {
    part('title').textContent = event;
    document.title = `${event} · nth`;
    document.addEventListener('words', () => this.#render());
    setInterval(() => this.#tick(), 250);
  }

  show(state) {
    this.#state = state;
    part('stage').dataset.known = true;
    this.#render();
  }

  #render() {
    if (!this.#state) {
      return;
    }
    this.#tick();
    this.#showCount(this.#state);
    this.#showTarget(this.#state);
    this.#showWinners(this.#state);
  }

  #tick() {
    const state = this.#state;
    if (!state) {
      return;
    }
    const told = phase(state);
    const element = part('state');
    element.dataset.phase = told;
    part('stage').dataset.phase = told;
    fit(part('countdown'), countdown(Date.parse(state.opens_at) - now()));
    put(
      element.querySelector('.phase'),
      told === 'closed' ? say(`closed.${state.cause}`) : say(told),
    );
    put(element.querySelector('.when'), this.#when(state, told));
  }

  #when(state, told) {
    if (told === 'scheduled') {
      return say('scheduled.when', { time: moment(state.opens_at) });
    }
    if (told === 'closed') {
      return say('closed.when', { time: moment(state.closed_at) });
    }
    if (!state.closes_at) {
      return '';
    }
    const left = countdown(Date.parse(state.closes_at) - now());
    return say('open.until', { left, time: moment(state.closes_at) });
  }

  #showCount({ entries, total_entries: total, count, phase: told, ...rest }) {
    const known = total ?? entries;
    const element = part('count');
    element.dataset.value = known ?? '';
    const heldBack = isHeldBack({ entries, count, phase: told, ...rest });
    part('count-about').textContent = heldBack ? say('count.about') : '';
    part('count-mode').textContent =
      told === 'closed' ? '' : say(heldBack ? 'count.held' : `count.${count}`);
    element.classList.toggle('untold', known === null);
    if (known === null) {
      cancelAnimationFrame(this.#rolling);
      fit(part('count'), say('count.untold'));
    } else {
      this.#roll(known);
    }
  }

  /** From the number that is shown to the new one, quickly. */
  #roll(to) {
    cancelAnimationFrame(this.#rolling);
    const from = this.#shown;
    const begun = performance.now();
    const step = (time) => {
      const share =
        calm.matches || document.hidden ? 1 : Math.min(1, Math.max(0, time - begun) / ROLL_MS);
      this.#shown = Math.round(from + (to - from) * share);
      fit(part('count'), number(this.#shown));
      if (share < 1) {
        this.#rolling = requestAnimationFrame(step);
      }
    };
    step(begun + (from === to ? ROLL_MS : 0));
  }

  #showTarget(state) {
    const { targets, winners, entries, total_entries: total } = state;
    const next = nextTarget(state);
    const closed = phase(state) === 'closed';
    const allFallen = winners.length === targets.length;
    const fate = allFallen ? 'won' : closed ? 'missed' : 'next';
    part('target').textContent = say(`target.${fate}`, { target: next });
    part('fallen').textContent =
      targets.length > 1
        ? say('winners.fallen', { fallen: winners.length, all: targets.length })
        : '';
    this.#showProgress(state, Math.min(1, (total ?? entries ?? 0) / next));
  }

  #showProgress(state, reached) {
    const progress = part('progress');
    progress.classList.toggle('untold', state.entries === null && phase(state) !== 'closed');
    progress.classList.toggle('held', isHeldBack(state));
    progress.style.setProperty('--reached', reached);
    if (state.entries === null) {
      progress.removeAttribute('aria-valuenow');
    } else {
      progress.setAttribute('aria-valuenow', Math.round(reached * 100));
    }
  }

  #showWinners({ winners, phase: told }) {
    const list = part('winners');
    const missing = [...winners]
      .reverse()
      .filter(({ seq }) => !list.querySelector(`[data-seq="${seq}"]`));
    list.prepend(...missing.map((winner) => row(winner)));
    // What scrolls must be within reach of the keyboard.
    list.removeAttribute('tabindex');
    if (list.scrollHeight > list.clientHeight) {
      list.tabIndex = 0;
    }
    const note = told === 'closed' ? 'winners.none' : 'winners.yet';
    part('winners-note').textContent = winners.length ? say('winners.masked') : say(note);
    for (const item of list.children) {
      item.querySelector('.number').textContent = say('winners.number', {
        number: Number(item.dataset.seq),
      });
    }
  }
}

function row({ seq, user }) {
  const item = document.createElement('li');
  item.dataset.seq = seq;
  const label = document.createElement('span');
  label.className = 'number';
  const name = document.createElement('span');
  name.className = 'user';
  name.textContent = user;
  item.append(label, name);
  return item;
}

/** As large as the space allows. */
function fit(element, text) {
  put(element, text);
  element.closest('.number').style.setProperty('--characters', Math.max(3, text.length));
}

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
