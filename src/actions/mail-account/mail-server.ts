import type { Deps } from '../../deps.ts';
import { type MailServer, SignInNeeded } from '../../domain/mail/mail-server.ts';
import type { MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { openField } from '../sealing/sealed-field.ts';

/** Returns the server that an account sends by (`smtp`) or reads from (`imap`), with a login that opens its credentials. */
export function createMailServer(
  deps: Pick<Deps, 'sealing'>,
  row: MailAccountRow,
  protocol: 'smtp' | 'imap',
): MailServer {
  const { username: user } = row;
  const isImap = protocol === 'imap';
  return {
    host: (isImap ? row.imap_host : row.host) ?? '',
    port: (isImap ? row.imap_port : row.port) ?? 0,
    async login({ isRefused = false } = {}) {
      const place = { ownerId: row.account_id, field: 'mail password' } as const;
      const password = row.password === null ? undefined : openField(deps, place, row.password);
      if (password === undefined || isRefused) throw new SignInNeeded('The mail server rejects the password');
      return { user, password };
    },
  };
}
