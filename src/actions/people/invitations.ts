import { renderInvitationEmail } from '../../adapters/mail/letters/to-user.ts';
import type { Config } from '../../app/config/config.ts';
import type { Deps } from '../../app/deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Invitation } from '../../domain/people/account-access.ts';
import type { Role } from '../../domain/people/role.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import type { Sql, WriteHint } from '../../store/database.ts';
import { findAccount, loadAccount } from '../../store/tables/account/accounts.ts';
import { isAccountClosed } from '../../store/tables/account/closed-accounts.ts';
import {
  consumeInvitation,
  findInvitation,
  type InvitationRow,
  listInvitations,
  putInvitation,
} from '../../store/tables/person/invitations.ts';
import { renewUserSessions } from '../../store/tables/person/sessions.ts';
import { findRole, findUserByEmail, insertUser, putMembership } from '../../store/tables/person/users.ts';
import { adoptEmail } from '../account/adopt-email.ts';
import { findPeopleProblem } from '../account/limits/check-limits.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import type { RunningService } from '../running-service.ts';
import { hashSecret, newSecretCode } from './secret-code.ts';
import { type NewSession, startSession } from './sessions.ts';
import { type NewOwner, storeFirstPasskey } from './setup.ts';
import { queueUserMail } from './user-mails.ts';

const VALID_MS = 7 * DAY_MS;
/** Pending invitations per account. */
const MAX_PENDING = 200;

/** Dependencies of creating and emailing an invitation, which the command line can provide. */
export type InvitationDeps = Pick<Deps, 'db' | 'secret'> &
  RunningService & { config: Pick<Config, 'mailFrom' | 'operators'> };

export interface Invited {
  invitation: Invitation;
  url: string;
  /** Whether it is emailed; otherwise the inviting user has to pass on the link. */
  isMailed: boolean;
}

interface Wanted {
  email: string;
  role: Role;
  /** Inviting user; `null` on the command line. */
  by: { id: string; name: string } | null;
}

export function invite(
  inviting: InvitationDeps,
  accountId: string,
  wanted: Wanted,
  now: number,
  keep: Keep<Invited> = keepNothing,
): Promise<Invited> {
  return inviting.db.write(
    async (tx) => {
      return keep(tx, await storeInvitation(tx, inviting, accountId, wanted, now));
    },
    { account: accountId },
  );
}

export async function storeInvitation(
  tx: Sql,
  { config, secret, baseUrl, hasMailServer: isMailed }: Omit<InvitationDeps, 'db'>,
  accountId: string,
  { email, role, by }: Wanted,
  now: number,
): Promise<Invited> {
  const stored = await loadAccount(tx, accountId);
  if (!stored) throw new Problem('not_found', 'There is no such account.');
  await expectNoMember(tx, accountId, email);
  if ((await listInvitations(tx, accountId, now)).length >= MAX_PENDING) {
    throw new Problem(
      'too_many_invitations',
      `The account already has ${MAX_PENDING} open invitations. Withdraw some of them first.`,
    );
  }
  if (by && !isMailed && config.operators.includes(email)) throw operatorsOnly();
  const problem = await findPeopleProblem(tx, accountId, email, now);
  if (problem) throw problem;
  const code = newSecretCode();
  const row: InvitationRow = {
    account_id: accountId,
    id: newId('ivt', now),
    email,
    role,
    code_hash: hashSecret(code),
    invited_by: by?.id ?? null,
    created_at: now,
    expires_at: now + VALID_MS,
  };
  await putInvitation(tx, row);
  const url = `${baseUrl}/invitation?code=${code}`;
  if (isMailed) {
    const { name: business, locale } = stored.account;
    const content = renderInvitationEmail(
      { by: by?.name ?? null, business, role, url },
      resolveLocale(locale),
    );
    await queueUserMail(tx, { config, secret }, { to: email, content, expiresAt: row.expires_at }, now);
  }
  return { invitation: toInvitation(row), url, isMailed };
}

