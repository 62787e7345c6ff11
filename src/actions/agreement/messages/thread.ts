import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import { isId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/quote/message.ts';
import { quoteNotFound, quoteNotSent } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import type { PageSlice, PageTotal } from '../../../store/lists/list-total.ts';
import type { Link } from '../../../store/tables/links.ts';
import {
  countUnread,
  findLastMessageUpTo,
  findUnreadQuotes,
  listMessages,
  listShownMessages,
  markMessagesRead,
  type ThreadKey,
} from '../../../store/tables/quote/messages.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { assertCursorFound } from '../../expect-cursor.ts';
import { loadCurrentQuote } from '../../quotes/expire-quotes.ts';
import { readQuote } from '../../quotes/read-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';

/** Lists all messages about a quote, including those of its former customers. */
export async function listThread(
  { db }: Pick<Deps, 'db'>,
  thread: ThreadKey,
  page: PageSlice,
): Promise<PageTotal & { messages: Message[] }> {
  const { after } = page;
  assertCursorFound(
    after === undefined || (await findLastMessageUpTo(db.read, thread, { id: after })) !== undefined,
  );
  return listMessages(db.read, thread, page);
}

/** Finds a quote whose customer has, or had, a link to its page. Throws for a quote that was never sent. */
export async function findSentQuote(deps: Pick<Deps, 'db'>, thread: ThreadKey, now: number): Promise<Quote> {
  const row = await readQuote(deps, thread.accountId, thread.quoteId, now);
  const quote = JSON.parse(row.doc) as Quote;
  if (isNeverSent(quote, row.link_id)) throw quoteNotSent();
  return quote;
}

/** Checks the same again inside the transaction and locks the quote. */
export async function lockSentQuote(
  tx: Sql,
  { accountId, quoteId }: ThreadKey,
  now: number,
): Promise<StoredQuote> {
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored) throw quoteNotFound();
  if (isNeverSent(stored.quote, stored.linkId)) throw quoteNotSent();
  return stored;
}

/** A quote without a send may have a link: of an email whose outcome is unknown. */
function isNeverSent({ sentAt }: Quote, linkId: string | null): boolean {
  return sentAt === null && linkId === null;
}

/** Marks the messages to the account as read, up to a message or a time. */
export function markThreadRead(
  { db }: Pick<Deps, 'db'>,
  thread: ThreadKey,
  upTo: { id: string } | { time: number },
  now: number,
  keep: Keep<number> = keepNothing,
): Promise<number> {
  return db.write(
    async (tx) => {
      await lockSentQuote(tx, thread, now);
      const last = await findLastMessageUpTo(tx, thread, upTo);
      if (last === undefined && 'id' in upTo) throw messageUnknown();
      if (last !== undefined) await markMessagesRead(tx, thread, 'business', last, now);
      return keep(tx, await countUnread(tx, thread));
    },
    { account: thread.accountId },
  );
}

function messageUnknown(): Problem {
  return new Problem('validation_failed', '/upTo does not match any message of this quote.', {
    errors: [{ path: '/upTo', message: 'does not match any message of this quote' }],
  });
}

/** The part of the thread that the customer page shows. */
export interface ShownThread {
  messages: Message[];
  hasEarlier: boolean;
  isLatest: boolean;
}

const PAGE_SIZE = 50;

export async function openThread(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: { link: Link; quote: Pick<Quote, 'signers'> },
  before?: unknown,
): Promise<ShownThread> {
  const end = typeof before === 'string' && isId('msg', before) ? before : undefined;
  const reader = { recipient: link.recipient, isSigner: quote.signers !== undefined };
  const found = await listShownMessages(db.read, toThread(link), end, PAGE_SIZE + 1, reader);
  const hasEarlier = found.length > PAGE_SIZE;
  return { messages: hasEarlier ? found.slice(1) : found, hasEarlier, isLatest: end === undefined };
}

/** Marks the messages on the customer page as read by the customer. */
export async function markThreadSeen(
  { db }: Pick<Deps, 'db'>,
  link: Link,
  { messages }: ShownThread,
  now: number,
): Promise<void> {
  const last = messages.findLast(({ from, readAt }) => from === 'business' && readAt === null);
  if (!last) return;
  await db.write((tx) => markMessagesRead(tx, toThread(link), 'customer', last.id, now), {
    account: link.account_id,
  });
}

export function toThread({ account_id: accountId, document_id: quoteId }: Link): ThreadKey {
  return { accountId, quoteId };
}

/** Those of the quotes that have messages which nobody of the account has read. */
export function readUnreadQuotes(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteIds: readonly string[],
): Promise<Set<string>> {
  return findUnreadQuotes(db.read, accountId, quoteIds);
}
