import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type BankLine, describeIdentity, type Statement } from '../../domain/statement/bank-line.ts';
import {
  findClues,
  indexPayable,
  type PayableIndex,
  proposeInvoices,
} from '../../domain/statement/match-lines.ts';
import type { ImportedLine, PaymentImport } from '../../domain/statement/payment-import.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import * as table from '../../store/tables/invoice/bank-lines.ts';
import {
  findPayableByAmount,
  findPayableByNumber,
  findPayableByRange,
} from '../../store/tables/invoice/payable-invoices.ts';
import { toRealTime } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { once, type ResponseOptions } from '../idempotency/once.ts';
import { decodeStatement } from './decode-statement.ts';
import { readCamt } from './read-camt.ts';
import { type ColumnMapping, readStatementCsv } from './read-csv.ts';
import { unreadableStatement } from './statement-problem.ts';

/**
 * Reads a bank statement and proposes the invoices that its lines pay. Nothing is recorded yet. Lines with proposals are
 * stored for some days; of the others only the hash. A repeat of the request gets what is stored.
 */
export async function importStatement<Response extends StoredResponse>(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  bytes: Uint8Array,
  columns: ColumnMapping,
  { repeatable, respond, now }: ResponseOptions<PaymentImport, Response>,
): Promise<Response> {
  const statement = await readStatement(db.read, accountId, bytes, columns);
  const lines = await matchLines(db.read, accountId, identifyLines(statement));
  let found: PaymentImport | undefined;
  const response = await db.write(
    (tx) => {
      found = undefined;
      return once(tx, repeatable, async () => {
        const stored = await storeImport(tx, accountId, statement, lines, now);
        found = { ...stored, lines };
        return respond(stored);
      });
    },
    { account: accountId },
  );
  return found ? respond(found) : response;
}

async function readStatement(
  sql: Sql,
  accountId: string,
  bytes: Uint8Array,
  columns: ColumnMapping,
): Promise<Statement> {
  const account = await requireAccount(sql, accountId);
  const iban = account.bank && 'iban' in account.bank ? account.bank.iban : '';
  const text = decodeStatement(bytes).replace(/^\ufeff/, '');
  const statement = /^\s*</.test(text)
    ? await readCamt(text)
    : await readStatementCsv(text, { columns, currency: account.currency, iban });
  if (statement.lines.length === 0 && statement.ignored === 0) {
    throw unreadableStatement('The file has no entries.');
  }
  return statement;
}

/** Returns what is stored. */
async function storeImport(
  tx: Sql,
  accountId: string,
  { format, ignored }: Statement,
  lines: readonly ImportedLine[],
  now: number,
): Promise<PaymentImport> {
  const realTime = toRealTime(tx, now);
  const matched = lines.filter(({ proposals }) => proposals.length > 0);
  const stored: PaymentImport = {
    ...{ id: newId('imp', realTime), createdAt: new Date(now).toISOString(), format, ignored },
    unmatched: lines.filter(({ proposals, status }) => proposals.length === 0 && status === 'new').length,
    lines: matched.map((line) => ({ ...line, payer: null })),
  };
  await table.insertBankLines(
    tx,
    accountId,
    lines.map(({ id }) => id),
    realTime,
  );
  const { id } = stored;
  await table.insertPaymentImport(tx, accountId, { id, createdAt: realTime, doc: JSON.stringify(stored) });
  return stored;
}

/** Returns a stored import: its lines with proposals, with what was recorded for them until now. */
export async function readImport(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<PaymentImport> {
  const doc = await table.findPaymentImport(db.read, accountId, id);
  if (doc === undefined) throw importNotFound();
  const found = JSON.parse(doc) as PaymentImport;
  const known = await table.findBankLines(
    db.read,
    accountId,
    found.lines.map(({ id }) => id),
  );
  return {
    ...found,
    lines: found.lines.map((line) => ({ ...line, ...describeRecorded(known.get(line.id)) })),
  };
}

export function importNotFound(): Problem {
  return new Problem('not_found', 'There is no such import. Imports are deleted after seven days.');
}

function describeRecorded(recorded: table.RecordedLine | null | undefined) {
  return recorded
    ? ({ status: 'recorded', ...recorded } as const)
    : ({ status: 'new', paymentId: null, invoiceId: null } as const);
}

/** Hashes what makes each line unique. A line that the file has twice with the same reference of the bank counts once. */
function identifyLines({ lines }: Statement): BankLine[] {
  const occurrences = new Map<string, number>();
  const found = new Map<string, BankLine>();
  for (const line of lines) {
    const content = describeIdentity(line, 0);
    const occurrence = occurrences.get(content) ?? 0;
    occurrences.set(content, occurrence + 1);
    const id = createHash('sha256').update(describeIdentity(line, occurrence)).digest('hex').slice(0, 40);
    const { date, amount, currency, reference, text, payer } = line;
    if (!found.has(id)) found.set(id, { id, date, amount, currency, reference, text, payer });
  }
  return [...found.values()];
}

/** Lines between two pauses for the event loop. */
const LINES_PER_STEP = 50;

async function matchLines(sql: Sql, accountId: string, lines: readonly BankLine[]): Promise<ImportedLine[]> {
  const known = await table.findBankLines(
    sql,
    accountId,
    lines.map(({ id }) => id),
  );
  const open = lines.filter(({ id }) => !known.get(id));
  const clues = new Map(await inSteps(open, (line) => [line.id, findClues(line)] as const));
  const all = [...clues.values()];
  const referred = await findPayableByRange(
    sql,
    accountId,
    all.flatMap(({ ranges }) => ranges),
  );
  const numbers = [...new Set(all.flatMap((each) => each.numbers))];
  const named = await findPayableByNumber(sql, accountId, numbers);
  const propose = (line: BankLine, index: PayableIndex) => {
    const found = clues.get(line.id);
    return found ? proposeInvoices(line, found, index) : [];
  };
  const certain = indexPayable(referred, named, []);
  const amounts = await inSteps(open, (line) => (propose(line, certain).length === 0 ? line.amount : 0));
  const sameAmount = await findPayableByAmount(sql, accountId, [...new Set(amounts.filter(Boolean))]);
  const index = indexPayable(referred, named, sameAmount);
  return inSteps(lines, (line) => ({
    ...line,
    seenBefore: known.has(line.id),
    ...describeRecorded(known.get(line.id)),
    proposals: propose(line, index),
  }));
}

async function inSteps<Value, Result>(
  values: readonly Value[],
  run: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    if (index % LINES_PER_STEP === LINES_PER_STEP - 1) await nextTurn();
    results.push(run(value));
  }
  return results;
}
