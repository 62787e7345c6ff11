import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent from a page of this service. Browsers send `Sec-Fetch-Site`. On plain HTTP they send only the
 * origin, which is `null` for pages without a referrer, such as ours; there the secret in the URL is the protection. A
 * client that sends neither is not a browser, so no foreign page can make it send the form.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === undefined && (origin === undefined || origin === 'null')) {
    return true;
  }
  return isFromOwnPage(request, publicUrl);
}

/**
 * Whether the request states that it comes from our own origin. Use this check where a cookie is the protection: a page of
 * another site can cause an origin of `null` or none at all, so both are rejected.
 */
export function isFromOwnPage({ headers, protocol }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === new URL(publicUrl).origin || origin === `${protocol}://${headers.host}`;
}
