const PROBE_MS = 4_000;

/**
 * Requests a URL and returns one header of the response: `null` if it has none, `undefined` if nothing responds. Redirects
 * are not followed, because links to customers are not either.
 */
export async function probeService(url: string, header: string): Promise<string | null | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' });
    await reply.body?.cancel();
    return reply.headers.get(header);
  } catch {
    return undefined;
  }
}
