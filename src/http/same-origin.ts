import type { FastifyRequest } from 'fastify';

/**
 * Whether a form comes from a page of ours. Browsers say so themselves (`Sec-Fetch-Site`); older ones name the
 * origin. A client that names neither is no browser, and cannot be led astray by a page.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}
