import { confirmLines } from '../../../actions/payments/statement/confirm-lines.ts';
import { importStatement, readImport } from '../../../actions/payments/statement/import-statement.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { MAX_STATEMENT_BYTES } from '../../../domain/invoice/statement/bank-line.ts';
import {
  type CsvOptions,
  DATE_ORDERS,
  DECIMAL_SIGNS,
  STATEMENT_COLUMNS,
} from '../../../domain/invoice/statement/csv-columns.ts';
import type {
  LineChoice,
  LineOutcome,
  PaymentImport,
} from '../../../domain/invoice/statement/payment-import.ts';
import { checkBody, readBody, rejectCompressed } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { QueryReader } from '../../query.ts';
import { compileCheck } from '../../schemas/check.ts';
import {
  CONFIRM_EXAMPLE,
  CONFIRMED_EXAMPLE,
  ConfirmedPayments,
  ConfirmPayments,
  PAYMENT_IMPORT_EXAMPLE,
  PaymentImportSchema,
} from '../../schemas/invoice/payment-import.ts';

const checkConfirmation = compileCheck(ConfirmPayments);
const found = { schema: PaymentImportSchema, example: PAYMENT_IMPORT_EXAMPLE };

function column(description: string) {
  return { type: 'string', description: `Heading of the column: ${description}` };
}

