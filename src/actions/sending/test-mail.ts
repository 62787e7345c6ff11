import { renderTestEmail } from '../../adapters/mail/letters/test-mail.ts';
import { getSender, type MailContent } from '../../adapters/mail/mail-content.ts';
import { buildRawSource } from '../../adapters/mail/raw-source.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { createDeliveryProblem } from '../../domain/mail/delivery-problem.ts';
import type { MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import { formatMessageId } from '../../domain/mail/mail-address.ts';
import { deliveryDeadline, MAX_CALLER_WAIT_MS, SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { addRecipient, deleteRecipients } from '../../store/tables/mail/sendings.ts';
import { writeNow } from '../account/account-time.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { deliverBy, findSender } from '../mail/sender.ts';
import { NOT_REPEATED, type Repeat } from '../repeat.ts';
import { retryWrite } from '../retry-write.ts';
import { checkRecipientLimit } from './send-limits.ts';

export interface SentTestMail {
  to: string;
  captured: boolean;
  response: string | null;
}

/** Sends a test email. Like the email of a quote, it counts towards the limits and supports an Idempotency-Key. */
export async function sendTestMail(
  deps: Deps,
  accountId: string,
  email: string | null,
  repeat: Repeat<SentTestMail> = NOT_REPEATED,
  compose: Compose = renderTestEmail,
): Promise<SentTestMail> {
  const account = await requireAccount(deps.db.read, accountId);
  const to = email ?? account.replyTo ?? account.email;
  if (!to) throw recipientMissing();
  const now = deps.clock();
  const test = { id: newId('mail', now), accountId, to, now, runningUntil: now + SEND_LEASE_MS };
  await deps.db.write((tx) => begin(tx, deps, test, repeat), { account: accountId });
  const delivery = await deliver(deps, account, test, compose);
  const problem = createDeliveryProblem(delivery.result, 'Nothing was sent.');
  const end = problem ? giveUp : complete;
  const sent = await retryWrite(
    () =>
      writeNow(deps.db, accountId, (tx, at) => end(tx, { ...test, at }, delivery, repeat), {
        evenIfClosed: true,
      }),
    { callerWaitsMs: MAX_CALLER_WAIT_MS },
  );
  if (problem || !sent) throw problem;
  return sent;
}

interface Test {
  id: string;
  accountId: string;
  to: string;
  now: number;
  runningUntil: number;
}

async function begin(
  tx: Sql,
  deps: Deps,
  { id, accountId, to, now, runningUntil }: Test,
  repeat: Repeat<SentTestMail>,
): Promise<void> {
  await repeat.claim(tx, runningUntil);
  await checkRecipientLimit(tx, deps, accountId, to, now);
  await addRecipient(tx, accountId, id, to, now);
}

async function complete(
  tx: Sql,
  { id, accountId, to, at }: Test & { at: number },
  { captured, result }: TestDelivery,
  repeat: Repeat<SentTestMail>,
): Promise<SentTestMail> {
  if (captured) await captureMail(tx, accountId, { id, at, ...captured });
  const response = captured ? null : result.response;
  return repeat.complete(tx, { to, captured: captured !== undefined, response });
}

/** Ends a failed send. An email that may have arrived counts towards the limits. */
async function giveUp(
  tx: Sql,
  { id, accountId, to, runningUntil }: Test,
  { result }: TestDelivery,
  repeat: Repeat<SentTestMail>,
): Promise<undefined> {
  if (result.outcome !== 'unknown') await deleteRecipients(tx, accountId, id, [to]);
  await repeat.release(tx, runningUntil);
}

interface TestDelivery {
  result: MailOutcome;
  captured?: { message: MailMessage; raw: Uint8Array };
}

/** Composes the content for an account with the logo for emails. */
type Compose = (account: Account) => MailContent | Promise<MailContent>;

async function deliver(
  deps: Deps,
  account: Account,
  { id, to, runningUntil }: Test,
  compose: Compose,
): Promise<TestDelivery> {
  const logo = await ensureMailLogo(deps, account);
  const sender = await findSender(deps.db.read, deps, account);
  const message: MailMessage = {
    messageId: formatMessageId(id, sender.address),
    ...getSender(account, sender.address),
    to: [{ name: null, address: to }],
    cc: [],
    ...(await compose(await withMailLogo(deps.db.read, account, logo))),
  };
  if (sender.by === 'captured') {
    const raw = await buildRawSource(message);
    return { result: { outcome: 'taken', response: '' }, captured: { message, raw } };
  }
  return { result: await deliverBy(deps, sender, account.id, message, deliveryDeadline(runningUntil)) };
}

function recipientMissing(): Problem {
  return new Problem(
    'recipient_missing',
    'The account has no email address. Give one in "email", or set "replyTo" or "email" of the account.',
    { errors: [{ path: '/email', message: 'is required: the account has no email address' }] },
  );
}
