import type { FastifyRequest } from 'fastify';

/**
 * Whether a form comes from a page of ours. Browsers say so themselves (`Sec-Fetch-Site`); on plain HTTP they name
 * only the origin, and `null` for a page that gives no referrer, as ours do: there the secret in the address is
 * what protects. A client that names neither is no browser, and cannot be led astray by a page.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === undefined && (origin === undefined || origin === 'null')) {
    return true;
  }
  return isOwnPage(request, publicUrl);
}

/**
 * Where a cookie is what protects: the request must say that it comes from our own origin. `null` and silence are
 * refused, since both are what a page of somebody else can bring about.
 */
export function isOwnPage({ headers, protocol }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === new URL(publicUrl).origin || origin === `${protocol}://${headers.host}`;
}
