import type { Deps } from '../../app/deps.ts';
import type { App } from '../../domain/apps/app.ts';
import type { AuthorizationRequest } from '../../domain/apps/authorization-request.ts';
import { newId } from '../../domain/ids.ts';
import { KEY_SCOPES, type KeyAccess } from '../../domain/people/key-scopes.ts';
import { type Role, resolveRights } from '../../domain/people/role.ts';
import { insertGrant } from '../../store/tables/apps/grants.ts';
import { touchApp } from '../../store/tables/apps/registered-apps.ts';
import { findSessionEntry } from '../../store/tables/person/sessions.ts';
import { hashSecret, newSecretCode } from '../people/secret-code.ts';

/** Life of a code. */
const CODE_MS = 60_000;

/** What a person has chosen on the consent page. */
export interface Consent {
  accountId: string;
  userId: string;
  sessionId: string;
  access: KeyAccess;
  seesCosts: boolean;
}

/** Returns the most that a person of this role can allow an app that asks for `wanted`. */
export function limitAccess(wanted: KeyAccess, role: Role): KeyAccess {
  return role === 'reader' ? 'read' : wanted;
}

export function isWithinAccess(chosen: KeyAccess, most: KeyAccess): boolean {
  return KEY_SCOPES.indexOf(chosen) <= KEY_SCOPES.indexOf(most);
}

/**
 * Stores the consent and returns the code for the app, or `undefined` if the person can no longer open the account or has
 * chosen more than they may give.
 */
export function allowApp(
  { db }: Pick<Deps, 'db'>,
  { app, request }: { app: App; request: AuthorizationRequest },
  { accountId, userId, sessionId, access, seesCosts }: Consent,
  now: number,
): Promise<string | undefined> {
  const code = newSecretCode(32);
  return db.write(
    async (tx) => {
      const found = await findSessionEntry(tx, sessionId, accountId);
      if (found?.session.user_id !== userId || found.entry.hasEnded) return undefined;
      const { session, entry } = found;
      if (entry.requiresTwoStep && session.two_step === 0) return undefined;
      if (!isWithinAccess(access, limitAccess(request.access, entry.role))) return undefined;
      await insertGrant(tx, {
        ...{ account_id: accountId, id: newId('grt', now), user_id: userId, client_id: app.clientId },
        ...{ name: app.name, host: app.host ?? new URL(request.redirectUri).host },
        ...{ resource: request.resource, access },
        sees_costs: seesCosts && resolveRights(entry.role, entry).seesCosts ? 1 : 0,
        two_step: session.two_step === 1 ? 1 : 0,
        ...{ created_at: now, code_hash: hashSecret(code), code_until: now + CODE_MS },
        ...{ challenge: request.challenge, redirect_uri: request.redirectUri, expires_at: now + CODE_MS },
      });
      await touchApp(tx, app.clientId, now);
      return code;
    },
    { account: accountId },
  );
}
