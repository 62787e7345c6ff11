import type { FieldError } from '../../errors.ts';
import { type ContentChanges, compareContent, getShownContent } from '../changes.ts';
import { repriceQuote } from '../compose-quote.ts';
import { isSelectable, isSelected, type LineItem, type UnpricedLine } from '../line/line-item.ts';
import { findQuantityError } from '../line/line-rules.ts';
import { applySelection, findSelectionErrors, hasSelectedItem, listSelection } from '../line/selection.ts';
import { isQuantityShown } from '../line/show.ts';
import type { Quote } from '../quote.ts';
import { findQuoteRuleErrors } from '../quote-rules.ts';
import type { ProposalKind, ProposedChange, Wishes } from './proposal.ts';

/** What of an item a customer may ask for: nothing that the page does not show. */
export interface Allowed {
  quantity: boolean;
  unitPrice: boolean;
  removed: boolean;
}

export function findAllowed(item: LineItem, { show }: Pick<Quote, 'show'>, kind: ProposalKind): Allowed {
  const quantity = kind !== 'off' && isQuantityShown(show, item);
  return {
    quantity,
    unitPrice: kind === 'prices' && quantity && show.linePrices && item.quantityPrices === undefined,
    // Options are left out by the selection.
    removed: kind !== 'off' && !isSelectable(item),
  };
}

/** Returns the items with what the customer would like. A quantity outside its range ends the range. */
export function proposeItems(quote: Quote, { changes, selection }: Wishes): UnpricedLine[] {
  const byId = new Map(changes.map((change) => [change.itemId, change]));
  return applySelection(quote.items, selection).flatMap((item) => {
    const change = byId.get(item.id);
    if (!change) return [item];
    if (change.removed) return [];
    const { quantityRange, ...rest } = item;
    const quantity = change.quantity ?? item.quantity;
    const fits = quantityRange && findQuantityError(quantity, quantityRange) === undefined;
    const line = { ...rest, quantity, unitPrice: change.unitPrice ?? item.unitPrice };
    return [fits ? { ...line, quantityRange } : line];
  });
}

/** Returns the quote as the customer would like it, with its totals. The stages stay those of the quote. */
export function proposeQuote(quote: Quote, wishes: Wishes): Quote {
  const priced = repriceQuote({ ...quote, paymentSchedule: null }, proposeItems(quote, wishes));
  return { ...priced, paymentSchedule: quote.paymentSchedule };
}

/** What would differ for the customer: an option that they take is new, one that they leave is gone. */
export function compareProposed(quote: Quote, proposed: Quote): ContentChanges {
  const omitOptions = (content: Quote) => ({ ...content, items: content.items.filter(isSelected) });
  return compareContent(getShownContent(omitOptions(quote)), omitOptions(proposed));
}

/** Omits changes that change nothing, and completes the selection. */
export function normalizeWishes(quote: Quote, { changes, selection }: Wishes) {
  const chosen = applySelection(quote.items, selection);
  const items = new Map(chosen.map((item) => [item.id, item]));
  const omitSame = (value: number | null, now: number | undefined) => (value === now ? null : value);
  const wanted = changes.map(({ itemId, removed, quantity, unitPrice }): ProposedChange => {
    const item = items.get(itemId);
    if (removed) return { itemId, quantity: null, unitPrice: null, removed };
    return {
      itemId,
      quantity: omitSame(quantity, item?.quantity),
      unitPrice: omitSame(unitPrice, item?.unitPrice),
      removed,
    };
  });
  const isChange = ({ removed, quantity, unitPrice }: ProposedChange) =>
    removed || quantity !== null || unitPrice !== null;
  return { changes: wanted.filter(isChange), selection: listSelection(chosen) };
}

/** Lists what may not be asked for. Whether the stages still fit is decided when somebody applies it. */
export function findWishErrors(quote: Quote, wishes: Wishes, kind: ProposalKind): FieldError[] {
  const items = new Map(quote.items.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const errors = [...findSelectionErrors(quote.items, wishes.selection, quote)];
  for (const [index, change] of wishes.changes.entries()) {
    const path = `/changes/${index}`;
    const item = items.get(change.itemId);
    if (!item) errors.push({ path: `${path}/itemId`, message: 'does not match any item of this quote' });
    else if (seen.has(change.itemId))
      errors.push({ path: `${path}/itemId`, message: 'is the same item a second time' });
    else errors.push(...findForbidden(change, findAllowed(item, quote, kind), path));
    seen.add(change.itemId);
  }
  if (errors.length > 0) return errors;
  const proposed = proposeItems(quote, wishes);
  if (!hasSelectedItem(proposed))
    return [{ path: '/changes', message: 'leaves nothing: at least one item must be left' }];
  const broken = findQuoteRuleErrors({ ...quote, items: proposed, paymentSchedule: null });
  return broken.map(({ message }) => ({ path: '/changes', message }));
}

function findForbidden(change: ProposedChange, allowed: Allowed, path: string): FieldError[] {
  const { removed } = change;
  // The right value is no exception: the response would tell a guess from the value that the page hides.
  const wrong = (['quantity', 'unitPrice'] as const).filter(
    (field) => !allowed[field] && change[field] !== null,
  );
  const errors = wrong.map((field) => ({
    path: `${path}/${field}`,
    message: 'cannot be asked for of this item',
  }));
  if (!removed || allowed.removed) return errors;
  const message = 'must be false for an item that the selection can leave out';
  return [...errors, { path: `${path}/removed`, message }];
}
