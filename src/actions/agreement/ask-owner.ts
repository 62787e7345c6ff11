import { renderQuestionEmail } from '../../adapters/mail/letters/question.ts';
import { renderRenewalRequestEmail } from '../../adapters/mail/letters/requests/renewal-request.ts';
import type { Deps } from '../../app/deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { findSigner } from '../../domain/quote/acceptance/signers.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import type { Message } from '../../domain/quote/message.ts';
import { isExpired } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { listQuestionTimes } from '../../store/tables/events/events.ts';
import { findLinkRecipient, type Link } from '../../store/tables/links.ts';
import { addMessage } from '../../store/tables/quote/messages.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { toRealTime, writeNow } from '../account/account-time.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { recordEvent } from '../events/record-event.ts';
import { loadCurrentQuote } from '../quotes/expire-quotes.ts';
import { buildConsoleUrl } from '../sending/links/links.ts';
import type { OpenedQuote } from '../sending/links/open-quote.ts';
import { findWantedAddress } from '../sending/outbox/notice-address.ts';
import { queueMail } from '../sending/outbox/queue-mail.ts';
import { checkMessageLimit } from './messages/message-limits.ts';
import { toThread } from './messages/thread.ts';

type CustomerRequest = { kind: 'question'; text: string } | { kind: 'renewal_request'; text: string | null };

/** Questions per link in 24 hours: enough for any customer, and too few to flood a mailbox. */
const MAX_QUESTIONS = 20;

/** `closed`: a renewal of a quote that has not expired. `gone`: the quote is deleted or the link is revoked. */
type AskResult = 'done' | 'closed' | 'gone';

/** Records a question or a renewal request in the history and emails it to the owner. */
export async function askOwner(
  deps: Deps,
  opened: OpenedQuote,
  request: CustomerRequest,
): Promise<AskResult> {
  const shown = { ...opened, logo: await ensureMailLogo(deps, opened.source.account) };
  return writeNow(deps.db, opened.link.account_id, (tx, now) => recordRequest(tx, deps, shown, request, now));
}

async function recordRequest(
  tx: Sql,
  deps: Deps,
  { link, source: document, record, logo }: OpenedQuote & { logo: LogoBitmap | undefined },
  request: CustomerRequest,
  now: number,
): Promise<AskResult> {
  const { account_id: accountId, document_id: quoteId } = link;
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const { quote } = stored;
  if (request.kind === 'renewal_request' && !isExpired(quote)) return 'closed';
  await checkQuestionLimit(tx, link, toRealTime(tx, now));
  const { message, ...event } = await recordMessage(tx, link, request, stored, document.customer.name, now);
  const customerEvent = { ...event, actor: { type: 'customer' } } as const;
  await recordEvent(tx, accountId, stored, customerEvent, { at: now, now }, { ...(message && { message }) });
  const owner = await findWantedAddress(
    tx,
    deps,
    accountId,
    request.kind === 'question' ? 'question' : 'renewal',
  );
  if (!owner) return 'done';
  const { customer } = document;
  const account = await withMailLogo(tx, document.account, logo);
  const from = { name: null, email: link.recipient };
  const data = { quote, customer, account, consoleUrl: buildConsoleUrl(deps, accountId, quoteId) };
  const { replyTo, ...content } =
    request.kind === 'question'
      ? renderQuestionEmail({ ...data, question: request.text, from })
      : renderRenewalRequestEmail({ ...data, message: request.text });
  const mail = { kind: request.kind, documentId: quoteId, to: owner, replyTo, content, document, record };
  await queueMail(tx, deps, account, mail, now);
  return 'done';
}

/** Returns the event to record. A question is also added to the message thread. */
async function recordMessage(
  tx: Sql,
  link: Link,
  request: CustomerRequest,
  { quote }: StoredQuote,
  customer: string,
  now: number,
): Promise<Pick<HistoryEvent, 'type' | 'data'> & { message?: Message }> {
  const data = { text: request.text, linkId: link.id };
  if (request.kind === 'renewal_request') return { type: 'renewal_requested', data };
  const thread = toThread(link);
  await checkMessageLimit(tx, thread, 'customer', now);
  const signer = findSigner(quote, link.recipient);
  const author = signer?.name ?? customer;
  const written = {
    from: 'customer',
    author,
    text: request.text,
    via: 'page',
    signer: signer?.email,
  } as const;
  const message = await addMessage(tx, thread, written, now);
  return { type: 'question', data: { ...data, messageId: message.id }, message };
}

async function checkQuestionLimit(tx: Sql, link: Link, now: number): Promise<void> {
  const times = await listQuestionTimes(tx, link, now - DAY_MS);
  const oldest = times.at(-MAX_QUESTIONS);
  if (oldest === undefined) return;
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - now) / 1000));
  throw new Problem('rate_limited', `A link allows ${MAX_QUESTIONS} questions per 24 hours.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
