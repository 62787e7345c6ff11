import type { Deps } from '../../deps.ts';
import { changesSince, type ShownText, shownText, type TextChanges } from '../../domain/quote/changes.ts';
import { setShown } from '../../store/tables/quote/links.ts';
import type { OpenedQuote } from './open-quote.ts';

/** Returns the changes since this link showed another revision; a reload returns the same changes. */
export function changesFor({ link, quote }: Pick<OpenedQuote, 'link' | 'quote'>): TextChanges | null {
  const [shown, before] = [link.shown, link.shown_before].map(read);
  const earlier = shown?.revision === quote.revision ? before : shown;
  return earlier ? changesSince(earlier, shownText(quote)) : null;
}

/** Records that a person has seen this revision. */
export async function noteShown(
  { db }: Pick<Deps, 'db'>,
  { link, quote }: Pick<OpenedQuote, 'link' | 'quote'>,
): Promise<void> {
  if (read(link.shown)?.revision === quote.revision) return;
  const text = JSON.stringify(shownText(quote));
  await db.write((tx) => setShown(tx, link, text), { account: link.account_id });
}

function read(text: string | null | undefined): ShownText | undefined {
  return text ? (JSON.parse(text) as ShownText) : undefined;
}
