import type { Draft } from './draft.ts';

/** Maps a field path of the API to a path of the draft; `undefined` if the draft has no such field. */
export function toDraftPath(path: string, keys: readonly string[], draft: Draft): string | undefined {
  const [, field = '', index = '', part = ''] = path.split('/');
  if (field === 'items') {
    const key = keys[Number(index)];
    return key && index !== '' ? `rows/${key}/${ITEM_FIELDS[part] ?? (part || 'description')}` : 'rows';
  }
  if (field === 'paymentSchedule') {
    const key = draft.stages[Number(index)]?.key;
    return key && index !== '' ? `stages/${key}/${path.split('/').at(-1)}` : 'stages';
  }
  if (field === 'customerId') return 'customer';
  return field === 'discountType' ? 'discountValue' : field || undefined;
}

const ITEM_FIELDS: Record<string, string> = {
  unitPrice: 'price',
  taxRate: 'tax',
  discountType: 'discountValue',
  quantityRange: 'max',
  recurring: 'periods',
  quantityPrices: 'steps',
  id: 'description',
};
