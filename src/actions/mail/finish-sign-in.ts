import type { Deps } from '../../app/deps.ts';
import type { OAuthMailKind } from '../../domain/mail/mail-account.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import { takeMailSignIn } from '../../store/tables/mail/mail-sign-ins.ts';
import { hashSecret } from '../people/secret-code.ts';
import { sealTokens } from './access-token.ts';
import { connectMailAccount, type NewMailAccount } from './connect-mail-account.ts';
import { deriveStep, requireProvider } from './start-sign-in.ts';

/** A sign-in that the user began in this session and that is still valid. */
export interface TakenSignIn {
  accountId: string;
  kind: OAuthMailKind;
  state: string;
}

/** Returns `undefined` if there is none for this state, session and owner. A sign-in can be taken once. */
export async function takeSignIn(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: SignedIn,
  state: string,
): Promise<TakenSignIn | undefined> {
  const accountId = state.slice(0, Math.max(0, state.indexOf('.')));
  const entry = person.accounts.find(({ id }) => id === accountId);
  if (entry?.role !== 'owner' || entry.access !== 'open') return undefined;
  const key = { account_id: accountId, state_hash: hashSecret(state), session_id: person.sessionId };
  const row = await deps.db.write((tx) => takeMailSignIn(tx, key), { account: accountId });
  return row && row.expires_at > deps.clock() ? { accountId, kind: row.kind, state } : undefined;
}

/**
 * Exchanges the code in the callback for tokens, and connects the mailbox in place of the earlier mail account after a
 * test message went out by it. Throws a `MailOAuthError` or a `Problem`; then nothing was changed.
 */
export async function finishMailSignIn(
  deps: Deps,
  { sessionId, user }: Pick<SignedIn, 'sessionId' | 'user'>,
  { accountId, kind, state }: TakenSignIn,
  callback: URL,
): Promise<void> {
  const provider = requireProvider(deps, kind);
  const grant = await provider.exchangeCode(callback, deriveStep(deps, state));
  const { smtp, imap } = provider.servers;
  const row: NewMailAccount = {
    kind,
    from_address: grant.address,
    username: grant.user,
    host: smtp.host,
    port: smtp.port,
    imap_host: imap.host,
    imap_port: imap.port,
    plus_addressing: 1,
    authserv_id: provider.authservId,
    move_to: null,
    password: null,
    ...sealTokens(deps, accountId, grant),
    access_expires_at: deps.clock() + grant.expiresInMs,
  };
  const login = { user: grant.user, accessToken: grant.accessToken };
  await connectMailAccount(deps, { accountId, sessionId, user }, row, login);
}
