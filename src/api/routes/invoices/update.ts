import { isDeepStrictEqual } from 'node:util';
import { changeInvoice } from '../../../actions/invoices/patch-invoice.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import {
  DRAFT_FIELDS,
  findInvoicePatchErrors,
  findNotesErrors,
} from '../../../domain/invoice/compose-invoice.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { assertEditable } from '../../../domain/invoice/problems.ts';
import { checkBody, checkMetadata, omitFields, readBody } from '../../body.ts';
import { changeInvoiceWith } from '../../change-invoice.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { compileCheck } from '../../schemas/check.ts';
import { INVOICE_EXAMPLE } from '../../schemas/invoice/invoice-example.ts';
import { INVOICE_READ_ONLY, InvoiceSchema, PatchInvoice } from '../../schemas/invoice.ts';
import { createInvoiceResponse } from './invoice-response.ts';

const checkPatch = compileCheck(PatchInvoice);

export const invoiceUpdateRoute: Endpoint = {
  method: 'PATCH',
  path: '/api/v1/invoices/:id',
  scope: 'write',
  operation: {
    id: 'updateInvoice',
    tag: 'Invoices',
    summary: 'Change a draft, or the metadata of an invoice',
    description:
      'Absent fields stay. Items and amounts are those of the quote. Once the invoice is issued, only `metadata` can change, merged by key: `null` removes a key.',
    headers: ['If-Match'],
    body: { schema: PatchInvoice, example: { dueDate: '2026-12-31', metadata: { ledger: '8400' } } },
    responses: { 200: { description: 'The invoice', schema: InvoiceSchema, example: INVOICE_EXAMPLE } },
    problems: [...BODY_PROBLEMS, 'not_found', 'invoice_issued', 'invoice_changed', 'precondition_failed'],
  },
  handle: update,
};

async function update(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const given = readGiven(call);
  const changed = await changeInvoiceWith(
    call,
    (invoice) => {
      const isOther = (field: (typeof DRAFT_FIELDS)[number]) =>
        field in given && !isDeepStrictEqual(given[field], invoice[field]);
      if (DRAFT_FIELDS.some(isOther)) assertEditable(invoice);
    },
    (invoice) => readPatch(call, invoice),
    (patch, found) => changeInvoice(deps, caller, patch, found, now),
  );
  return createInvoiceResponse(call, changed);
}

/** Reads the body if it is valid JSON. Its errors are reported later, after those of the invoice. */
function readGiven(call: Call): Record<string, unknown> {
  try {
    return readBody(call).value;
  } catch {
    return {};
  }
}

function readPatch(call: Call, invoice: Invoice): PatchInvoice {
  const { value, errors } = readBody(call);
  // Issuing returns warnings, which are not stored.
  const body = { value: omitFields(value, [...INVOICE_READ_ONLY, 'warnings']), errors };
  const found = checkMetadata(body, checkBody(body, checkPatch), invoice.metadata);
  const patch = body.value as PatchInvoice;
  const isValid = (...fields: string[]) =>
    !found.some(({ path }) => fields.some((field) => path.startsWith(field)));
  assertNoErrors([
    ...findReadOnlyErrors(value, invoice),
    ...found,
    ...(isValid('/supply') ? findInvoicePatchErrors(patch) : []),
    ...(isValid('/notes', '/printedNotes') ? findNotesErrors(patch, invoice) : []),
  ]);
  return patch;
}

/** Rejects other values for read-only fields. A client may send them back unchanged; the link may have changed since. */
function findReadOnlyErrors(value: Record<string, unknown>, invoice: Invoice): FieldError[] {
  return INVOICE_READ_ONLY.filter(
    (name) =>
      name !== 'publicUrl' &&
      name in value &&
      !isDeepStrictEqual(value[name], invoice[name as keyof Invoice]),
  ).map((name) => ({ path: `/${name}`, message: 'cannot be changed' }));
}
