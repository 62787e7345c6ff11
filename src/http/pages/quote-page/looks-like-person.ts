import type { FastifyRequest } from 'fastify';

const MACHINES =
  /bot|crawl|spider|scan|preview|prefetch|monitor|headless|curl|wget|python|java\/|go-http|okhttp|axios|node|fetch|http-?client|slurp|facebookexternalhit|whatsapp|telegram|outlook|safelinks|proofpoint|mimecast|barracuda/i;

/**
 * Whether a person seems to look, as well as that can be told: a browser that navigates, neither ahead of time nor
 * by the name of a machine. Nothing but the count of looks depends on it.
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
