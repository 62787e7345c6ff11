import type { Deps } from '../../../app/deps.ts';
import {
  type ContentChanges,
  findChanges,
  getShownContent,
  type ShownContent,
} from '../../../domain/quote/changes.ts';
import { storeShownContent } from '../../../store/tables/links.ts';
import type { OpenedQuote } from './open-quote.ts';

/** Returns the changes since this link showed another revision; a reload returns the same changes. */
export function findChangesForLink({
  link,
  quote,
}: Pick<OpenedQuote, 'link' | 'quote'>): ContentChanges | null {
  const [shown, before] = [link.shown, link.shown_before].map(read);
  const earlier = shown?.revision === quote.revision ? before : shown;
  return earlier ? findChanges(earlier, getShownContent(quote)) : null;
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
