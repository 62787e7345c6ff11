import type { FastifyRequest } from 'fastify';

const MACHINES =
  /bot|crawl|spider|scan|preview|prefetch|monitor|headless|curl|wget|python|java\/|go-http|okhttp|axios|node|fetch|http-?client|slurp|facebookexternalhit|whatsapp|telegram|outlook|safelinks|proofpoint|mimecast|barracuda/i;

/**
 * Guesses whether a person views the page: a browser that navigates, does not prefetch and is not named like a bot. Only
 * the number of views depends on it.
 */
export function looksLikePerson(request: FastifyRequest): boolean {
  const { headers } = request;
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || MACHINES.test(agent)) return false;
  if (
    headers['sec-purpose'] !== undefined ||
    headers.purpose === 'prefetch' ||
    headers['x-moz'] !== undefined
  )
    return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined || mode === 'navigate';
}
