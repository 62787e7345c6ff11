/** What becomes of one request: it never arrives, its response is lost, or this is the response. */
type Fault = 'unsent' | 'unanswered' | (() => Response);

export interface FaultyFetch {
  fetch: typeof fetch;
  /** What was asked for so far, faults included. */
  requests: { method: string; url: string; headers: Headers }[];
}

/** A network with these faults, one for each request, and none from then on. */
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

/** A response of the service, as far as a client looks at it. */
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
