import { getGroupOrder, type TaxGroup } from '../../money/tax-group.ts';
import { isSelected } from '../line/line-item.ts';
import type { Quote } from '../quote.ts';

/** Longest list of names, and longest name in it, in characters. */
const MAX_SUMMARY_LENGTH = 300;
const MAX_NAME_LENGTH = 80;

/**
 * Describes a part of a quote for the item of its invoice: the stage and the number of the quote, and on the next line
 * what it is for, which is the title and the sections or items of the same tax group.
 */
export function describePart(
  quote: Pick<Quote, 'number' | 'title' | 'items'>,
  label: string,
  group: Pick<TaxGroup, 'rate' | 'category'>,
): string {
  const names = summarizeItems(quote, group);
  const subject = [label === quote.title ? '' : quote.title, names].filter((text) => text !== '').join(': ');
  return `${label} – ${quote.number}${subject === '' ? '' : `\n${subject}`}`;
}

function summarizeItems(
  { items }: Pick<Quote, 'items'>,
  { rate, category }: Pick<TaxGroup, 'rate' | 'category'>,
) {
  const order = getGroupOrder(rate, category);
  const own = items.filter(
    (item) => isSelected(item) && getGroupOrder(item.taxRate, item.taxCategory) === order,
  );
  const names = new Set(own.map(({ section, description }) => shorten(section ?? description)));
  let summary = '';
  for (const name of names) {
    const longer = summary === '' ? name : `${summary}, ${name}`;
    if (longer.length > MAX_SUMMARY_LENGTH) return `${summary} …`;
    summary = longer;
  }
  return summary;
}

/** Takes the first line of a text, cut if it is long. */
function shorten(text: string): string {
  const line = text.trim().split(/\r\n?|\n/)[0] ?? '';
  const characters = [...line];
  return characters.length <= MAX_NAME_LENGTH
    ? line
    : `${characters.slice(0, MAX_NAME_LENGTH).join('').trimEnd()}…`;
}
