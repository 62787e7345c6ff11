import type { EditorWords } from './editor-data.ts';

/** Label of the field at a path. */
export function differenceName(path: string, say: EditorWords): string {
  const field = path.startsWith('rows/') ? (path.split('/')[2] ?? 'lines') : path;
  return NAMES[field]?.(say) ?? say.lines;
}

const NAMES: Record<string, (say: EditorWords) => string> = {
  title: (say) => say.title,
  customerName: (say) => say.customer,
  description: (say) => say.description,
  validUntil: (say) => say.validUntil,
  reference: (say) => say.reference,
  currency: (say) => say.currency,
  terms: (say) => say.terms,
  notes: (say) => say.notes,
  discountValue: (say) => say.discount,
  stages: (say) => say.schedule,
  order: (say) => say.order,
  quantity: (say) => say.quantity,
  unit: (say) => say.unit,
  price: (say) => say.price,
  tax: (say) => say.tax,
  sku: (say) => say.sku,
  optional: (say) => say.optionalShort,
  choice: (say) => say.choice,
  selected: (say) => say.selected,
  section: (say) => say.section,
  min: (say) => say.min,
  max: (say) => say.max,
  step: (say) => say.step,
};
