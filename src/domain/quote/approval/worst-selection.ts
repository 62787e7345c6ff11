import { DECIMAL_SCALE, toTenThousandths } from '../../money/decimal.ts';
import type { ItemCosts } from '../cost/item-costs.ts';
import { getPairKey, isRecurring, type Recurrence } from '../recurring/recurrence.ts';
import { computeCountedTotal, computeRecurring, getPeriodTerms } from '../recurring/recurring-totals.ts';
import type { ApprovalReason, ApprovalRules } from './approval.ts';
import { canExceedDiscount, canExceedTotal, canFallBelowMargin } from './bounds.ts';
import {
  computeCost,
  measureDiscount,
  type PricedQuote,
  priceTaken,
  type TakenLine,
  WHOLE,
} from './priced-lines.ts';
import { priceOptions } from './priced-options.ts';
import { countSelections, groupLines, listSelections } from './selections.ts';

/** The rules about amounts. */
type AmountRule = Exclude<ApprovalReason, 'madeByKeys'>;

const AMOUNT_RULES = ['totalFrom', 'discountFrom', 'marginBelow'] as const;

/** Lines that are priced at most to look at each selection, which takes a few milliseconds. */
const MAX_PRICED_LINES = 2000;

/**
 * Returns the rules that the quote crosses in some selection of the customer. First each line counts at its worst by
 * itself: this finds all that cross a rule, and may also find some that miss it by less than their rounding. These are
 * told apart by computing every selection exactly, if there are not too many.
 */
export function findCrossedRules(
  quote: PricedQuote,
  costs: ItemCosts,
  rules: ApprovalRules,
  maxPricedLines = MAX_PRICED_LINES,
): Set<AmountRule> {
  const crossed = findCrossedOnce(quote, costs, rules, maxPricedLines);
  // The total counts later periods already, discounts and margins are judged at each of them, too.
  const later = { ...rules, totalFrom: null };
  for (const period of listPeriods(quote))
    for (const rule of findCrossedOnce(period, costs, later, maxPricedLines)) crossed.add(rule);
  return crossed;
}

/** The items of each pair of interval and periods, by the terms of a later period. */
function listPeriods(quote: PricedQuote): PricedQuote[] {
  const recurring = quote.items.filter(isRecurring);
  const pairs = Map.groupBy(recurring, (item) => getPairKey(item.recurring as Recurrence));
  return [...pairs.values()].map((items) => {
    const isElsewhere = (choice: string) =>
      quote.items.some((other) => other.choice === choice && !items.includes(other));
    return {
      ...{ ...quote, ...getPeriodTerms(quote) },
      // The customer may take an alternative that is due otherwise.
      items: items.map((item) =>
        item.choice !== undefined && isElsewhere(item.choice) ? { ...item, optional: true } : item,
      ),
    };
  });
}

function findCrossedOnce(
  quote: PricedQuote,
  costs: ItemCosts,
  rules: ApprovalRules,
  maxPricedLines: number,
): Set<AmountRule> {
  const { items } = quote;
  const crossed = new Set<AmountRule>();
  const open = new Set<AmountRule>(AMOUNT_RULES.filter((rule) => rules[rule] !== null));
  const cross = (rule: AmountRule) => open.delete(rule) && crossed.add(rule);
  if (open.has('marginBelow') && items.some(({ id }) => costs[id] === undefined)) cross('marginBelow');
  if (open.size === 0) return crossed;
  const groups = groupLines(items);
  const options = priceOptions(quote, groups, costs);
  for (const rule of open) if (!CAN_CROSS[rule](quote, options, rules[rule] ?? 0)) open.delete(rule);
  if (countSelections(items, groups) * items.length > maxPricedLines) {
    for (const rule of open) cross(rule);
  }
  if (open.size === 0) return crossed;
  for (const taken of listSelections(items, groups)) {
    const measured = measureSelection(quote, taken, costs);
    for (const rule of open) if (CROSSES[rule](measured, rules[rule] ?? 0)) cross(rule);
    if (open.size === 0) break;
  }
  return crossed;
}

const CAN_CROSS = {
  totalFrom: canExceedTotal,
  discountFrom: canExceedDiscount,
  marginBelow: canFallBelowMargin,
};

/** The amounts of one selection. */
interface Measured {
  /** With all later periods; a year of those without an end. */
  total: bigint;
  /** Before all discounts. */
  gross: bigint;
  /** All discounts, in hundredths of the smallest unit. */
  discount: bigint;
  /** After all discounts, without tax. */
  net: bigint;
  cost: bigint;
}

const CROSSES: Record<AmountRule, (measured: Measured, limit: number) => boolean> = {
  totalFrom: ({ total }, limit) => total >= BigInt(limit),
  discountFrom: ({ gross, discount }, limit) =>
    discount > 0n && discount * DECIMAL_SCALE >= toTenThousandths(limit) * gross,
  marginBelow: ({ net, cost }, limit) => (WHOLE - toTenThousandths(limit)) * net < WHOLE * cost,
};

function measureSelection(quote: PricedQuote, taken: readonly TakenLine[], costs: ItemCosts): Measured {
  const { lines, totals } = priceTaken(quote, taken);
  const measured: Measured = {
    total: BigInt(computeCountedTotal(totals.total, computeRecurring(lines, quote))),
    gross: 0n,
    discount: measureDiscount(quote, BigInt(totals.subtotal), BigInt(totals.discountAmount)),
    net: BigInt(totals.total - totals.taxAmount),
    cost: 0n,
  };
  for (const [index, line] of lines.entries()) {
    const off = BigInt(totals.lineDiscounts[index] ?? 0);
    const gross = BigInt(totals.amounts[index] ?? 0) + off;
    measured.gross += gross;
    measured.discount += measureDiscount(line, gross, off);
    measured.cost += computeCost(line.quantity, costs[line.id] ?? 0);
  }
  return measured;
}
