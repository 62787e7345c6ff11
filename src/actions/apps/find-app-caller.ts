import type { Deps } from '../../app/deps.ts';
import type { AppResource } from '../../domain/apps/app.ts';
import { Problem } from '../../domain/errors.ts';
import { resolveRights } from '../../domain/people/role.ts';
import { findGrantByToken } from '../../store/tables/apps/grants.ts';
import type { Caller } from '../account/callers.ts';

/**
 * Finds the caller of an access token. It may do what both its scope and the role of the person allow at this moment, so
 * nothing of it is cached. Returns `undefined` for an unknown token.
 */
export async function findAppCaller(
  { db }: Pick<Deps, 'db'>,
  hash: string,
  resource: AppResource,
  now: number,
): Promise<Caller | undefined> {
  const row = await findGrantByToken(db.read, hash);
  if (!row) return undefined;
  if (row.token_until <= now) throw invalidToken('The access token has expired. Use the refresh token.');
  if (row.resource !== resource) throw invalidToken('The access token is for another resource.');
  if (row.require_two_step === 1 && row.two_step === 0) {
    throw new Problem(
      'two_step_required',
      'This account requires two-step verification. Turn it on in the console under your name, and connect the app again.',
    );
  }
  const access = row.token_access ?? row.access;
  const mayChange = row.role !== 'reader';
  const rights = { seesCosts: row.member_sees_costs === 1, mayApprove: row.member_may_approve === 1 };
  return {
    accountId: row.account_id,
    keyId: row.id,
    canWrite: mayChange && access === 'write',
    canDraft: mayChange && access !== 'read',
    automation: false,
    seesCosts: row.sees_costs === 1 && resolveRights(row.role, rights).seesCosts,
    mayApprove: false,
    actor: { type: 'key', id: row.id, name: `${row.user_name} (${row.name})`, userId: row.user_id },
    role: mayChange ? 'key' : 'reader',
    isApp: true,
  };
}

function invalidToken(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
