import type { Deps } from '../deps.ts';
import { sent } from '../domain/compose-quote.ts';
import { Problem } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import type { MailMessage, MailOutcome } from '../domain/mail.ts';
import { CONTENT_FIELDS, type Quote } from '../domain/quote.ts';
import { senderOf } from '../mail/mail-content.ts';
import { quoteMail } from '../mail/quote-mail.ts';
import { rawSource } from '../mail/raw-source.ts';
import { captureMail } from '../store/captured-mails.ts';
import type { Sql } from '../store/database.ts';
import { keepDocument, readDocument } from '../store/documents.ts';
import { type Actor, addEvent } from '../store/events.ts';
import { deleteLink, insertLink } from '../store/links.ts';
import { replaceQuote, type StoredQuote, setQuoteLink } from '../store/quotes.ts';
import { addRevision } from '../store/revisions.ts';
import {
  countForQuote,
  countForRecipient,
  endSending,
  findEarlierTry,
  findRunningSending,
  insertSending,
  type Sending,
} from '../store/sendings.ts';
import { ensureDocument, type HostedDocument, partiesOf, quoteSource } from './ensure-document.ts';
import { hashToken, linkToken, publicQuoteUrl } from './links.ts';
import { loadSettledQuote } from './settle-expiry.ts';

export interface SendRequest {
  accountId: string;
  actor: Actor;
  to: string;
  cc: string[];
  subject: string | null;
  message: string | null;
  idempotencyKey: string | null;
}

/** Everything about one sending that was fixed before the mail is handed over. */
export interface PreparedSending {
  request: SendRequest;
  /** The quote as the mail and the PDF show it. */
  quote: Quote;
  document: HostedDocument;
  sending: Pick<Sending, 'id' | 'quote_id' | 'message_id' | 'link_id'>;
}

/** Longer than a mail may take: after this the process that sends is taken for dead. */
export const SENDING_LEASE_MS = 30_000;
const HOUR_MS = 3_600_000;

/** The document of the quote as it will be when it is sent. */
export async function documentForSending(
  deps: Deps,
  accountId: string,
  quote: Quote,
): Promise<{ document: HostedDocument; quote: Quote }> {
  const { account } = await partiesOf(deps.db.read, accountId, quote.customerId);
  const outgoing = sent(quote, account, deps.clock());
  const document = await ensureDocument(
    deps,
    accountId,
    await quoteSource(deps.db.read, accountId, outgoing),
  );
  return { document, quote: outgoing };
}

/** In a transaction: refuses what must not be sent now, and writes down that a mail is about to go out. */
export async function beginSending(
  tx: Sql,
  deps: Deps,
  request: SendRequest,
  outgoing: { document: HostedDocument; quote: Quote },
  now: number,
): Promise<PreparedSending> {
  const { accountId, idempotencyKey } = request;
  const { quote, document } = outgoing;
  if (await findRunningSending(tx, accountId, quote.id, now)) {
    throw new Problem('send_in_progress', 'Another request is sending this quote. Wait until it has ended.', {
      headers: { 'Retry-After': '5' },
    });
  }
  await checkCaps(tx, deps, request, quote.id, now);
  const earlier =
    idempotencyKey === null ? undefined : await findEarlierTry(tx, accountId, quote.id, idempotencyKey);
  const id = newId('snd', now);
  const linkId = earlier?.state === 'unknown' ? earlier.link_id : newId('lnk', now);
  const sending = {
    id,
    quote_id: quote.id,
    message_id: earlier?.message_id ?? `<${id}@${deps.config.mailFrom.split('@')[1]}>`,
    link_id: linkId,
    recipient: request.to,
    idempotency_key: idempotencyKey,
    created_at: now,
    running_until: now + SENDING_LEASE_MS,
  };
  await insertSending(tx, accountId, sending, [request.to, ...request.cc]);
  await insertLink(tx, {
    account_id: accountId,
    quote_id: quote.id,
    id: linkId,
    token_hash: hashToken(linkToken(deps, linkId)),
    recipient: request.to,
    created_at: now,
  });
  await keepDocument(tx, accountId, document.sha256);
  return { request, quote, document, sending };
}

