import type { QuoteInput } from '../quote/compose-quote.ts';
import type { ItemInput } from '../quote/line/line-item.ts';
import { addTaxDefaults, type TaxDefaults } from './tax-defaults.ts';

type Taxed = Partial<Pick<QuoteInput, 'items' | 'pricesIncludeTax'>>;

/** Completes what a quote does not state about its taxes from the account. Returns the same object if nothing changes. */
export function completeTaxes<Content extends Taxed>(
  content: Content,
  defaults: TaxDefaults,
  known: readonly ItemInput[] = [],
): Content {
  const items = Array.isArray(content.items) ? addTaxDefaults(content.items, defaults, known) : content.items;
  const pricesIncludeTax = content.pricesIncludeTax ?? defaults.pricesIncludeTax;
  const isSame =
    pricesIncludeTax === (content.pricesIncludeTax ?? false) &&
    (items === content.items || items?.every((item, index) => item === content.items?.[index]));
  return isSame ? content : { ...content, items, pricesIncludeTax };
}
