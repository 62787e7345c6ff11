import { type EditorWords, getTextLabels } from './editor-data.ts';

/** Label of the field at a path. */
export function formatDifferenceName(path: string, t: EditorWords): string {
  const isLine = path.startsWith('rows/');
  const field = isLine ? (path.split('/')[2] ?? 'lines') : path;
  const texts: Record<string, string> = isLine ? {} : getTextLabels(t);
  return texts[field] ?? NAMES[field]?.(t) ?? t.lines;
}

const NAMES: Record<string, (t: EditorWords) => string> = {
  name: (t) => t.templateName,
  validityDays: (t) => t.validityDays,
  title: (t) => t.title,
  customerName: (t) => t.customer,
  description: (t) => t.description,
  validUntil: (t) => t.validUntil,
  currency: (t) => t.currency,
  discountValue: (t) => t.discount,
  stages: (t) => t.schedule,
  order: (t) => t.order,
  quantity: (t) => t.quantity,
  unit: (t) => t.unit,
  price: (t) => t.price,
  tax: (t) => t.tax,
  taxCategory: (t) => t.taxCategory,
  taxReason: (t) => t.taxReason,
  pricesIncludeTax: (t) => t.pricesIncludeTax,
  invoiceOnAcceptance: (t) => t.invoiceOnAcceptance,
  hidesLinePrices: (t) => t.hidesLinePrices,
  hidesQuantities: (t) => t.hidesQuantities,
  sku: (t) => t.sku,
  cost: (t) => t.cost,
  optional: (t) => t.optionalShort,
  choice: (t) => t.choice,
  selected: (t) => t.selected,
  section: (t) => t.section,
  min: (t) => t.min,
  max: (t) => t.max,
  step: (t) => t.step,
  interval: (t) => t.recurs,
  periods: (t) => t.recursPeriods,
  priceKind: (t) => t.priceKind,
  steps: (t) => t.steps,
};