async function checkCaps(
  tx: Sql,
  { config }: Deps,
  request: SendRequest,
  quoteId: string,
  now: number,
): Promise<void> {
  const since = now - HOUR_MS;
  const { accountId } = request;
  const refuse = (what: string, limit: number, oldest: number | null) => {
    const seconds = Math.max(1, Math.ceil(((oldest ?? now) + HOUR_MS - now) / 1000));
    return new Problem('send_limited', `${what} may get ${limit} mails an hour. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  };
  if (config.sendsPerQuoteHour > 0) {
    const { n, oldest } = await countForQuote(tx, accountId, quoteId, since);
    if (n >= config.sendsPerQuoteHour) throw refuse('A quote', config.sendsPerQuoteHour, oldest);
  }
  if (config.sendsPerRecipientHour === 0) return;
  for (const recipient of [request.to, ...request.cc]) {
    const { n, oldest } = await countForRecipient(tx, accountId, recipient, since);
    if (n >= config.sendsPerRecipientHour) throw refuse('A recipient', config.sendsPerRecipientHour, oldest);
  }
}

/** The mail itself, with the PDF attached. */
export async function composeQuoteMail(deps: Deps, prepared: PreparedSending): Promise<MailMessage> {
  const { request, quote, document, sending } = prepared;
  const { account, customer } = await partiesOf(deps.db.read, request.accountId, quote.customerId);
  const stored = await readDocument(deps.db.read, request.accountId, document.sourceSha256);
  if (!stored) throw new Error('the document to be sent is gone');
  const content = quoteMail({
    quote,
    customer,
    account,
    publicUrl: publicQuoteUrl(deps, sending.link_id),
    message: request.message,
    subject: request.subject,
  });
  return {
    messageId: sending.message_id,
    ...senderOf(account, deps.config.mailFrom),
    to: [{ name: request.to === customer.email ? customer.name : null, address: request.to }],
    cc: request.cc.map((address) => ({ name: null, address })),
    ...content,
    attachments: [
      ...content.attachments,
      { filename: document.fileName, contentType: 'application/pdf', content: stored.pdf },
    ],
  };
}

/** Captured mail is taken in the transaction that says so; real mail is handed over before it. */
export type Delivery = { captured: MailMessage; raw: Uint8Array } | { outcome: MailOutcome };

export async function deliverQuoteMail(
  deps: Deps,
  accountId: string,
  message: MailMessage,
): Promise<Delivery> {
  if (await isCapturing(deps, accountId)) return { captured: message, raw: await rawSource(message) };
  const outcome = await deliver(deps, message);
  deps.metrics.mails.inc({ outcome: outcome.outcome });
  return { outcome };
}

/** Without a mail server, and always for test accounts. */
export async function isCapturing(deps: Deps, accountId: string): Promise<boolean> {
  if (deps.mailer === null) return true;
  const row = await deps.db.read.get<{ kind: string }>('SELECT kind FROM accounts WHERE id = ?', accountId);
  return row?.kind !== 'live';
}

async function deliver({ mailer }: Deps, message: MailMessage): Promise<MailOutcome> {
  if (!mailer) throw new Error('no mail server is configured');
  return mailer.deliver(message);
}

/**
 * In a transaction: what became of the mail. Only a mail that was taken makes the quote `SENT`; a quote that was
 * converted or deleted meanwhile stays what it is.
 */
export async function endQuoteSending(
  tx: Sql,
  prepared: PreparedSending,
  delivery: Delivery,
  now: number,
): Promise<StoredQuote | undefined> {
  const { request, sending } = prepared;
  const { accountId } = request;
  const outcome = 'outcome' in delivery ? delivery.outcome.outcome : 'taken';
  if ('captured' in delivery) {
    const mail = { id: newId('mail', now), at: now, message: delivery.captured, raw: delivery.raw };
    await captureMail(tx, accountId, mail);
  }
  await endSending(tx, accountId, sending, outcome);
  const stored = await loadSettledQuote(tx, accountId, prepared.quote.id, now);
  if (!stored) return undefined;
  if (outcome !== 'taken') {
    await recordFailure(tx, prepared, delivery, now);
    return stored;
  }
  await recordSent(tx, prepared, delivery, now);
  await setQuoteLink(tx, accountId, stored.quote.id, sending.link_id);
  if (stored.quote.status === 'CONVERTED') return { ...stored, linkId: sending.link_id };

  const { account } = await partiesOf(tx, accountId, stored.quote.customerId);
  const edited = CONTENT_FIELDS.some(
    (field) => JSON.stringify(stored.quote[field]) !== JSON.stringify(prepared.quote[field]),
  );
  const quote = {
    ...sent(stored.quote, account, now),
    // Edited while its mail was under way: what the customer has is the revision before.
    revision:
      edited && stored.quote.revision === prepared.quote.revision
        ? stored.quote.revision + 1
        : stored.quote.revision,
  };
  if (!(await replaceQuote(tx, accountId, stored, quote))) throw new Error('a locked quote was changed');
  return { quote, version: stored.version + 1, linkId: sending.link_id };
}

async function recordSent(
  tx: Sql,
  prepared: PreparedSending,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const { request, quote, document, sending } = prepared;
  await addRevision(tx, request.accountId, quote.id, {
    revision: quote.revision,
    sentAt: new Date(now).toISOString(),
    sentTo: request.to,
    documentSha256: document.sha256,
    quote,
  });
  const data = {
    to: request.to,
    cc: request.cc,
    outcome: 'taken',
    captured: 'captured' in delivery,
    messageId: sending.message_id,
    revision: quote.revision,
    documentSha256: document.sha256,
  };
  await addEvent(tx, request.accountId, quote.id, { type: 'sent', actor: request.actor, data }, now);
}

async function recordFailure(
  tx: Sql,
  prepared: PreparedSending,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const { request, quote, sending } = prepared;
  if (!('outcome' in delivery)) return;
  const { outcome, response } = delivery.outcome;
  // A link that may have arrived stays open.
  if (outcome === 'unknown') await setQuoteLink(tx, request.accountId, quote.id, sending.link_id);
  else await deleteLink(tx, request.accountId, quote.id, sending.link_id);
  const data = { to: request.to, cc: request.cc, outcome, response, messageId: sending.message_id };
  await addEvent(tx, request.accountId, quote.id, { type: 'send_failed', actor: request.actor, data }, now);
}

export function deliveryProblem({ outcome, response }: MailOutcome): Problem | undefined {
  const said = response ? ` It said: ${response}` : '';
  switch (outcome) {
    case 'taken':
      return undefined;
    case 'refused':
      return new Problem(
        'mail_refused',
        `The mail server refused the message. The quote was not sent.${said}`,
      );
    case 'unavailable':
      return new Problem(
        'mail_unavailable',
        `The mail server cannot be reached or takes nothing now. The quote was not sent.${said}`,
        { headers: { 'Retry-After': '60' } },
      );
    case 'timeout':
      return new Problem(
        'mail_timeout',
        `The mail server did not answer in time. The quote was not sent.${said}`,
      );
    case 'unknown':
      return new Problem(
        'mail_timeout',
        `The message was handed over, but the answer of the mail server was lost: the customer may have got it. Repeat with the same Idempotency-Key to send the very same message.${said}`,
      );
  }
}
