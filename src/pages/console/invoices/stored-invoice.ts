import { mapFields } from '../../../domain/fields.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { INVOICE_TEXTS } from '../../../domain/invoice/invoice-fields.ts';
import type { Values } from '../forms/field.ts';

/** Returns the metadata as the values of a form. */
export function toDataValues({ metadata }: Invoice): Values {
  const rows = Object.entries(metadata).flatMap(([key, value], row) => [
    [`data.${row}.key`, key],
    [`data.${row}.value`, value],
  ]);
  return Object.fromEntries(rows);
}

/** Returns the changeable fields of a draft as the values of a form. */
export function toDraftValues(invoice: Invoice): Values {
  const { dueDate, paymentMethod, supplyDate, supplyPeriod } = invoice;
  return {
    dueDate: dueDate ?? '',
    paymentMethod,
    supplyDate: supplyDate ?? '',
    supplyFrom: supplyPeriod?.from ?? '',
    supplyTo: supplyPeriod?.to ?? '',
    ...mapFields(INVOICE_TEXTS, (name) => invoice[name] ?? ''),
  };
}
