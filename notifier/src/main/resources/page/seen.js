// What this page has seen of the number, as points of a line.

/** When there are more, every second one of the older half goes. */
const MOST_POINTS = 400;

/** Updates come this often at most: the number stood until about so long before the next one. */
const UPDATE_MS = 250;

export class Seen {
  points = [];
  #watched = false;

  /** From here on until the next point, the number may have changed unseen. */
  lookAway() {
    this.#watched = false;
  }

  /** The number y at the time x. A point with a gap is one before which nobody looked. */
  add(x, y) {
    const last = this.points.at(-1) ?? { x: 0, y: 0 };
    const point = { x: Math.max(x, last.x), y, gap: !this.#watched && y !== last.y };
    const watched = this.#watched;
    this.#watched = true;
    if (this.points.length && y === last.y) {
      return;
    }
    if (watched && point.x - last.x > 2 * UPDATE_MS) {
      this.points.push({ x: point.x - UPDATE_MS, y: last.y });
    }
    this.points.push(point);
    this.#thin();
  }

  hasGap() {
    return this.points.some(({ gap }) => gap);
  }

  #thin() {
    if (this.points.length > MOST_POINTS) {
      const older = this.points.splice(0, MOST_POINTS / 2);
      this.points.unshift(...older.map(afterGapOf).filter((_, i) => i % 2 === 1));
    }
  }
}

/** What nobody saw before a point that goes, nobody saw before the next. */
function afterGapOf(point, i, older) {
  return { ...point, gap: Boolean(point.gap || (i % 2 === 1 && older[i - 1].gap)) };
}
