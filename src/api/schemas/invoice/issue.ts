import type { Static } from 'typebox';
import { nullable } from '../fields.ts';
import { InvoiceSchema } from '../invoice.ts';
import { Type } from '../type.ts';
import { ISSUED_EXAMPLE } from './invoice-example.ts';

export const IssueInvoice = Type.Object(
  {
    issueDate: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          description:
            'Default: today. Not in the future, and not before the issue date of an earlier number of the same series',
        }),
      ),
    ),
    confirm: Type.Optional(
      Type.Boolean({
        description: 'Whether `issueDate` may lie in a period that was exported for DATEV or Xero',
      }),
    ),
  },
  { title: 'Issue', additionalProperties: false },
);

/** The response of issuing. */
export const IssuedInvoice = Type.Object(
  {
    ...InvoiceSchema.properties,
    warnings: Type.Array(
      Type.Object(
        {
          path: Type.String({
            description: 'A JSON pointer: `/account/taxId`, `/customer/street`, or a field of the invoice',
          }),
          message: Type.String({ description: 'Names the missing particular and the law that requires it' }),
        },
        { title: 'Warning', additionalProperties: false },
      ),
      { description: "Particulars that the law of the seller's country requires and the invoice lacks" },
    ),
  },
  { title: 'IssuedInvoice', additionalProperties: false },
);

export const ISSUED_RESPONSE_EXAMPLE: Static<typeof IssuedInvoice> = {
  ...ISSUED_EXAMPLE,
  warnings: [
    {
      path: '/supplyDate',
      message: 'the date or period of supply is missing: invoices from DE must show it (§ 14 Abs. 4 UStG)',
    },
  ],
};
