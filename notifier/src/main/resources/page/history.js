// Entries over time, as far as this page has seen them.

import { now } from './clock.js';
import { nextTarget, phase } from './promotion.js';
import { number, say, timeOfDay } from './words.js';

/** When there are more, every second one of the older half goes. */
const MOST_POINTS = 400;
const HEADROOM = 1.08;
const dark = matchMedia('(prefers-color-scheme: dark)');

export class History {
  #canvas;
  #chart;
  #points = [];
  #state;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#chart = new window.Chart(canvas, configuration());
    dark.addEventListener('change', () => this.#recolour());
    document.addEventListener('words', () => this.#draw());
    this.#recolour();
    setInterval(() => this.#draw(), 1_000);
  }

  show(state) {
    this.#state = state;
    const entries = state.total_entries ?? state.entries;
    if (entries !== null) {
      const x =
        state.phase === 'closed' ? Date.parse(state.closed_at) : Date.parse(state.server_time);
      this.#add({ x: Math.max(x, this.#points.at(-1)?.x ?? 0), y: entries });
    }
    this.#draw();
  }

  #add(point) {
    if (this.#points.at(-1)?.y === point.y) {
      return;
    }
    this.#points.push(point);
    if (this.#points.length > MOST_POINTS) {
      this.#points = this.#points.filter((_, i) => i > MOST_POINTS / 2 || i % 2 === 0);
    }
  }

  #draw() {
    const state = this.#state;
    if (!state || document.hidden) {
      return;
    }
    const last = this.#points.at(-1);
    const closed = phase(state) === 'closed';
    // Nobody was before the opening: the one point in the past that is known.
    const start = { x: Date.parse(state.opens_at), y: 0 };
    const seen = this.#points.filter(({ x }) => x >= start.x);
    const line = seen.length && phase(state) !== 'scheduled' ? [start, ...seen] : [];
    if (last && !closed && line.length) {
      line.push({ x: Math.max(now(), last.x), y: last.y });
    }
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

  #say(state, last) {
    const told = phase(state);
    const hidden = state.count === 'hidden' && told !== 'closed';
    const text = say(
      hidden ? 'history.hidden' : told === 'scheduled' ? 'history.scheduled' : 'history.seen',
    );
    const first = this.#points.find(({ x }) => x >= Date.parse(state.opens_at));
    const late = first?.y > 0;
    const note = hidden || late || told === 'scheduled' ? text : '';
    document.getElementById('history-note').textContent = note;
    const label = last ? say('history.label', { entries: last.y }) : text;
    this.#canvas.setAttribute('aria-label', label);
  }

  #recolour() {
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
          ticks: { ...ticks, align: 'inner', callback: (x) => timeOfDay(x) },
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

/** The way from the opening to the first number that this page was told. */
function unseen({ p0DataIndex, p1 }) {
  return p0DataIndex === 0 && p1.parsed.y > 0 ? [2, 6] : undefined;
}

/** A time axis without a library for dates: both ends and what lies evenly between. */
function spread(axis) {
  const parts = axis.width > 480 ? 4 : 2;
  const step = (axis.max - axis.min) / parts;
  axis.ticks = Array.from({ length: parts + 1 }, (_, i) => ({ value: axis.min + i * step }));
}

function whole(value) {
  return Number.isInteger(value) ? number(value) : '';
}
