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
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import { completeKey, releaseKey } from '../../store/tables/idempotency.ts';
import { captureMail } from '../../store/tables/mail/captured-mails.ts';
import { addRecipient, deleteRecipients } from '../../store/tables/mail/sendings.ts';
import { getAccountTime } from '../account/account-time.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { deliverBy, findSender } from '../mail/sender.ts';
import { claim, type IdempotentRequest } from '../once.ts';
import { retryWrite } from '../retry-write.ts';
import { checkRecipientLimit } from './send-limits.ts';

export interface SentTestMail {
  to: string;
  captured: boolean;
  response: string | null;
}

/** Sends a test email. Like the email of a quote, it counts towards the limits and supports an Idempotency-Key. */
export async function sendTestMail<Response extends StoredResponse>(
  deps: Deps,
  accountId: string,
  email: string | null,
  {
    repeatable,
    respond,
    compose = (shown) => renderTestEmail(shown),
  }: {
    repeatable: Repeatable<Response>;
    respond: (sent: SentTestMail) => Response;
    /** Composes the content of the email. */
    compose?: Compose;
  },
): Promise<Response> {
  const account = await requireAccount(deps.db.read, accountId);
  const to = email ?? account.replyTo ?? account.email;
  if (!to) throw recipientMissing();
  const now = deps.clock();
  const test = { id: newId('mail', now), accountId, to, now, runningUntil: now + SEND_LEASE_MS };
  const earlier = await deps.db.write((tx) => begin(tx, deps, test, repeatable), { account: accountId });
  if (earlier) return earlier;
  const delivery = await deliver(deps, account, test, compose);
  const problem = createDeliveryProblem(delivery.result, 'Nothing was sent.');
  const response = await retryWrite(
    () =>
      deps.db.write((tx) => (problem ? giveUp(tx, test, delivery, repeatable) : end(tx, test, delivery)), {
        account: accountId,
      }),
    { callerWaitsMs: MAX_CALLER_WAIT_MS },
  );
  if (problem || !response) throw problem;
  return response;

  async function end(tx: Sql, { id }: Test, { captured, result }: TestDelivery): Promise<Response> {
    const at = await getAccountTime(tx, accountId);
    if (captured) await captureMail(tx, accountId, { id, at, ...captured });
    const sent = {
      to: test.to,
      captured: captured !== undefined,
      response: captured ? null : result.response,
    };
    const response = respond(sent);
    if (repeatable) await completeKey(tx, accountId, repeatable.key, response);
    return response;
  }
}

type Repeatable<Response extends StoredResponse> = IdempotentRequest<Response> | undefined;

interface Test {
  id: string;
  accountId: string;
  to: string;
  now: number;
  runningUntil: number;
}

async function begin<Response extends StoredResponse>(
  tx: Sql,
  deps: Deps,
  { id, accountId, to, now, runningUntil }: Test,
  repeatable: Repeatable<Response>,
): Promise<Response | undefined> {
  const earlier = repeatable && (await claim(tx, repeatable, runningUntil));
  if (earlier) return earlier;
  await checkRecipientLimit(tx, deps, accountId, to, now);
  await addRecipient(tx, accountId, id, to, now);
  return undefined;
}

/** Ends a failed send. An email that may have arrived counts towards the limits. */
async function giveUp<Response extends StoredResponse>(
  tx: Sql,
  { id, accountId, to, runningUntil }: Test,
  { result }: TestDelivery,
  repeatable: Repeatable<Response>,
): Promise<undefined> {
  if (result.outcome !== 'unknown') await deleteRecipients(tx, accountId, id, [to]);
  if (repeatable) await releaseKey(tx, accountId, repeatable.key, runningUntil);
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
