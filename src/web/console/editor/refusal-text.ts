import type { FieldError } from '../../../domain/errors.ts';
import { fill } from '../../../i18n/fill.ts';
import type { EditorWords } from './editor-data.ts';

/** What the service alone finds wrong with a field, in the words of the person; its own where there are none. */
export function refusalText(say: EditorWords, { path, message }: FieldError): string {
  const [, field = '', , part] = path.split('/');
  const { refusedFields, problems } = say;
  if (field === 'customerId') return problems.customer_unknown;
  if (part === 'catalogueItemId') return refusedFields.catalogueItemId;
  if (field === 'items' && part === undefined) return refusedFields.items;
  if (field === 'paymentSchedule') return refusedFields.paymentSchedule;
  return fill(refusedFields.rest, { message });
}
