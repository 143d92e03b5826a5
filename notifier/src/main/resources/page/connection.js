// How the page is connected, counted down where the next try has a time.

import { say, secondsUntil } from './words.js';

let ticking;

export function showConnection(element, { state, until }) {
  clearInterval(ticking);
  element.dataset.state = state;
  const tell = () => {
    const values = until ? { seconds: secondsUntil(until) } : {};
    element.querySelector('.text').textContent = say(`connection.${state}`, values);
  };
  tell();
  element.tell = tell;
  if (until) {
    ticking = setInterval(tell, 500);
  }
}

document.addEventListener('words', () => document.getElementById('connection').tell?.());
