import { isPricedInParts } from '../../domain/money/quantity-prices.ts';
import type { LineChange } from '../../domain/quote/changes.ts';
import { isSelected, type LineItem } from '../../domain/quote/line/line-item.ts';
import { isQuantityShown, type Show } from '../../domain/quote/line/show.ts';
import { formatMoney, formatPercent, formatQuantity } from '../format.ts';
import type { Locale } from '../locale.ts';
import type { MessageTexts } from '../messages.ts';
import { formatRecurrence } from './recurring.ts';

/** What a reader may see of the items before and after a change, and in which currency. */
export interface Reading {
  locale: Locale;
  t: MessageTexts<'page'>;
  before: { currency: string; show: Show };
  now: { currency: string; show: Show };
}

/** What a change says: the item, its figures and, if a reader sees a difference, what it was before. */
export interface ChangeText {
  label: string;
  name: string;
  figures: string[];
  before: string[];
}

export function describeChange(line: LineChange, reading: Reading): ChangeText {
  const { t } = reading;
  if (line.kind === 'added')
    return { label: t.lineAdded, ...describeItem(line.now, reading, reading.now), before: [] };
  if (line.kind === 'removed')
    return { label: t.lineRemoved, ...describeItem(line.before, reading, reading.before), before: [] };
  const now = describeItem(line.now, reading, reading.now, line.before);
  const { name, figures } = describeItem(line.before, reading, reading.before, line.now);
  const before = [...(name === now.name ? [] : [name]), ...figures];
  return { label: t.lineChanged, ...now, before: before.join() === now.figures.join() ? [] : before };
}

/** Quantity, prices and tax rate, as far as they are shown, and what else differs from the other state of the item. */
function describeItem(
  item: LineItem,
  { locale, t }: Reading,
  { currency, show }: Reading['now'],
  other = item,
): Pick<ChangeText, 'name' | 'figures'> {
  const { quantity, unit, unitPrice, taxRate, amount, recurring } = item;
  const count = isQuantityShown(show, item) && `${formatQuantity(quantity, locale)}${unit ? ` ${unit}` : ''}`;
  const price = show.linePrices && !isPricedInParts(item) && formatMoney(unitPrice, currency, locale);
  const times = [count, price].filter(Boolean).join(' × ');
  const isTimed = JSON.stringify(recurring) !== JSON.stringify(other.recurring);
  const isChosen = isSelected(item) !== isSelected(other);
  return {
    // The first line of the description names the item.
    name: item.description.split('\n', 1)[0] ?? '',
    figures: [
      show.linePrices || times === '' ? times : `${t.quantity} ${times}`,
      show.linePrices && taxRate > 0 && formatPercent(taxRate, locale),
      show.linePrices && formatMoney(amount, currency, locale),
      isTimed && recurring !== undefined && formatRecurrence(recurring, locale, t),
      isChosen && (isSelected(item) ? t.selected : t.notSelected),
    ].filter((text): text is string => typeof text === 'string' && text !== ''),
  };
}

/** What both states may show to a customer: nothing that the quote hides now, and nothing that it hid before. */
export function pickShown(before: Show, now: Show): { before: Show; now: Show } {
  const linePrices = now.linePrices && before.linePrices;
  return { before: { linePrices, quantities: now.quantities && before.quantities }, now };
}
