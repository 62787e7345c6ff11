import type { Deps } from '../../app/deps.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { listSearchedTexts } from '../../store/lists/quote-groups.ts';
import { toSearchForm } from '../../store/lists/text/search-form.ts';

type Listed = Pick<Quote, 'id' | 'number' | 'title'> & { customerName: string };

/** Letters before a match, and of the whole text that is shown. */
const BEFORE = 30;
const MAX_SHOWN = 90;

/** Returns why quotes match a search that neither their number nor title nor customer contains: a text of theirs, cut. */
export async function findMatchedTexts(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quotes: readonly Listed[],
  search: string | undefined,
): Promise<Map<string, string>> {
  const wanted = toSearchForm(search ?? '');
  if (wanted === '') return new Map();
  const isIn = (text: string) => toSearchForm(text).includes(wanted);
  const unexplained = quotes.filter((quote) => ![quote.number, quote.title, quote.customerName].some(isIn));
  const texts = await listSearchedTexts(
    db.read,
    accountId,
    unexplained.map(({ id }) => id),
  );
  return new Map(
    [...texts].flatMap(([id, own]) => {
      const found = own.find(isIn);
      return found === undefined ? [] : [[id, cutAround(found, wanted)] as const];
    }),
  );
}

function cutAround(text: string, wanted: string): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const at = Math.max(0, toSearchForm(line).indexOf(wanted) - BEFORE);
  const from = at === 0 ? 0 : line.indexOf(' ', at) + 1;
  const end = Math.max(from + MAX_SHOWN, at + BEFORE + wanted.length);
  return `${from > 0 ? '… ' : ''}${line.slice(from, end)}${end < line.length ? ' …' : ''}`;
}
