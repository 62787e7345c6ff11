import { computeNets } from '../../money/nets.ts';
import { computeGross, type TotalsInput } from '../../money/totals.ts';
import { isSelected, type LineItem } from '../line/line-item.ts';
import type { ItemCosts } from './item-costs.ts';

/** The cost and the margin of a quote; `null` while a selected item has no cost. */
export interface QuoteMargin {
  cost: number | null;
  /** Total without tax, less the cost. */
  margin: number | null;
  /** Of the total without tax, with two decimals; `null` without a total. */
  marginPercent: number | null;
}

export interface ItemMargin {
  cost?: number;
  /** Absent for items without a cost and for those that are not selected. */
  margin?: number;
}

export type CostedContent = Omit<TotalsInput, 'items'> & { items: readonly LineItem[] };

export const NO_MARGIN: QuoteMargin = { cost: null, margin: null, marginPercent: null };

export function computeMargins(
  content: CostedContent,
  costs: ItemCosts,
): { items: ItemMargin[]; total: QuoteMargin } {
  const { items } = content;
  const nets = computeNets(content);
  const spent = items.map(({ id, quantity }) =>
    costs[id] === undefined ? undefined : computeGross(quantity, costs[id]),
  );
  const chosen = [...items.keys()].filter((line) => isSelected(items[line] as LineItem));
  return {
    items: items.map((item, line) => {
      const [cost, spentOnLine] = [costs[item.id], spent[line]];
      if (cost === undefined || spentOnLine === undefined) return {};
      const margin = isSelected(item) ? toSafe((nets[line] ?? 0n) - spentOnLine) : null;
      return { cost, ...(margin !== null && { margin }) };
    }),
    total: sumMargin(
      nets.reduce((sum, net) => sum + net, 0n),
      chosen.map((line) => spent[line]),
    ),
  };
}

/** Stands for a margin that is not known. Such quotes come first in ascending order. */
const UNKNOWN_MARGIN = Number.MIN_SAFE_INTEGER;
const MAX_SORTED_MARGIN = 1e15;

/** Returns the margin that quotes are sorted by, in hundredths of a percent. */
export function toSortedMargin(content: CostedContent, costs: ItemCosts): number {
  if (Object.keys(costs).length === 0) return UNKNOWN_MARGIN;
  const { marginPercent } = computeMargins(content, costs).total;
  if (marginPercent === null) return UNKNOWN_MARGIN;
  return Math.min(Math.max(Math.round(marginPercent * 100), -MAX_SORTED_MARGIN), MAX_SORTED_MARGIN);
}

/** Adds costs and margins to a quote for callers that may see them. */
export function addMargins<Content extends CostedContent>(content: Content, costs: ItemCosts) {
  if (Object.keys(costs).length === 0) return { ...content, ...NO_MARGIN };
  const { items, total } = computeMargins(content, costs);
  return { ...content, items: content.items.map((item, line) => ({ ...item, ...items[line] })), ...total };
}

function sumMargin(net: bigint, costs: readonly (bigint | undefined)[]): QuoteMargin {
  if (costs.length === 0 || costs.includes(undefined)) return NO_MARGIN;
  const spent = (costs as bigint[]).reduce((sum, cost) => sum + cost, 0n);
  const [cost, margin] = [toSafe(spent), toSafe(net - spent)];
  if (cost === null || margin === null) return NO_MARGIN;
  return { cost, margin, marginPercent: computePercent(net - spent, net) };
}

/** Returns what percentage of the whole a part is, with two decimals; `null` without a whole. */
export function computePercent(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number(toHundredths(part, whole)) / 100;
}

/** Hundredths of a percent, rounded half away from zero. */
function toHundredths(part: bigint, whole: bigint): bigint {
  const doubled = (part < 0n ? -part : part) * 20_000n + whole;
  const rounded = doubled / (2n * whole);
  return part < 0n ? -rounded : rounded;
}

/** A figure that a number cannot hold exactly is not known. */
function toSafe(value: bigint): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}
