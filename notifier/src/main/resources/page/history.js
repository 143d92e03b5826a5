// Entries over time, as far as this page has seen them.

import { now } from './clock.js';
import { nextTarget, phase } from './promotion.js';
import { Seen } from './seen.js';
import { number, say, timeOfDay } from './words.js';

const A_MOMENT_MS = 2_000;
const HEADROOM = 1.08;
const dark = matchMedia('(prefers-color-scheme: dark)');

export class History {
  #canvas;
  #chart;
  #seen = new Seen();
  #state;

  constructor(canvas) {
    this.#canvas = canvas;
    dark.addEventListener('change', () => this.#recolour());
    document.addEventListener('words', () => this.#draw());
    setInterval(() => this.#draw(), 1_000);
  }

  show(state) {
    this.#state = state;
    const entries = state.total_entries ?? state.entries;
    if (entries !== null) {
      // Nobody was before the opening.
      this.#seen.add(Math.max(time(state), Date.parse(state.opens_at)), entries);
    }
    this.#draw();
  }

  /** The connection: without one nothing is seen. */
  connected({ state }) {
    if (state !== 'live' && state !== 'ended') {
      this.#seen.lookAway();
    }
  }

  /** The library that draws may come late or never; everything else does without. */
  #canDraw() {
    if (!this.#chart && window.Chart) {
      this.#chart = new window.Chart(this.#canvas, configuration());
      this.#recolour();
    }
    this.#canvas.closest('figure').hidden = !this.#chart;
    return Boolean(this.#chart);
  }

  #draw() {
    const state = this.#state;
    if (!state || document.hidden || !this.#canDraw()) {
      return;
    }
    const line = this.#line(state);
    const last = this.#seen.points.at(-1);
    this.#chart.data.datasets[0].data = line;
    this.#chart.data.datasets[1].data = line.length
      ? [line[0], line.at(-1)].map(({ x }) => ({ x, y: nextTarget(state) }))
      : [];
    const { x, y } = this.#chart.options.scales;
    Object.assign(x, { min: line[0]?.x, max: line.at(-1)?.x });
    y.max = Math.max(nextTarget(state), last?.y ?? 0) * HEADROOM;
    this.#canvas.parentElement.hidden = !line.length;
    this.#chart.update('none');
    this.#say(state, last);
  }

  /** From the opening, where the number is known, until now or the closing. */
  #line(state) {
    const { points } = this.#seen;
    const told = phase(state);
    if (!points.length || told === 'scheduled') {
      return [];
    }
    const line = [{ x: Date.parse(state.opens_at), y: 0 }, ...points];
    const { x, y } = line.at(-1);
    return told === 'closed' ? line : [...line, { x: Math.max(now(), x), y }];
  }

  #say(state, last) {
    const told = phase(state);
    const hidden = state.count === 'hidden' && told !== 'closed';
    const text = say(
      hidden ? 'history.hidden' : told === 'scheduled' ? 'history.scheduled' : 'history.seen',
    );
    const note = hidden || told === 'scheduled' || this.#seen.hasGap() ? text : '';
    document.getElementById('history-note').textContent = note;
    const label = last ? say('history.label', { entries: last.y }) : text;
    this.#canvas.setAttribute('aria-label', label);
  }

  #recolour() {
    if (!this.#chart) {
      return;
    }
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const [entries, target] = this.#chart.data.datasets;
    entries.borderColor = colour('--accent');
    entries.backgroundColor = colour('--accent-wash');
    target.borderColor = colour('--ink-soft');
    for (const scale of Object.values(this.#chart.options.scales)) {
      scale.ticks.color = colour('--ink-soft');
      scale.grid.color = colour('--line');
      scale.border.color = colour('--line');
    }
    this.#chart.update('none');
  }
}

/** When it was so: a closing that was heard as it happened stands in line with what came before. */
function time({ closed_at: closed, server_time: told }) {
  const long = closed && Date.parse(told) - Date.parse(closed) > A_MOMENT_MS;
  return Date.parse(long ? closed : told);
}

/** Dotted where nobody looked. */
function unseen({ chart, p1DataIndex }) {
  return chart.data.datasets[0].data[p1DataIndex]?.gap ? [2, 6] : undefined;
}

function configuration() {
  const ticks = { maxTicksLimit: 5, maxRotation: 0, includeBounds: false, font: { size: 12 } };
  return {
    type: 'line',
    data: {
      datasets: [
        { data: [], fill: true, borderWidth: 2.5, pointRadius: 0, segment: { borderDash: unseen } },
        { data: [], borderWidth: 1.5, borderDash: [4, 5], pointRadius: 0 },
      ],
    },
    options: {
      animation: false,
      events: [],
      parsing: false,
      normalized: true,
      responsive: true,
      maintainAspectRatio: false,
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: {
          type: 'linear',
          grid: { display: false },
          border: {},
          afterBuildTicks: spread,
          ticks: { ...ticks, align: 'inner', callback: second },
        },
        y: {
          beginAtZero: true,
          grid: {},
          border: { display: false },
          ticks: { ...ticks, callback: whole },
        },
      },
    },
  };
}

/** A time axis without a library for dates: both ends and what lies evenly between. */
function spread(axis) {
  const parts = axis.width > 480 ? 4 : 2;
  const step = (axis.max - axis.min) / parts;
  axis.ticks = Array.from({ length: parts + 1 }, (_, i) => ({ value: axis.min + i * step }));
}

/** In a short race the next tick may be in the same second: that is said once. */
function second(x, i, ticks) {
  const text = timeOfDay(x);
  return i && timeOfDay(ticks[i - 1].value) === text ? '' : text;
}

function whole(value) {
  return Number.isInteger(value) ? number(value) : '';
}
