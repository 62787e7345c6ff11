/** Fate of one request: it is never sent, its response is lost, or it gets this response. */
type Fault = 'unsent' | 'unanswered' | (() => Response);

export interface FaultyFetch {
  fetch: typeof fetch;
  /** All requests so far, including faults. */
  requests: { method: string; url: string; headers: Headers }[];
}

/** Creates a network with these faults, one per request, and none afterwards. */
export function faultyFetch(faults: Fault[] = []): FaultyFetch {
  const left = [...faults];
  const requests: FaultyFetch['requests'] = [];
  return {
    requests,
    async fetch(input, init) {
      const { method = 'GET', headers } = init ?? {};
      requests.push({ method, url: String(input), headers: new Headers(headers) });
      const fault = left.shift();
      if (typeof fault === 'function') return fault();
      if (fault === 'unsent') throw new TypeError('fetch failed');
      const response = await fetch(input, init);
      if (fault !== 'unanswered') return response;
      await response.body?.cancel();
      throw new TypeError('fetch failed');
    },
  };
}

/** Creates a problem response with the parts that a client reads. */
export function problem(status: number, code: string, retryAfter?: string): () => Response {
  const body = { type: '', title: '', status, detail: `${code}.`, code, errors: [], requestId: 'req' };
  return () =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'Content-Type': 'application/problem+json',
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      },
    });
}
