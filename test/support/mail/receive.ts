import { pino } from 'pino';
import { receiveMail } from '../../../src/actions/mail/replies/receive-mail.ts';
import type { Deps } from '../../../src/app/deps.ts';
import type { IncomingMail, ReceivedAs } from '../../../src/domain/mail/incoming-mail.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { ok } from '../api/customer.ts';
import type { Json } from '../service/client.ts';
import type { TestAccount, TestService } from '../service/service.ts';

/** The `PROFFER_SECRET` of services whose replies are received here. */
export const SECRET = 'a secret of the tests of replies, long enough';
export const MAILBOX = 'rosa@nordlicht.example';
export const RECIPIENT = CUSTOMER.email ?? '';

const MAIL: IncomingMail = {
  messageId: '<reply-1@customer.example>',
  references: [],
  from: { name: 'Ada', address: RECIPIENT },
  recipients: [MAILBOX],
  subject: 'Re: Quote',
  kind: 'personal',
  text: 'Could you begin in May?',
  quotedText: null,
  isCut: false,
  attachments: [],
  failures: [],
  returnedMessageId: null,
  authentication: [],
};

let uid = 0;

/** Gives a mail to the account as the reader of its mailbox does. */
export function receive(
  { config, url, db }: TestService,
  { accountId }: Pick<TestAccount, 'accountId'>,
  mail: Partial<IncomingMail>,
  authservId: string | null = null,
): Promise<ReceivedAs> {
  const log = pino({ level: 'silent' });
  const deps = { config, mailer: null, secret: SECRET, publicUrl: () => url, log } as Partial<Deps>;
  const mailbox = { accountId, address: MAILBOX, authservId };
  const place = { mailboxId: 'mailbox', uidValidity: '7', uid: ++uid };
  return db.write((tx) => receiveMail(tx, deps as Deps, mailbox, { ...MAIL, ...mail }, place), {
    account: accountId,
  });
}

/** Returns the Message-ID of the first email about a quote. */
export async function sentIdOf(api: TestAccount, { id }: Json): Promise<string> {
  return ok(await api.get(`/quotes/${id}/deliveries`)).data[0]?.messageId;
}
