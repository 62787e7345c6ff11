import type { QuantityPrices } from '../../../../domain/money/quantity-prices.ts';
import type { RecurrenceInput } from '../../../../domain/quote/recurring/recurrence.ts';
import type { TaxCategory } from '../../../../domain/tax/tax-category.ts';
import { formatAmountInput, formatNumberInput } from '../../../../i18n/format-input.ts';
import { formatSteps } from '../../../../i18n/quote/step-text.ts';
import type { LineRow } from './draft.ts';

/** The fields that a line takes from a catalogue item or from an earlier line. */
export interface PickedItem {
  description: string;
  unitPrice: number;
  taxRate: number;
  unit?: string | null;
  sku?: string | null;
  taxCategory?: TaxCategory | null;
  taxReason?: string | null;
  catalogueItemId?: string;
  /** Only for people who may see costs. */
  cost?: number | null;
  recurring?: RecurrenceInput | null;
  quantityPrices?: QuantityPrices | null;
}

export function toRecurrenceTexts(
  recurring: RecurrenceInput | null | undefined,
  tag: string,
): Pick<LineRow, 'interval' | 'periods'> {
  if (recurring == null) return { interval: '', periods: '' };
  const { interval, periods } = recurring;
  return { interval, periods: periods == null ? '' : formatNumberInput(periods, tag) };
}

export function toStepTexts(
  prices: QuantityPrices | null | undefined,
  currency: string,
  tag: string,
): Pick<LineRow, 'priceKind' | 'steps'> {
  if (!prices) return { priceKind: '', steps: '' };
  return { priceKind: prices.kind, steps: formatSteps(prices.steps, currency, tag) };
}

export function toPickedLine(item: PickedItem, currency: string, tag: string): Partial<LineRow> {
  return {
    description: item.description,
    unit: item.unit ?? '',
    price: formatAmountInput(item.unitPrice, currency, tag),
    tax: formatNumberInput(item.taxRate, tag),
    taxCategory: item.taxCategory ?? '',
    taxReason: item.taxReason ?? '',
    sku: item.sku ?? '',
    catalogueItemId: item.catalogueItemId ?? '',
    cost: item.cost == null ? undefined : formatAmountInput(item.cost, currency, tag),
    ...toRecurrenceTexts(item.recurring, tag),
    ...toStepTexts(item.quantityPrices, currency, tag),
  };
}
