import type { FieldError } from '../../../domain/errors.ts';
import { fill } from '../../../i18n/fill.ts';
import type { EditorWords } from './editor-data.ts';

/** Translates a validation error of the service, or returns its own message if there is no translation. */
export function formatServerError(t: EditorWords, { path, message }: FieldError): string {
  const [, field = '', , part] = path.split('/');
  const { refusedFields, problems } = t;
  if (field === 'customerId') return problems.customer_unknown;
  if (part === 'catalogueItemId') return refusedFields.catalogueItemId;
  if (field === 'items' && part === undefined) return refusedFields.items;
  if (field === 'paymentSchedule') return refusedFields.paymentSchedule;
  return fill(refusedFields.rest, { message });
}
