import type { EditorWords } from './editor-data.ts';

/** Label of the field at a path. */
export function formatDifferenceName(path: string, t: EditorWords): string {
  const field = path.startsWith('rows/') ? (path.split('/')[2] ?? 'lines') : path;
  return NAMES[field]?.(t) ?? t.lines;
}

const NAMES: Record<string, (t: EditorWords) => string> = {
  title: (t) => t.title,
  customerName: (t) => t.customer,
  description: (t) => t.description,
  validUntil: (t) => t.validUntil,
  reference: (t) => t.reference,
  currency: (t) => t.currency,
  terms: (t) => t.terms,
  notes: (t) => t.notes,
  discountValue: (t) => t.discount,
  stages: (t) => t.schedule,
  order: (t) => t.order,
  quantity: (t) => t.quantity,
  unit: (t) => t.unit,
  price: (t) => t.price,
  tax: (t) => t.tax,
  sku: (t) => t.sku,
  optional: (t) => t.optionalShort,
  choice: (t) => t.choice,
  selected: (t) => t.selected,
  section: (t) => t.section,
  min: (t) => t.min,
  max: (t) => t.max,
  step: (t) => t.step,
};
