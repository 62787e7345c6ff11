import type { FastifyRequest } from 'fastify';
import { SESSION_MS } from '../../actions/people/sessions.ts';

const NAME = 'proffer_session';

/** Adds the `__Host-` prefix over https, so that no subdomain and no plain http page can set the cookie. */
export function buildCookieName(
  request: Pick<FastifyRequest, 'protocol'>,
  publicUrl: string,
  name: string,
): string {
  return isOverHttps(request, publicUrl) ? `__Host-${name}` : name;
}

export function isOverHttps(request: Pick<FastifyRequest, 'protocol'>, publicUrl: string): boolean {
  return publicUrl.startsWith('https:') || request.protocol === 'https';
}

/** Reads the session token from the cookie. It is not validated. */
export function readSessionToken(request: FastifyRequest, publicUrl: string): string | undefined {
  return readCookie(request, buildCookieName(request, publicUrl, NAME));
}

export function formatSessionCookie(request: FastifyRequest, publicUrl: string, token: string): string {
  return formatCookie(request, publicUrl, NAME, token, SESSION_MS / 1000);
}

/** State that a sign-in keeps from one page to the next in a cookie. The code that sets the cookie seals its value. */
export type StepName = 'second' | 'passkey' | 'oidc' | 'link' | 'device';

export function formatStepCookie(
  request: FastifyRequest,
  publicUrl: string,
  name: StepName,
  value: string,
  seconds: number,
): string {
  return formatCookie(request, publicUrl, `proffer_${name}`, value, seconds);
}

export function readStepCookie(
  request: FastifyRequest,
  publicUrl: string,
  name: StepName,
): string | undefined {
  return readCookie(request, buildCookieName(request, publicUrl, `proffer_${name}`));
}

const PREFERENCE_SECONDS = 365 * 86_400;

/** A cookie with something that a person chose for this browser. It opens nothing. */
export function formatPreferenceCookie(
  request: FastifyRequest,
  publicUrl: string,
  name: 'columns',
  value: string,
): string {
  return formatCookie(request, publicUrl, `proffer_${name}`, value, PREFERENCE_SECONDS);
}

export function readPreferenceCookie(
  request: FastifyRequest,
  publicUrl: string,
  name: 'columns',
): string | undefined {
  return readCookie(request, buildCookieName(request, publicUrl, `proffer_${name}`));
}

export function formatEndedSessionCookie(request: FastifyRequest, publicUrl: string): string {
  return formatCookie(request, publicUrl, NAME, '', 0);
}

function formatCookie(
  request: FastifyRequest,
  publicUrl: string,
  name: string,
  value: string,
  seconds: number,
): string {
  const named = `${buildCookieName(request, publicUrl, name)}=${value}`;
  const secure = isOverHttps(request, publicUrl) ? '; Secure' : '';
  return `${named}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}${secure}`;
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes(name)) return undefined;
  for (const part of cookie.split(';')) {
    const pair = part.trim();
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1) || undefined;
  }
  return undefined;
}
