// Requests, and what their answers say.

const PATIENCE_MS = 15_000;

/**
 * @returns {Promise<{status: number, body: object, code: string, retryMs: number, position: string}>}
 *     or a rejection if none came, or half of one; retryMs is NaN where the server names no time
 */
export async function call(method, path, { headers = {}, json, signal } = {}) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(path, {
    method,
    headers: { Accept: 'application/json, application/problem+json', ...headers, ...typed(json) },
    body: json === undefined ? undefined : JSON.stringify(json),
    signal: signal ? firstOf(signal, patience) : patience,
    credentials: 'same-origin',
    cache: method === 'GET' ? 'no-cache' : 'no-store',
  });
  const body = await read(response);
  return {
    status: response.status,
    ok: response.ok,
    body,
    code: body.code ?? '',
    retryMs: 1_000 * Number.parseInt(response.headers.get('Retry-After') ?? '', 10),
    position: new URL(response.headers.get('Location') ?? '', location.href).searchParams.get(
      'position',
    ),
  };
}

/** A gateway's refusal may be of any form. Anything else that is no JSON is no answer. */
async function read(response) {
  if (response.status === 204) {
    return {};
  }
  try {
    return await response.json();
  } catch (fault) {
    if (fault instanceof SyntaxError && !response.ok) {
      return {};
    }
    throw fault;
  }
}

function typed(json) {
  return json === undefined ? {} : { 'Content-Type': 'application/json' };
}

function firstOf(...signals) {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) {
      controller.abort(signal.reason);
    }
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}
