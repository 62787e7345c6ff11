import type { FastifyRequest } from 'fastify';

/**
 * Whether a form comes from a page of ours. Browsers say so themselves (`Sec-Fetch-Site`); on plain HTTP they name
 * only the origin, and `null` for a page that gives no referrer, as ours do: there the secret in the address is
 * what protects. A client that names neither is no browser, and cannot be led astray by a page.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined || origin === 'null') return true;
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}
