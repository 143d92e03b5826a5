// Says one's own result to those who listen, once, also when the page is loaded again.

export class Announcer {
  #key;
  #element = document.getElementById('announcer');

  constructor(event) {
    this.#key = `nth.said.${event}`;
  }

  /** @param what names the result: what was said once is not said again */
  say(what, text) {
    if (sessionStorage.getItem(this.#key) !== what) {
      sessionStorage.setItem(this.#key, what);
      this.#element.textContent = text;
    }
  }
}
