// The organiser's corner: a person to be, an event to define, a crowd, the audit, the payments.

import { call } from './http.js';
import { number, say } from './words.js';

const PERSON = 'nth-demo-person';
const LOOK_MS = 500;
const part = (id) => document.getElementById(id);

/** Must come before anything is asked in a person's name. */
export function nameThisPerson() {
  const named = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${PERSON}=`));
  if (!named) {
    be(`guest-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`);
  }
  part('who').value = person();
}

function be(name) {
  document.cookie = `${PERSON}=${name}; SameSite=Strict; Path=/`;
}

export function person() {
  return document.cookie.match(`(?:^|; )${PERSON}=([^;]*)`)?.[1] ?? '';
}

export function show(event, watched) {
  part('organiser').hidden = false;
  part('define-event').value = `try-${Math.floor(Date.now() / 1_000)}`;
  part('who-form').addEventListener('submit', (submitted) => {
    submitted.preventDefault();
    be(part('who').value);
    watched?.entry.forget();
    watched?.stream.tell('person');
  });
  part('define-form').addEventListener('submit', define);
  for (const id of ['rush-form', 'close', 'audit-load']) {
    const element = part(id);
    (element.closest('.card') ?? element).hidden = !event;
  }
  if (event) {
    new Corner(event, watched.promotion);
  }
}

async function define(submitted) {
  submitted.preventDefault();
  const event = part('define-event').value;
  const done = await ask('POST', '/organiser/events', {
    event_id: event,
    targets: part('define-targets').value.split(',').map(Number),
    opens_at: instant(part('define-opens').value),
    closes_at: instant(part('define-closes').value),
    close_when_won: part('define-close-when-won').checked,
    count: part('define-count').value,
  });
  if (done) {
    location.assign(`/?event=${event}`);
  }
}

function instant(local) {
  return local ? new Date(local).toISOString() : null;
}

/** @returns the body, or undefined after it was said why there is none */
async function ask(method, path, json) {
  const note = part('organiser-note');
  note.textContent = '';
  try {
    const { ok, body, status } = await call(method, path, { json });
    if (ok) {
      return body;
    }
    note.textContent = say('organiser.failed', {
      reason: body.detail ?? body.code ?? String(status),
    });
  } catch {
    note.textContent = say('organiser.failed', { reason: say('organiser.no-answer') });
  }
  return undefined;
}

class Corner {
  #path;
  #promotion;
  #rush;
  #audit;

  constructor(event, promotion) {
    this.#path = `/organiser/events/${event}`;
    this.#promotion = promotion;
    part('rush-form').addEventListener('submit', (submitted) => {
      submitted.preventDefault();
      this.#start();
    });
    part('rush-stop').addEventListener('click', () => ask('DELETE', `${this.#path}/rush`));
    part('close').addEventListener('click', () => this.#close());
    part('audit-load').addEventListener('click', () => this.#load());
    document.addEventListener('words', () => this.#render());
    this.#render();
  }

  #render() {
    this.#showRush();
    this.#showAudit();
  }

  async #start() {
    const size = {
      people: part('rush-people').valueAsNumber,
      seconds: part('rush-seconds').valueAsNumber,
    };
    this.#rush = (await ask('POST', `${this.#path}/rush`, size)) ?? this.#rush;
    this.#showRush();
    while (this.#rush?.running) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { ok, body } = await call('GET', `${this.#path}/rush`).catch(() => ({}));
      this.#rush = ok ? body : { ...this.#rush, running: ok === undefined };
      this.#showRush();
    }
  }

  #showRush() {
    const rush = this.#rush;
    const running = Boolean(rush?.running);
    part('rush').dataset.running = running;
    part('rush').textContent = rush
      ? say(running ? 'rush.running' : 'rush.done', rush)
      : say('rush.idle');
    part('rush-start').disabled = running;
    part('rush-stop').disabled = !running;
  }

  async #close() {
    const state = await ask('POST', `${this.#path}/close`);
    if (state) {
      await this.#promotion.look();
      await this.#load();
    }
  }

  async #load() {
    const audit = await ask('GET', `${this.#path}/audit`);
    const payments = audit && (await ask('GET', `${this.#path}/payments`));
    this.#audit = payments ? { ...audit, payments } : this.#audit;
    this.#showAudit();
  }

  #showAudit() {
    if (!this.#audit) {
      return;
    }
    const { winners, closing, payments } = this.#audit;
    const tables = [];
    if (winners.length) {
      tables.push(
        table(
          'winners',
          ['seq', 'user_id', 'position', 'determined_at', 'dedup_id', 'request_id'],
          winners,
        ),
      );
    }
    if (payments.length) {
      tables.push(table('payments', ['seq', 'user_id', 'state', 'reference', 'why'], payments));
    }
    if (closing) {
      tables.push(table('closing', ['cause', 'total_entries', 'closed_at', 'position'], [closing]));
    }
    part('audit').replaceChildren(...(tables.length ? tables : [say('audit.empty')]));
  }
}

function table(name, columns, rows) {
  const element = document.createElement('table');
  element.createCaption().textContent = say(`audit.${name}`);
  const head = element.createTHead().insertRow();
  for (const column of columns) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = say(`audit.${column}`);
    head.append(cell);
  }
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const column of columns) {
      const value = row[column] ?? '';
      line.insertCell().textContent = typeof value === 'number' ? number(value) : value;
    }
  }
  return element;
}
