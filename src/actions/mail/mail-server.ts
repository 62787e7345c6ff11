import type { Deps } from '../../app/deps.ts';
import {
  type FixedServer,
  type MailLogin,
  type MailServer,
  SignInNeeded,
} from '../../domain/mail/mail-server.ts';
import type { MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { openField } from '../account/sealing/sealed-field.ts';
import { type AccessTokenDeps, findAccessToken } from './access-token.ts';

/**
 * Returns the server that an account sends by (`smtp`) or reads from (`imap`), with a login that opens its credentials.
 * Once they were rejected, they are not tried again until an owner has signed in: a server may lock the account.
 */
export function createMailServer(
  deps: AccessTokenDeps,
  row: MailAccountRow,
  protocol: 'smtp' | 'imap',
): MailServer {
  const isImap = protocol === 'imap';
  return {
    host: (isImap ? row.imap_host : row.host) ?? '',
    port: (isImap ? row.imap_port : row.port) ?? 0,
    login: createLogin(deps, row),
  };
}

/** Returns a server that is not stored yet. */
export function createFixedServer({ host, port, login }: Omit<FixedServer, 'id'>): MailServer {
  return {
    host,
    port,
    async login({ isRefused = false } = {}) {
      if (isRefused) throw new SignInNeeded('The mail server rejects the sign-in');
      return login;
    },
  };
}

function createLogin(deps: AccessTokenDeps, row: MailAccountRow): MailServer['login'] {
  const { username: user, kind } = row;
  if (row.sign_in_needed_at !== null) {
    return async () => {
      throw new SignInNeeded('The mail server has rejected the sign-in');
    };
  }
  if (kind === 'smtp') return async ({ isRefused = false } = {}) => openPassword(deps, row, isRefused);
  const place = { ownerId: row.account_id, field: 'mail access token' } as const;
  let last = openField(deps, place, row.access_token ?? '');
  return async ({ isRefused = false } = {}) => {
    last = await findAccessToken(deps, { ...row, kind }, isRefused ? last : undefined);
    return { user, accessToken: last };
  };
}

function openPassword(deps: Pick<Deps, 'sealing'>, row: MailAccountRow, isRefused: boolean): MailLogin {
  const place = { ownerId: row.account_id, field: 'mail password' } as const;
  const password = row.password === null ? undefined : openField(deps, place, row.password);
  if (password === undefined || isRefused) throw new SignInNeeded('The mail server rejects the password');
  return { user: row.username, password };
}
