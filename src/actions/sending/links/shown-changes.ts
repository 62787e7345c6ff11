import type { Deps } from '../../../app/deps.ts';
import {
  type ContentChanges,
  findChanges,
  getShownContent,
  type ShownContent,
} from '../../../domain/quote/changes.ts';
import { storeShownContent } from '../../../store/tables/links.ts';
import { findChangesSince } from '../revision-changes.ts';
import type { OpenedQuote } from './open-quote.ts';

/**
 * Returns the changes since this link showed another revision; a reload returns the same changes. Somebody who never opened
 * an earlier one may know its PDF: it was sent to the same address, or with this link.
 */
export async function findChangesForLink(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<ContentChanges | null> {
  const [shown, before] = [link.shown, link.shown_before].map(read);
  const earlier = shown?.revision === quote.revision ? before : shown;
  if (earlier) return findChanges(earlier, getShownContent(quote));
  const recipient = link.recipient.toLowerCase();
  return findChangesSince(db.read, link.account_id, quote, ({ sentTo, sentAt }) => {
    return sentTo.toLowerCase() === recipient || Date.parse(sentAt) >= link.created_at;
  });
}

/** Records that a person has seen this revision. */
export async function recordShown(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<void> {
  if (read(link.shown)?.revision === quote.revision) return;
  const text = JSON.stringify(getShownContent(quote));
  await db.write((tx) => storeShownContent(tx, link, text), { account: link.account_id });
}

function read(text: string | null | undefined): ShownContent | undefined {
  return text ? (JSON.parse(text) as ShownContent) : undefined;
}