const operations = {
  upload: {
    id: 'importPayments',
    tag: 'Invoices',
    summary: 'Import a bank statement',
    description:
      'The body is the file, at most 10 MB and 5,000 payments: a report (CAMT.052), statement (CAMT.053) or notification (CAMT.054) of any version, CSV or XLSX. Each payment received is a line with the invoices that it may pay, found by the reference or number in it, or else by the amount. Nothing is recorded before you confirm it. A line of another file is the same one if the reference of the bank and the payer or text agree, or all of its content: the same file again, or one that overlaps, shows it as `recorded`. If only one of these agrees, it is `perhapsRecorded`. What the columns of a CSV or XLSX file hold is judged by their cells and headings, and said in `columns`; the query names those that are judged wrongly. What the file leaves open is asked for by a 400 whose `errors` name the parameter. MT940, OFX and QIF are not read.',
    query: {
      date: column('day of booking'),
      amount: column('amount, negative for debits'),
      credit: column('money received, if credits and debits have columns of their own'),
      debit: column('money paid'),
      currency: column(
        'currency; default that of the heading of the amounts, else that of the account. Or the ISO 4217 code of all amounts that name none, or only a sign such as `$`',
      ),
      reference: column('structured reference of the payer'),
      text: column('what the payer wrote; default all columns with a text'),
      payer: column('name of the payer'),
      bankReference: column('reference of the bank, unique per booking'),
      decimal: {
        type: 'string',
        enum: Object.keys(DECIMAL_SIGNS),
        description:
          'What comes before the decimals of amounts. Needed only if the file does not show it, such as `5,000` in KWD',
      },
      dateOrder: {
        type: 'string',
        enum: [...DATE_ORDERS],
        description:
          'Whether the day or the month comes first in dates such as `03/04/2026`. Needed only if the file does not show it',
      },
      moneyIn: {
        type: 'string',
        description:
          'Words of a column, separated by commas, that mean money received. Needed only if no amount has a sign and a column of few words is not understood',
      },
      moneyOut: {
        type: 'string',
        description: 'Words of that column, separated by commas, that mean money paid',
      },
    } satisfies Record<
      (typeof STATEMENT_COLUMNS)[number] | 'decimal' | 'dateOrder' | 'moneyIn' | 'moneyOut',
      object
    >,
    headers: ['Idempotency-Key'],
    body: 'bytes',
    responses: { 201: { description: 'The lines with proposals', ...found } },
    problems: [
      'validation_failed',
      'statement_unreadable',
      'bad_request',
      'body_too_large',
      'unsupported_media_type',
      'overloaded',
      ...REPEAT_PROBLEMS,
    ],
  },
  get: {
    id: 'getPaymentImport',
    tag: 'Invoices',
    summary: 'Get an imported bank statement',
    description: 'Its lines with proposals, and what was recorded for them. It is deleted after seven days.',
    responses: { 200: { description: 'The import', ...found } },
    problems: ['not_found'],
  },
  confirm: {
    id: 'confirmPayments',
    tag: 'Invoices',
    summary: 'Record lines of a bank statement as payments',
    description:
      'Each line has an outcome of its own. A line that pays several invoices is in the list once for each of them; without `amount`, the oldest invoice comes first. `rejected` has the reason, such as `more_than_due`, and does not affect the others; `already_recorded` changes nothing. The payment has the day of booking, the method `BANK_TRANSFER` and the reference of the line.',
    headers: ['Idempotency-Key'],
    body: { schema: ConfirmPayments, example: CONFIRM_EXAMPLE },
    responses: {
      200: {
        description: 'The outcomes, in the order of the request',
        schema: ConfirmedPayments,
        example: CONFIRMED_EXAMPLE,
      },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'invoice_changed', ...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/payments/imports';

export const paymentImportRoutes: Endpoint[] = [
  {
    method: 'POST',
    path: PATH,
    scope: 'write',
    operation: operations.upload,
    readsStream: true,
    handle: upload,
  },
  { method: 'GET', path: `${PATH}/:id`, scope: 'read', operation: operations.get, handle: get },
  {
    method: 'POST',
    path: `${PATH}/:id/confirm`,
    scope: 'write',
    operation: operations.confirm,
    handle: confirm,
  },
];

async function upload(call: Call): Promise<ApiResponse> {
  const { deps, caller, request, now } = call;
  const options = readOptions(call);
  const bytes = await readFile(call);
  const { method, url, headers } = request;
  return respondOnce(
    { deps, caller, now, request: { method, url, headers, body: bytes } },
    (found: PaymentImport) => json(201, found, { Location: `${PATH}/${found.id}` }),
    ({ keep }) => importStatement(deps, caller.accountId, bytes, options, now, keep),
  );
}

function readOptions({ query }: Call): CsvOptions {
  const reader = new QueryReader(query);
  const columns = STATEMENT_COLUMNS.flatMap((name) => {
    const heading = reader.text(name);
    return heading === undefined ? [] : [[name, heading]];
  });
  const decimal = reader.oneOf('decimal', ['point', 'comma']);
  const dateOrder = reader.oneOf('dateOrder', DATE_ORDERS);
  const [moneyIn, moneyOut] = [reader.text('moneyIn'), reader.text('moneyOut')].map((text) =>
    text?.split(','),
  );
  reader.done();
  return {
    columns: Object.fromEntries(columns),
    decimal: decimal && DECIMAL_SIGNS[decimal],
    ...{ dateOrder, moneyIn, moneyOut },
  };
}

/** Reads the body up to the limit. The rest is discarded, so that the caller still gets a response. */
async function readFile({ request }: Call): Promise<Buffer> {
  rejectCompressed(request);
  const { raw } = request;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    assertFits(Number(request.headers['content-length'] ?? 0));
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      assertFits(length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('bad_request', 'The body ended before all of it had arrived. Nothing was stored.');
  } finally {
    raw.resume();
  }
  return Buffer.concat(chunks);
}

function assertFits(length: number): void {
  if (length <= MAX_STATEMENT_BYTES) return;
  const most = MAX_STATEMENT_BYTES.toLocaleString('en');
  throw new Problem('body_too_large', `The file has more than ${most} bytes. Export a shorter period.`);
}

async function get({ deps, caller, params }: Call): Promise<ApiResponse> {
  return json(200, await readImport(deps, caller.accountId, params.id ?? ''));
}

function confirm(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const respond = (data: LineOutcome[]) => json(200, { data });
  return respondOnce(call, respond, async ({ keep }) => {
    await readImport(deps, caller.accountId, params.id ?? '');
    const body = readBody(call);
    const { lines } = body.value as { lines?: LineChoice[] };
    assertNoErrors([...checkBody(body, checkConfirmation), ...findRepeated(lines)]);
    return confirmLines(deps, caller, params.id ?? '', lines ?? [], now, keep);
  });
}

function findRepeated(lines: unknown) {
  if (!Array.isArray(lines)) return [];
  const seen = new Set<unknown>();
  return lines.flatMap((line: { lineId?: unknown; invoiceId?: unknown } | null, index) => {
    const choice = JSON.stringify([line?.lineId, line?.invoiceId]);
    const isRepeated = seen.has(choice);
    seen.add(choice);
    const message = 'must be in the list once for each invoice';
    return isRepeated ? [{ path: `/lines/${index}/lineId`, message }] : [];
  });
}
