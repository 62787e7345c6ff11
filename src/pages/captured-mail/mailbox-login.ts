import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import { seal, unseal } from '../../actions/sending/links/sealed-token.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { acceptsJson } from '../../http/headers/accept.ts';
import { countRefused, getNearestAddress } from '../../http/limits/sign-in-limit.ts';
import { isSameOrigin } from '../../http/server/same-origin.ts';
import type { Authenticator } from '../../http/session/authenticate-key.ts';
import { buildCookieName, isOverHttps, readCookie } from '../../http/session/session-cookie.ts';
import { readForm } from '../form-fields.ts';
import { outboxHeaders } from '../headers.ts';
import { renderOutboxLogin } from './mailbox-page.ts';

type MailRequest = FastifyRequest<{ Params: { id: string; index: string }; Querystring: { page?: string } }>;

/** A request for captured emails, with its caller. */
export interface MailContext {
  deps: Deps;
  caller: Caller;
  request: MailRequest;
  reply: FastifyReply;
}

const COOKIE = 'proffer_outbox';
const COOKIE_SECONDS = 12 * 3600;

/**
 * Requires a key: in the header or, in a browser, in an encrypted cookie that the login form sets. The key must have the
 * write scope, because the emails contain links that can accept quotes.
 */
export function requireKey(
  deps: Deps,
  auth: Authenticator,
  handle: (context: MailContext) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { authorization, accept } = request.headers;
    const isProgram = authorization !== undefined || acceptsJson(accept);
    const caller = isProgram
      ? await authenticateWriter(auth, request)
      : await findWriter(auth, keyFromCookie(deps, request), getNearestAddress(request));
    if (!caller) return sendLoginPage(reply.code(401).header('WWW-Authenticate', 'Bearer'));
    request.caller = caller;
    return handle({ deps, caller, request: request as MailRequest, reply });
  };
}

/** Handles the login form and stores a valid key in a cookie. */
export function logIn(deps: Deps, auth: Authenticator) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const key = isSameOrigin(request, deps.publicUrl()) ? readForm(request)?.key?.trim() : undefined;
    if (!key) return sendLoginPage(reply.code(400), 'required');
    const caller = await findWriter(auth, key, getNearestAddress(request));
    if (!caller) return rejectKey(deps, request, reply);
    request.caller = caller;
    return reply
      .code(303)
      .headers({
        'Set-Cookie': formatCookie(deps, request, sealKey(deps, key), COOKIE_SECONDS),
        Location: '/outbox',
      })
      .send();
  };
}

/** Removes the cookie from the browser. */
export function logOut(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isSameOrigin(request, deps.publicUrl()))
      reply.header('Set-Cookie', formatCookie(deps, request, '', 0));
    return reply.code(303).header('Location', '/outbox').send();
  };
}

async function authenticateWriter(auth: Authenticator, request: FastifyRequest): Promise<Caller> {
  const caller = await auth.authenticate(request);
  request.caller = caller;
  if (caller.canWrite) return caller;
  throw new Problem('forbidden', 'This key is read-only. Use a key with the "write" scope.');
}

async function findWriter(
  auth: Authenticator,
  key: string | undefined,
  address: string,
): Promise<Caller | undefined> {
  const caller = key === undefined ? undefined : await auth.find(key, address);
  return caller?.canWrite ? caller : undefined;
}

async function rejectKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const seconds = await countRefused(deps.countRefused, request, deps.clock());
  if (seconds === undefined) return sendLoginPage(reply.code(401), 'invalid');
  return sendLoginPage(reply.code(429).header('Retry-After', seconds), 'limited');
}

function sendLoginPage(reply: FastifyReply, ...why: Parameters<typeof renderOutboxLogin>): FastifyReply {
  return reply.headers(outboxHeaders).send(renderOutboxLogin(...why));
}

function sealKey({ secret, clock }: Deps, key: string): string {
  return seal(secret, 'outbox', [key, String(clock() + COOKIE_SECONDS * 1000)]);
}

/** Formats the cookie. Browsers accept a `__Host-` cookie only with `Secure` and `Path=/`. */
function formatCookie(deps: Deps, request: FastifyRequest, value: string, seconds: number): string {
  const place = isOverHttps(request, deps.publicUrl()) ? 'Path=/; Secure' : 'Path=/outbox';
  const name = buildCookieName(request, deps.publicUrl(), COOKIE);
  return `${name}=${value}; ${place}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

function keyFromCookie(deps: Deps, request: FastifyRequest): string | undefined {
  const sealed = readCookie(request, buildCookieName(request, deps.publicUrl(), COOKIE));
  const [key, until] = (sealed && unseal(deps, 'outbox', sealed)) || [];
  return Number(until) > deps.clock() ? key : undefined;
}
