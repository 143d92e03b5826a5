// A browser's EventSource gives up for good on any answer but 200 (429, 503): make a new one.
// It hides the comments that keep a stream alive, so also ask GET /events/{id} every minute: who has
// not heard what that says has lost the stream and needs a new one.
function watch(event, show) {
  let failures = 0;
  const open = () => {
    const source = new EventSource(`/events/${event}/stream`);
    const take = ({ type, data }) => {
      failures = 0;
      show(JSON.parse(data));
      if (type === 'closed') {
        source.close();
      }
    };
    for (const name of ['snapshot', 'update', 'closed']) {
      source.addEventListener(name, take);
    }
    source.onerror = () => {
      source.close();
      const most = Math.min(30_000, 6_000 * 2 ** failures++);
      setTimeout(open, most * (0.2 + 0.8 * Math.random()));
    };
  };
  open();
}

// With fetch a stream can carry headers: a token, or the id after which to go on.
async function listen(event, headers, show) {
  const answer = await fetch(`/events/${event}/entries/me/stream`, { headers });
  if (answer.status !== 200) {
    return answer.headers.get('Retry-After'); // 204: it was heard to the end before
  }
  let rest = '';
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const frames = (rest + part.value).split('\n\n');
    rest = frames.pop();
    for (const frame of frames) {
      const data = frame.match(/^data: ?(.*)$/m)?.[1];
      if (data) {
        show(JSON.parse(data), frame.match(/^id: ?(.*)$/m)?.[1]);
      }
    }
  }
}
