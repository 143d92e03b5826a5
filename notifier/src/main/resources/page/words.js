// Everything the page says, in one catalogue per language.

import { backoff, sleep } from './backoff.js';
import { ofBrowser } from './storage.js';

const LANGUAGES = { en: 'English', ko: '한국어' };
const REMEMBERED = 'nth.language';

let language = 'en';
let catalogue = {};
let plurals;
let numbers;

/** What somebody chose here before, else the first of the browser's languages that there is. */
export function preferred() {
  const wanted = [ofBrowser.get(REMEMBERED), ...navigator.languages];
  return wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
}

export async function speak(chosen) {
  catalogue = await read(chosen);
  language = chosen;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-words]')) {
    element.textContent = say(element.dataset.words);
  }
  document.dispatchEvent(new Event('words'));
}

/** Without words there is no page: it keeps trying, and keeps the words that it has. */
async function read(chosen) {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(new URL(`words.${chosen}.json`, import.meta.url));
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      return await answer.json();
    } catch {
      await sleep(backoff(attempt));
    }
  }
}

/** The button that says, in its own words, the language to change to. */
export function offerTheOther(button) {
  const other = () => Object.keys(LANGUAGES).find((tag) => tag !== language);
  const label = () => {
    button.textContent = LANGUAGES[other()];
    button.lang = other();
  };
  document.addEventListener('words', label);
  button.addEventListener('click', () => {
    ofBrowser.set(REMEMBERED, other());
    speak(other());
  });
}

/** `{name}` stands for a value; a key with `.one` and `.other` is chosen by the value n. */
export function say(key, values = {}) {
  const form = 'n' in values ? `${key}.${plurals.select(values.n)}` : key;
  const text = catalogue[form] ?? catalogue[`${key}.other`] ?? catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => worded(values[name]));
}

function worded(value) {
  return typeof value === 'number' ? numbers.format(value) : String(value);
}

export function number(value) {
  return numbers.format(value);
}

/** A moment as a clock on the wall here shows it, with the offset that it is in. */
export function moment(instant) {
  const parts = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  };
  const format = new Intl.DateTimeFormat(language, {
    ...parts,
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  const offset = (text) => (text === 'GMT' ? 'UTC+00:00' : text.replace('GMT', 'UTC'));
  return format
    .formatToParts(new Date(instant))
    .map(({ type, value }) => (type === 'timeZoneName' ? offset(value) : value))
    .join('');
}

export function timeOfDay(instant) {
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' }).format(
    instant,
  );
}

/** 1:02:03, and days before it where there are some. */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const days = Math.floor(seconds / 86_400);
  const two = (value) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3_600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days ? `${say('days', { n: days })} ${clock}` : clock;
}

/** Whole seconds that are left, at least one. */
export function secondsUntil(time) {
  return Math.max(1, Math.ceil((time - Date.now()) / 1_000));
}
