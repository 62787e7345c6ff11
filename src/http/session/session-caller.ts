import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import {
  type Access,
  findSession,
  type OpenSession,
  recordAccountUse,
} from '../../actions/people/sessions.ts';
import { withAccountNames } from '../../actions/people/signed-in.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import { isFromOwnPage } from '../server/same-origin.ts';
import { formatSessionCookie, readSessionToken } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose session a page was requested with, for the log. */
    userId: string | null;
  }
}

/** Finds the session of this browser, if there is one. */
export async function findOpenSession(deps: Deps, request: FastifyRequest): Promise<OpenSession | undefined> {
  const token = readSessionToken(request, deps.publicUrl());
  const session = token === undefined ? undefined : await findSession(deps, token, deps.clock());
  request.userId = session?.user.id ?? null;
  return session;
}

/** Finds the session for a page of the console. The reply gets a new cookie when the token is rotated. */
export async function findSignedIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const visitor = await findOpenSession(deps, request);
  if (!visitor) return undefined;
  if (visitor.newToken) {
    reply.header('Set-Cookie', formatSessionCookie(request, deps.publicUrl(), visitor.newToken));
  }
  return withAccountNames(deps, visitor);
}

/**
 * Creates the caller for a signed-in user whose request concerns no account. It has no rights in any; limits and repeats
 * are counted and stored with the oldest account of the user.
 */
function createPersonCaller(visitor: OpenSession): Caller {
  const { id, name } = visitor.user;
  const accountId = visitor.roles.map((entry) => entry.accountId).sort()[0];
  if (accountId === undefined) throw sessionEnded('You no longer belong to any account.');
  return {
    ...{ accountId, keyId: id, canWrite: false, canDraft: false, automation: false },
    ...{ seesCosts: false, mayApprove: false, role: 'reader', visitor },
    actor: { type: 'user', id, name },
  };
}

/** Creates the caller for a signed-in user in one of their accounts. */
function createSessionCaller(visitor: OpenSession, entry: OpenSession['roles'][number]): Caller {
  const { id, name } = visitor.user;
  const { accountId, role, seesCosts, mayApprove } = entry;
  return {
    accountId,
    keyId: id,
    canWrite: role !== 'reader',
    canDraft: role !== 'reader',
    automation: false,
    seesCosts,
    mayApprove,
    actor: { type: 'user', id, name },
    role,
    visitor,
  };
}

/**
 * Finds the caller by the session cookie. Returns `undefined` if a key is needed, because there is no session cookie or
 * because the request has an `Authorization` header.
 */
export function findSessionCaller(
  deps: Deps,
  request: FastifyRequest,
  isOfAccount = true,
): Promise<Caller> | undefined {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined || cookie === undefined || !deps.config.console) return undefined;
  const token = readSessionToken(request, deps.publicUrl());
  return token === undefined ? undefined : findTokenCaller(deps, request, { token, isOfAccount });
}

async function findTokenCaller(
  deps: Deps,
  request: FastifyRequest,
  { token, isOfAccount }: { token: string; isOfAccount: boolean },
): Promise<Caller> {
  const visitor = await findSession(deps, token, deps.clock());
  if (!visitor) throw sessionEnded('The session has ended. Sign in again.');
  // A page that one user opened must not act with the cookie of another user who signed in since.
  const userId = request.headers['proffer-user'];
  if (userId !== undefined && userId !== visitor.user.id) {
    throw sessionEnded('Another user is signed in. Sign in again.');
  }
  if (!isReading(request) && !isFromOwnPage(request, deps.publicUrl())) {
    throw new Problem(
      'cross_site',
      'The request does not come from a page of this service. Use the console itself, or an API key.',
    );
  }
  if (!isOfAccount) return createPersonCaller(visitor);
  const accountId = request.headers['proffer-account'];
  if (typeof accountId !== 'string' || accountId === '') {
    const message = 'must be the id of the account, such as acc_…';
    throw new Problem('validation_failed', 'Name the account in the Proffer-Account header.', {
      errors: [{ in: 'header', path: '/Proffer-Account', message }],
    });
  }
  const entry = visitor.roles.find((membership) => membership.accountId === accountId);
  if (!entry) throw new Problem('not_found', 'There is no such account, or you do not belong to it.');
  requireAccess(entry.access);
  await recordAccountUse(deps, visitor, entry, deps.clock());
  return createSessionCaller(visitor, entry);
}

function requireAccess(access: Access): void {
  if (access === 'ended')
    throw sessionEnded('An owner has ended this session in the account. Sign in again.');
  if (access === 'two-step') {
    throw new Problem(
      'two_step_required',
      'This account requires two-step verification. Set it up in the console under your name, or sign in with a passkey.',
    );
  }
}

function sessionEnded(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
