import type { Account } from '../account/account.ts';
import type { FieldError } from '../errors.ts';
import { findMetadataErrors } from '../metadata.ts';
import { dependsOnPlace, findCategoryPlaceErrors } from '../tax/category-places.ts';
import { completeTaxes } from '../tax/complete-taxes.ts';
import { findStatusErrors } from './acceptance/status-errors.ts';
import type { QuoteInput, QuotePatch } from './compose-quote.ts';
import type { ItemInput } from './line/line-item.ts';
import { createValidity } from './line/validity.ts';
import type { Quote } from './quote.ts';
import { findQuoteRuleErrors } from './quote-rules.ts';

/** Content that may be invalid. */
export interface CheckedContent {
  /** Fields of the request. */
  value: Record<string, unknown>;
  /** Those of the request and of what it changes. */
  merged: Record<string, unknown>;
  /** The quote before the change. */
  current?: Quote | undefined;
}

/** Whether a rule depends on what the account decides about taxes, or on its country. */
export function dependsOnAccount({ merged }: CheckedContent): boolean {
  const items = readItems(merged);
  return (
    isTaxOpen(merged) || items.some(({ taxCategory }) => taxCategory != null && dependsOnPlace(taxCategory))
  );
}

/** Whether a rule depends on taxes that the content leaves to the account. */
function isTaxOpen(merged: Record<string, unknown>): boolean {
  const items = readItems(merged);
  if (!Array.isArray(merged.items) || items.length < merged.items.length) return false;
  const isOpen = merged.pricesIncludeTax == null || items.some(({ taxRate }) => taxRate == null);
  return isOpen && (merged.paymentSchedule != null || items.some(({ taxCategory }) => taxCategory != null));
}

/** Returns the items, if all of them are objects. */
function readItems({ items }: Record<string, unknown>): ItemInput[] {
  const isReadable = Array.isArray(items) && items.every((item) => item !== null && typeof item === 'object');
  return isReadable ? items : [];
}

/** Adds the errors of rules to those of single fields. The account is missing if nothing depends on it. */
export function findContentErrors(
  { value, merged, current }: CheckedContent,
  errors: readonly FieldError[],
  account?: Account,
): FieldError[] {
  const content = merged as unknown as QuoteInput;
  const taxed = account && isTaxOpen(merged) ? completeTaxes(content, account, current?.items) : content;
  const hasMetadata = createValidity(errors).isValid('/metadata');
  return [
    ...errors,
    ...findQuoteRuleErrors(taxed, errors),
    ...(account ? findCategoryPlaceErrors(readItems(merged), account, current?.items) : []),
    ...(current ? findStatusErrors(value as QuotePatch, current, errors) : []),
    ...(hasMetadata
      ? findMetadataErrors(current?.metadata ?? {}, value.metadata as QuotePatch['metadata'])
      : []),
  ];
}
