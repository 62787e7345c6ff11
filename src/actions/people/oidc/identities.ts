import type { Deps } from '../../../app/deps.ts';
import { newId } from '../../../domain/ids.ts';
import { normalizeEmail, normalizePersonName } from '../../../domain/people/person.ts';
import { findFirstAccount } from '../../../store/tables/account/accounts.ts';
import { findIdentity, type IdentityKey, insertIdentity } from '../../../store/tables/person/identities.ts';
import { listInvitationsByEmail } from '../../../store/tables/person/invitations.ts';
import {
  findUser,
  findUserByEmail,
  insertUser,
  putMembership,
  type UserRow,
} from '../../../store/tables/person/users.ts';
import { findPeopleProblem } from '../../account/limits/check-limits.ts';
import { joinAccount } from '../invitations.ts';
import { RECENT_SIGN_IN_MS } from '../sessions.ts';
import type { Identity } from './provider.ts';

export type Admission =
  | { user: UserRow }
  /** A user with this address exists: signing in once in the usual way links the identity. */
  | { linkTo: string }
  | 'refused';

/** Admits only users with an invitation or an allowed domain, and with an address that the provider has verified. */
export function admit(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  identity: Identity,
  now: number,
): Promise<Admission> {
  return db.write(async (tx) => {
    const knownId = await findIdentity(tx, identity);
    const known = knownId && (await findUser(tx, knownId));
    if (known) return { user: known };
    const email = identity.isVerified ? normalizeEmail(identity.email ?? '') : undefined;
    if (email === undefined) return 'refused';
    const existing = await findUserByEmail(tx, email);
    if (existing) return { linkTo: existing.id };
    const invitations = await listInvitationsByEmail(tx, email, now);
    const isOfDomain = config.oidcDomains.includes(email.slice(email.lastIndexOf('@') + 1));
    const first = invitations.length === 0 && isOfDomain ? await findFirstAccount(tx) : undefined;
    const account = first?.closedAt === null ? first : undefined;
    if (invitations.length === 0 && !account) return 'refused';
    if (account && (await findPeopleProblem(tx, account.id, email, now))) return 'refused';
    const id = newId('usr', now);
    await insertUser(tx, {
      id,
      email,
      name: getDisplayName(identity, email),
      locale: null,
      password: null,
      created_at: now,
    });
    await insertIdentity(tx, identity, id, now);
    for (const invitation of invitations) await joinAccount(tx, invitation, id, now);
    // Reader is the lowest role that can see anything; an owner can grant more.
    if (account) await putMembership(tx, id, { accountId: account.id, role: 'reader' }, now);
    const user = await findUser(tx, id);
    return user ? { user } : 'refused';
  });
}

/** Returns the time of the sign-in at the provider. If it is unknown, the sign-in does not count as recent. */
export function getProviderSignInTime({ authAgeMs }: Pick<Identity, 'authAgeMs'>, now: number): number {
  return now - (authAgeMs ?? RECENT_SIGN_IN_MS);
}

export function storeIdentity(
  { db }: Pick<Deps, 'db'>,
  identity: IdentityKey,
  userId: string,
  now: number,
): Promise<void> {
  return db.write((tx) => insertIdentity(tx, identity, userId, now));
}

export function getDisplayName({ name }: Pick<Identity, 'name'>, email: string): string {
  return (
    normalizePersonName(name ?? '') ?? normalizePersonName(email.slice(0, email.lastIndexOf('@'))) ?? email
  );
}