export async function listAccountInvitations(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<Invitation[]> {
  return (await listInvitations(db.read, accountId, now)).map(toInvitation);
}

export async function withdrawInvitation(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<void> {
  const isGone = await db.write((tx) => consumeInvitation(tx, accountId, id), {
    account: accountId,
    evenIfClosed: true,
  });
  if (!isGone) throw new Problem('not_found', 'There is no such invitation. It may have been used.');
}

export interface OpenedInvitation {
  accountId: string;
  business: string;
  email: string;
  role: Role;
  /** Whether a user has this address already. */
  isKnown: boolean;
}

/** Finds an invitation for its page; `undefined` if it was used, withdrawn or replaced, or has expired. */
export async function openInvitation(
  { db }: Pick<Deps, 'db'>,
  code: string,
  now: number,
): Promise<OpenedInvitation | undefined> {
  const row = await findInvitation(db.read, hashSecret(code), now);
  const stored = row && (await findAccount(db.read, row.account_id));
  if (!stored || stored.account.closedAt !== null) return undefined;
  const { account_id: accountId, email, role } = row;
  const isKnown = (await findUserByEmail(db.read, email)) !== undefined;
  return { accountId, business: stored.account.name, email, role, isKnown };
}

/** Creates a user with a password or a passkey and signs them in; `undefined` if the invitation is no longer valid. */
export async function acceptAsNew(
  { db }: Pick<Deps, 'db'>,
  code: string,
  { name, password, passkey }: Pick<NewOwner, 'name' | 'password' | 'passkey'>,
  agent: string | undefined,
  now: number,
): Promise<NewSession | undefined> {
  const accept = async (tx: Sql) => {
    const row = await findInvitation(tx, hashSecret(code), now);
    if (!row || (await findUserByEmail(tx, row.email))) return undefined;
    const id = newId('usr', now);
    if (!(await consumeInvitation(tx, row.account_id, row.id))) return undefined;
    await insertUser(tx, { id, email: row.email, name, password, locale: null, created_at: now });
    if (passkey) await storeFirstPasskey(tx, id, passkey, now);
    await putMembership(tx, id, { accountId: row.account_id, role: row.role }, now);
    if (row.role === 'owner') await adoptEmail(tx, row.account_id, row.email, now);
    return startSession(tx, id, { agent, isTwoStep: passkey !== undefined }, now);
  };
  return db.write(accept, await findHint(db, code, now));
}

/** Adds an existing user to the account and returns the account's id; `undefined` if the invitation is no longer valid. */
export async function acceptAsKnown(
  { db }: Pick<Deps, 'db'>,
  code: string,
  user: { id: string; email: string },
  now: number,
): Promise<string | undefined> {
  const accept = async (tx: Sql) => {
    const row = await findInvitation(tx, hashSecret(code), now);
    if (row?.email !== user.email) return undefined;
    return (await joinAccount(tx, row, user.id, now)) ? row.account_id : undefined;
  };
  return db.write(accept, await findHint(db, code, now));
}

/** Nobody joins a closed account. */
async function findHint(db: Deps['db'], code: string, now: number): Promise<WriteHint> {
  const row = await findInvitation(db.read, hashSecret(code), now);
  return row ? { account: row.account_id } : {};
}

/** Uses up the invitation. A member of the account keeps their role. */
export async function joinAccount(
  tx: Sql,
  row: InvitationRow,
  userId: string,
  now: number,
): Promise<boolean> {
  if (await isAccountClosed(tx, row.account_id)) return false;
  if (!(await consumeInvitation(tx, row.account_id, row.id))) return false;
  if ((await findRole(tx, row.account_id, userId)) === undefined) {
    await putMembership(tx, userId, { accountId: row.account_id, role: row.role }, now);
    await renewUserSessions(tx, userId);
    if (row.role === 'owner') await adoptEmail(tx, row.account_id, row.email, now);
  }
  return true;
}

async function expectNoMember(tx: Sql, accountId: string, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (!user || (await findRole(tx, accountId, user.id)) === undefined) return;
  throw new Problem('already_member', 'Someone with this email address already belongs to the account.');
}

/** A person who gets the link becomes the one with that address, and so would become an operator. */
function operatorsOnly(): Problem {
  return new Problem(
    'forbidden',
    'This address is that of an operator, and there is no mail server. It can be invited on the command line only.',
  );
}

function toInvitation({ id, email, role, created_at, expires_at }: InvitationRow): Invitation {
  return {
    id,
    email,
    role,
    createdAt: new Date(created_at).toISOString(),
    expiresAt: new Date(expires_at).toISOString(),
  };
}
