import type { CatalogueItem } from '../../catalogue/catalogue-item.ts';
import { type Pricing, toListPrice } from '../../money/quantity-prices.ts';
import { type ItemCosts, type ItemFigures, isBelowListPrice } from '../cost/item-costs.ts';
import { removeChoices } from '../line/selection.ts';
import { CONTENT_FIELDS, getContentValue, type Quote } from '../quote.ts';
import { removeStageAmounts } from '../schedule/payment-schedule.ts';
import type { ApprovalReason, ApprovalRules } from './approval.ts';
import { findCrossedRules } from './worst-selection.ts';

/** All that the rules look at. */
export interface JudgedContent {
  quote: Quote;
  figures: ItemFigures;
  /** Catalogue items that the quote names, as they are now, with the prices of the customer's list. */
  catalogue: ReadonlyMap<string, Pricing & Pick<CatalogueItem, 'currency'>>;
  /** Whether a key has created it or changed its content since the last approval. */
  isMadeByKey: boolean;
  /** Currency of the account. */
  currency: string;
  /** Whether prices of the account, and so those of its catalogue, include tax. */
  pricesIncludeTax: boolean;
}

/** Lists the rules that the content crosses at the worst selection that the customer can make. */
export function findApprovalReasons(
  rules: ApprovalRules,
  content: JudgedContent,
  byAmount: ReadonlySet<ApprovalReason> = findCrossedRules(content.quote, content.figures.costs, rules),
): ApprovalReason[] {
  const { quote, currency, isMadeByKey } = content;
  const crossed = new Set(byAmount);
  if (rules.totalFrom !== null && quote.currency !== currency) crossed.add('totalFrom');
  if (rules.discountFrom !== null && hasLowPrice(content)) crossed.add('discountFrom');
  if (rules.madeByKeys && isMadeByKey) crossed.add('madeByKeys');
  return RULES.filter((rule) => crossed.has(rule));
}

const RULES = ['totalFrom', 'discountFrom', 'marginBelow', 'madeByKeys'] as const;

/**
 * Whether a price is below that of the customer's list or the catalogue, now or when the line was written: lowering it afterwards hides no
 * discount. A price in another currency cannot be compared and counts as below.
 */
function hasLowPrice({ quote, figures, catalogue, pricesIncludeTax }: JudgedContent): boolean {
  return quote.items.some((item) => {
    const { id, catalogueItemId } = item;
    const listed = catalogueItemId === undefined ? undefined : catalogue.get(catalogueItemId);
    if (listed && listed.currency !== quote.currency) return true;
    const prices = [listed && toListPrice(listed), figures.listPrices[id]];
    return prices.some(
      (price) => price !== undefined && isBelowListPrice(item, price, quote, { pricesIncludeTax }),
    );
  });
}

/**
 * Formats the content as the text that an approval is bound to, with costs and without what is computed from it. Any
 * change of it needs another approval. What the customer may choose is not part of it, because an approval covers every
 * selection.
 */
export function formatApprovedContent(quote: Quote, costs: ItemCosts): string {
  const items = removeChoices(quote.items).map((item) => ({
    ...item,
    ...(costs[item.id] !== undefined && { cost: costs[item.id] }),
  }));
  const content = { ...quote, items, paymentSchedule: removeStageAmounts(quote.paymentSchedule) };
  const given = CONTENT_FIELDS.filter((field) => content[field] !== undefined);
  return JSON.stringify(given.map((field) => [field, sortKeys(getContentValue(content, field))]));
}

/** Sorts the keys of all objects, so that the order in which fields were added does not count. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort())
    sorted[key] = sortKeys((value as Record<string, unknown>)[key]);
  return sorted;
}
