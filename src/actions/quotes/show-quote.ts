import type { Deps } from '../../app/deps.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { isId } from '../../domain/ids.ts';
import { type ContentChanges, compareContent, getShownContent } from '../../domain/quote/changes.ts';
import type { DecisionRecord } from '../../domain/quote/decision.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import type { Message } from '../../domain/quote/message.ts';
import { hasDecision, isDraft, type Quote } from '../../domain/quote/quote.ts';
import { findPrintedEnd } from '../../domain/quote/sent-quote.ts';
import { listLastEvents } from '../../store/tables/events/events.ts';
import { findLinkRecipient } from '../../store/tables/links.ts';
import { findBouncedLink } from '../../store/tables/mail/sent-mails.ts';
import { findLastDecision } from '../../store/tables/quote/decisions.ts';
import { countUnread, findMessages } from '../../store/tables/quote/messages.ts';
import type { ShownQuoteRow } from '../../store/tables/quote/quotes.ts';
import { findLastSentRevisions, listRevisions } from '../../store/tables/quote/revisions.ts';
import { buildQuoteSource, toShownQuote } from '../sending/documents/quote-document.ts';
import { readShownQuote } from './read-quote.ts';

/** A quote as its account sees it. */
export interface ShownToOwner {
  row: ShownQuoteRow;
  quote: Quote;
  source: QuoteSource;
  decision: DecisionRecord | null;
}

export async function showQuote(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<ShownToOwner> {
  const row = await readShownQuote(deps, accountId, quoteId, now);
  const shown = toShownQuote(row);
  const source = await buildQuoteSource(deps.db.read, accountId, shown);
  const quote = { ...shown.quote, validUntil: findPrintedEnd(shown.quote, source.account) };
  const decision = (hasDecision(quote) && (await findLastDecision(deps.db.read, accountId, row.id))) || null;
  return { row, quote, source, decision };
}

/** Events and messages of a quote, newest first. */
export interface QuoteLog {
  events: HistoryEvent[];
  hasEarlier: boolean;
  isLatest: boolean;
  /** Messages by id, newest first. */
  messages: Map<string, Message>;
  unread: number;
  /** Recipient of the open link; `null` without one. */
  recipient: string | null;
  /** Enhanced status code of the email with that link, if it came back from its recipient. */
  bounce: { status: string | null; response: string | null } | null;
}

const PAGE_SIZE = 50;

export async function readQuoteLog(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { id, link_id: linkId }: Pick<ShownQuoteRow, 'id' | 'link_id'>,
  before: string | undefined,
): Promise<QuoteLog> {
  const thread = { accountId, quoteId: id };
  const end = before !== undefined && isId('evt', before) ? before : undefined;
  const [found, unread, recipient, bounce] = await Promise.all([
    listLastEvents(db.read, accountId, id, { before: end, limit: PAGE_SIZE + 1 }),
    countUnread(db.read, thread),
    linkId === null ? undefined : findLinkRecipient(db.read, accountId, id, linkId),
    linkId === null ? undefined : findBouncedLink(db.read, accountId, id, linkId),
  ]);
  const events = found.slice(0, PAGE_SIZE);
  const ids = events.map(({ data }) => data.messageId).filter((one) => typeof one === 'string');
  const messages = await findMessages(db.read, thread, ids);
  return {
    events,
    hasEarlier: found.length > PAGE_SIZE,
    isLatest: end === undefined,
    messages: new Map(messages.map((message) => [message.id, message])),
    unread,
    recipient: recipient ?? null,
    bounce: bounce ?? null,
  };
}

/** Reads which revision of each quote was sent last, of those that have several. */
export function readSentRevisions(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quotes: readonly Pick<Quote, 'id' | 'revision'>[],
): Promise<Map<string, number>> {
  const revised = quotes.filter(({ revision }) => revision > 1);
  return findLastSentRevisions(
    db.read,
    accountId,
    revised.map(({ id }) => id),
  );
}

/** A revision that was sent, and its changes since the previous one. */
export interface RevisionWithChanges {
  /** Index among the revisions that were sent, from 0. */
  index: number;
  revision: number;
  sentAt: string;
  sentTo: string;
  quote: Quote;
  /** `null` for the first revision; empty if a reader would see no difference. */
  changes: ContentChanges | null;
}

/** Returns the revisions, newest first, and the changes of a draft since the last one. */
export async function listRevisionsWithChanges(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quote: Quote,
): Promise<{ revisions: RevisionWithChanges[]; changesNow: ContentChanges | null }> {
  const sent = await listRevisions(db.read, accountId, quote.id);
  const revisions = sent.map(({ revision, sentAt, sentTo, quote: text }, index) => {
    const before = sent[index - 1]?.quote;
    return {
      index,
      revision,
      sentAt,
      sentTo,
      quote: text,
      changes: before ? compareContent(getShownContent(before), text) : null,
    };
  });
  const last = sent.at(-1)?.quote;
  const changesNow = isDraft(quote) && last ? compareContent(getShownContent(last), quote) : null;
  return { revisions: revisions.reverse(), changesNow };
}
