import { MAX_UNIT_PRICE } from '../../../../domain/quote/line/line-item.ts';
import { hasSelectedItem, type LineChoice } from '../../../../domain/quote/line/selection.ts';
import type { ProposalKind, ProposedChange, Wishes } from '../../../../domain/quote/proposal/proposal.ts';
import {
  findAllowed,
  findWishErrors,
  proposeItems,
  proposeQuote,
} from '../../../../domain/quote/proposal/proposed-quote.ts';
import { isOpen, type Quote } from '../../../../domain/quote/quote.ts';
import type { Locale } from '../../../../i18n/locale.ts';
import { type ReadNumber, readAmount, readDigits } from '../../../../i18n/parse-amount.ts';
import { getSeparators, type Separators } from '../../../../i18n/parse-number.ts';

/** Names of the fields, which are numbered by the index of the item in the revision. */
export const WISHES = {
  quantity: (line: number) => `wish${line}`,
  unitPrice: (line: number) => `offer${line}`,
  removed: (line: number) => `without${line}`,
} as const;

const MAX_QUANTITY = 1_000_000_000;
const MAX_DECIMALS = 4;

/** What the customer typed on the page. */
export interface ReadWishes extends Wishes {
  changes: ProposedChange[];
  /** Names of the fields that cannot be read. */
  unreadable: string[];
  /** `invalid`: something cannot be asked for. `required`: nothing would be left. */
  error?: 'invalid' | 'required';
  /** The total with the wishes; `null` if they have errors. */
  total: number | null;
}

/** Reads what the customer would like to be otherwise. It is valid only for the revision that was shown. */
export function readWishes(
  form: Partial<Record<string, string>>,
  quote: Quote,
  selection: readonly LineChoice[],
  { kind, locale }: { kind: ProposalKind; locale: Locale },
): ReadWishes {
  const isThisRevision = isOpen(quote) && Number(form.revision) === quote.revision;
  if (!isThisRevision || kind === 'off') return { changes: [], selection, unreadable: [], total: null };
  const separators = getSeparators(locale.tag);
  const unreadable: string[] = [];
  const read = (name: string, now: number, parse: (text: string) => number | undefined): number | null => {
    const text = form[name];
    if (text === undefined) return null;
    const value = parse(text);
    if (value === undefined) unreadable.push(name);
    return value === undefined || value === now ? null : value;
  };
  const changes = quote.items.flatMap((item, line): ProposedChange[] => {
    const allowed = findAllowed(item, quote, kind);
    const removed = allowed.removed && form[WISHES.removed(line)] !== undefined;
    const rest = { itemId: item.id, removed };
    if (removed) return [{ ...rest, quantity: null, unitPrice: null }];
    const quantity = allowed.quantity
      ? read(WISHES.quantity(line), item.quantity, (text) => readQuantity(text, separators))
      : null;
    const unitPrice = allowed.unitPrice
      ? read(WISHES.unitPrice(line), item.unitPrice, (text) => readPrice(text, quote.currency, separators))
      : null;
    return quantity === null && unitPrice === null ? [] : [{ ...rest, quantity, unitPrice }];
  });
  const wishes = { changes, selection };
  const error = findError(quote, wishes, kind, unreadable);
  if (error) return { ...wishes, unreadable, error, total: null };
  return { ...wishes, unreadable, total: proposeQuote(quote, wishes).total };
}

function findError(
  quote: Quote,
  wishes: Wishes,
  kind: ProposalKind,
  unreadable: readonly string[],
): ReadWishes['error'] {
  if (unreadable.length > 0) return 'invalid';
  if (!hasSelectedItem(proposeItems(quote, wishes))) return 'required';
  return findWishErrors(quote, wishes, kind).length > 0 ? 'invalid' : undefined;
}

export function readQuantity(text: string, separators: Separators): number | undefined {
  const { value } = readDigits(text, separators, MAX_DECIMALS) as ReadNumber<string>;
  const quantity = Number(value);
  return value !== undefined && quantity > 0 && quantity <= MAX_QUANTITY ? quantity : undefined;
}

export function readPrice(text: string, currency: string, separators: Separators): number | undefined {
  return readAmount(text, currency, separators, MAX_UNIT_PRICE).value;
}
