// What belongs together on the page, and when each part is told.

import { Announcer } from './announcer.js';
import { showConnection } from './connection.js';
import { Entry } from './entry.js';
import { EntryView } from './entry-view.js';
import { History } from './history.js';
import { Promotion } from './promotion.js';
import { PromotionView } from './promotion-view.js';
import { SharedStream } from './tabs.js';
import { offerTheOther, preferred, speak } from './words.js';

const EVENT = /^[a-z0-9][a-z0-9-]{0,63}$/;

const event = new URLSearchParams(location.search).get('event') ?? '';
const chosen = EVENT.test(event);
const withOrganiser = document.documentElement.dataset.organiser === 'true';

function watch(person) {
  const promotion = new Promotion(event);
  const history = new History(document.getElementById('history'));
  const view = new PromotionView(event);
  const entry = new Entry(event, promotion, person);
  const entryView = new EntryView(entry, promotion, new Announcer(event));
  const connection = document.getElementById('connection');
  const stream = new SharedStream(event, {
    frame: (state) => promotion.take(state, true),
    state: (state) => {
      showConnection(connection, state);
      history.connected(state);
    },
    look: () => promotion.look(),
    told: (own) => (own === 'person' ? entry.forget() : document.hidden || entry.ask()),
  });

  promotion.onChange = (state) => {
    view.show(state);
    history.show(state);
    entry.promotionChanged(state);
    entryView.show();
  };
  entry.onChange = () => entryView.show();
  entry.onDecided = () => stream.tell('number');
  entry.onForgotten = () => entryView.forget();
  addEventListener('pagehide', () => entry.pause());
  addEventListener('pageshow', ({ persisted }) => persisted && entry.resume());
  document.addEventListener('visibilitychange', () => document.hidden || entry.look());

  promotion.look();
  entry.resume();
  stream.join();
  return { promotion, entry, stream };
}

await speak(preferred());
offerTheOther(document.getElementById('language'));
document.dispatchEvent(new Event('words'));
document.getElementById('event').value = event;
document.getElementById(chosen ? 'stage' : 'chooser').hidden = false;
document.getElementById('connection').hidden = !chosen;
const organiser = withOrganiser ? await import('./organiser.js') : undefined;
organiser?.nameThisPerson();
const watched = chosen ? watch(organiser?.person) : undefined;
organiser?.show(event, watched);
