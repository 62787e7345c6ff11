import { sealField } from '../../../src/actions/account/sealing/sealed-field.ts';
import { sealTokens } from '../../../src/actions/mail/access-token.ts';
import { newId } from '../../../src/domain/ids.ts';
import type { MailAccountKind } from '../../../src/domain/mail/mail-account.ts';
import { type MailAccountRow, saveMailAccount } from '../../../src/store/tables/mail/mail-accounts.ts';
import { HOUR } from '../service/clock.ts';
import { readServiceSealing } from '../service/sealing.ts';
import type { TestService } from '../service/service.ts';

/** Credentials of a mailbox: a password, or tokens of a provider. */
export type MailboxLogin = { password: string } | { accessToken: string; refreshToken: string };

/** Gives an account a mail server of its own, as if an owner had connected it. */
export async function connectMailAccount(
  service: TestService,
  accountId: string,
  {
    kind,
    address,
    port,
    login,
  }: { kind: MailAccountKind; address: string; port: number; login: MailboxLogin },
): Promise<MailAccountRow> {
  const deps = { sealing: await readServiceSealing(service) };
  const now = service.clock();
  const secrets =
    'password' in login
      ? {
          password: sealField(deps, { ownerId: accountId, field: 'mail password' }, login.password),
          ...{ access_token: null, refresh_token: null, access_expires_at: null },
        }
      : { password: null, access_expires_at: now + HOUR, ...sealTokens(deps, accountId, login) };
  const row: MailAccountRow = {
    ...{ account_id: accountId, id: newId('mail', now), kind, from_address: address, username: address },
    ...{ host: 'localhost', port, imap_host: null, imap_port: null, plus_addressing: 0 },
    ...{ authserv_id: null, move_to: null, refreshing_until: null, sign_in_needed_at: null },
    ...{ last_sent_at: null, connected_by: 'usr_1', connected_at: now, ...secrets },
  };
  await service.db.write((tx) => saveMailAccount(tx, row));
  return row;
}
