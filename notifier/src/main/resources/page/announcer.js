// Says one's own result to those who listen, once, also when the page is loaded again.

import { ofTab } from './storage.js';

export class Announcer {
  #key;
  #element = document.getElementById('announcer');

  constructor(event) {
    this.#key = `nth.said.${event}`;
  }

  /** @param what names the result: what was said once is not said again */
  say(what, text) {
    if (ofTab.get(this.#key) !== what) {
      ofTab.set(this.#key, what);
      this.#element.textContent = text;
    }
  }

  /** Until there is something to say; what was said stays said. */
  fallSilent() {
    this.#element.textContent = '';
  }

  /** Somebody else listens from here on. */
  forget() {
    this.fallSilent();
    ofTab.remove(this.#key);
  }
}
