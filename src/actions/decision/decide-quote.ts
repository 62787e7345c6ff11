import type { Deps } from '../../deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { newId } from '../../domain/ids.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { moved, withoutAnswer } from '../../domain/quote/compose-quote.ts';
import { isDraft, isExpired, type Quote, TRANSITIONS } from '../../domain/quote/quote.ts';
import { acceptedCopyMail } from '../../mail/letters/accepted-copy.ts';
import { answerNoticeMail } from '../../mail/letters/decision-notice.ts';
import type { Sql } from '../../store/database.ts';
import { addAnswer } from '../../store/tables/answers.ts';
import { keepDocument } from '../../store/tables/documents.ts';
import { addEvent } from '../../store/tables/events.ts';
import { findLinkRecipient, type Link } from '../../store/tables/links.ts';
import { replaceQuote } from '../../store/tables/quotes.ts';
import { addRevision } from '../../store/tables/revisions.ts';
import { accountForMail } from '../account/mail-logo.ts';
import { acceptedSource, partiesOf } from '../document/ensure-document.ts';
import { publicQuoteUrl } from '../link/links.ts';
import { ownerAddress, queueMail } from '../outbox/queue-mail.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';

/** What the person on the page has said, and which text they had before them. */
export type CustomerAnswer = Pick<
  Acceptance,
  'decision' | 'name' | 'reason' | 'signature' | 'revision' | 'documentSha256' | 'ip' | 'userAgent'
>;

/** The quote at one version, and the document of it. */
export interface ShownQuote {
  version: number;
  documentSha256: string;
  source: QuoteSource;
}

/**
 * `done`: written down. `changed`: another text than the one they saw. `decided`: somebody was first.
 * `closed`: expired, or being revised. `gone`: deleted, or the link revoked. `stale`: the quote has moved on from
 * the version that `shown` is of, and has to be looked at again.
 */
export type AnswerResult = 'done' | 'changed' | 'decided' | 'closed' | 'gone' | 'stale';

/** In a transaction: one answer, to the text of `shown`, with its record and the mails that tell of it. */
export async function answerQuote(
  tx: Sql,
  deps: Deps,
  link: Link,
  answer: CustomerAnswer,
  shown: ShownQuote,
  now: number,
): Promise<AnswerResult> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const event = answer.decision === 'ACCEPTED' ? 'customerAccept' : 'customerDecline';
  if (TRANSITIONS[stored.quote.status][event] === 'refused') {
    return isDraft(stored.quote) || isExpired(stored.quote) ? 'closed' : 'decided';
  }
  if (stored.version !== shown.version) return 'stale';
  if (answer.revision !== stored.quote.revision || answer.documentSha256 !== shown.documentSha256) {
    return 'changed';
  }

  const at = new Date(now).toISOString();
  const quote: Quote = {
    ...withoutAnswer(moved(stored.quote, event)),
    ...(answer.decision === 'ACCEPTED'
      ? { acceptedAt: at, acceptedBy: answer.name }
      : { declinedAt: at, declineReason: answer.reason }),
    updatedAt: at,
  };
  await replaceQuote(tx, accountId, stored, quote);
  const record: Acceptance = { quoteId, by: 'customer', at, ...answer };
  const source = answer.decision === 'ACCEPTED' ? acceptedSource(shown.source, quote, record) : null;
  await addAnswer(tx, accountId, newId('ans', now), record, source);
  await keepText(tx, link, stored.quote, shown.documentSha256, at);
  await addEvent(tx, accountId, quoteId, historyOf(record), now);
  await tellBoth(tx, deps, link, quote, record, source ?? shown.source, now);
  return 'done';
}

/** What was answered is kept like what was sent: it may have been edited since, and read on the page alone. */
async function keepText(
  tx: Sql,
  link: Link,
  quote: Quote,
  documentSha256: string,
  at: string,
): Promise<void> {
  await keepDocument(tx, link.account_id, documentSha256);
  await addRevision(tx, link.account_id, quote.id, {
    revision: quote.revision,
    sentAt: at,
    sentTo: link.recipient,
    documentSha256,
    quote,
  });
}

function historyOf(record: Acceptance) {
  const { name, reason, revision, documentSha256 } = record;
  return record.decision === 'ACCEPTED'
    ? ({ type: 'accepted', actor: { type: 'customer' }, data: { name, revision, documentSha256 } } as const)
    : ({ type: 'declined', actor: { type: 'customer' }, data: { reason, revision } } as const);
}

/** The customer gets a copy of what they accepted, the owner is told, with the document. */
async function tellBoth(
  tx: Sql,
  deps: Deps,
  link: Link,
  quote: Quote,
  acceptance: Acceptance,
  document: QuoteSource,
  now: number,
): Promise<void> {
  const { account: stored, customer } = await partiesOf(tx, link.account_id, quote.customerId);
  const account = await accountForMail(tx, stored);
  const owner = ownerAddress(account);
  const parties = { quote, customer, account };
  if (acceptance.decision === 'ACCEPTED') {
    const to = { name: acceptance.name, address: link.recipient };
    const content = acceptedCopyMail({ ...parties, acceptance, publicUrl: publicQuoteUrl(deps, link.id) });
    const copy = { kind: 'accepted_copy', quoteId: quote.id, to, replyTo: owner, content, document } as const;
    await queueMail(tx, deps, account, copy, now);
  }
  if (!owner) return;
  const { replyTo, ...content } = answerNoticeMail({ ...parties, acceptance });
  const notice = { kind: 'answer_notice', quoteId: quote.id, to: owner, replyTo, content, document } as const;
  await queueMail(tx, deps, account, notice, now);
}
