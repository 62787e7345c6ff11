import type { Deps } from '../../../app/deps.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertPayable, invoiceNotFound } from '../../../domain/invoice/problems.ts';
import type {
  ImportedLine,
  LineChoice,
  LineOutcome,
  LinePayment,
} from '../../../domain/invoice/statement/payment-import.ts';
import { formatDecimalAmount } from '../../../domain/money/currency.ts';
import type { Sql } from '../../../store/database.ts';
import * as table from '../../../store/tables/invoice/bank-lines.ts';
import { newRealId } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';
import { recordLocked } from '../../invoices/payments.ts';
import type { InvoiceOwner } from '../../invoices/store-invoice.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { importNotFound, parseImport } from './import-statement.ts';

/**
 * Records the lines that a person chose as payments, in one transaction. Each line has its own outcome: one that is
 * rejected does not affect the others, and one that was recorded before stays as it is.
 */
export function confirmLines(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  importId: string,
  choices: readonly LineChoice[],
  now: number,
  keep: Keep<LineOutcome[]> = keepNothing,
): Promise<LineOutcome[]> {
  const confirm = async (tx: Sql): Promise<LineOutcome[]> => {
    const doc = await table.findPaymentImport(tx, owner.accountId, importId);
    if (doc === undefined) throw importNotFound();
    const { lines } = parseImport(doc);
    const byId = new Map(lines.map((line) => [line.id, line]));
    const { timeZone } = await requireAccount(tx, owner.accountId);
    const recording = { owner, byId, today: toCalendarDate(now, timeZone), now, made: new Set<string>() };
    // Lines before invoices, and both always in the same order, so that two confirmations never wait for each other.
    await table.lockBankLines(
      tx,
      owner.accountId,
      choices.map(({ lineId }) => lineId),
    );
    const outcomes = new Map<LineChoice, LineOutcome>();
    const ordered = choices.toSorted((a, b) =>
      a.invoiceId < b.invoiceId ? -1 : a.invoiceId > b.invoiceId ? 1 : 0,
    );
    for (const choice of ordered) outcomes.set(choice, await recordChoice(tx, recording, choice));
    return keep(
      tx,
      choices.flatMap((choice) => outcomes.get(choice) ?? []),
    );
  };
  return db.write(confirm, { account: owner.accountId });
}

interface Recording {
  owner: InvoiceOwner;
  byId: ReadonlyMap<string, ImportedLine>;
  today: string;
  now: number;
  /** The payments of this confirmation. */
  made: Set<string>;
}

async function recordChoice(tx: Sql, recording: Recording, choice: LineChoice): Promise<LineOutcome> {
  const { lineId, invoiceId } = choice;
  try {
    const paymentId = await recordLine(tx, recording, choice);
    return { lineId, invoiceId, outcome: 'recorded', paymentId, problem: null };
  } catch (error) {
    if (error instanceof AlreadyRecorded) {
      const { paymentId, invoiceId: paid } = error.recorded;
      return { lineId, invoiceId: paid, outcome: 'already_recorded', paymentId, problem: null };
    }
    if (!(error instanceof Problem)) throw error;
    const problem = { code: error.code, detail: error.message };
    return { lineId, invoiceId, outcome: 'rejected', paymentId: null, problem };
  }
}

class AlreadyRecorded extends Error {
  readonly recorded: LinePayment;

  constructor(recorded: LinePayment) {
    super('the line is recorded already');
    this.recorded = recorded;
  }
}

/** Everything is checked before the first write: a rejected line must not leave anything in the transaction. */
async function recordLine(
  tx: Sql,
  { owner, byId, today, now, made }: Recording,
  { lineId, invoiceId, amount: chosen }: LineChoice,
): Promise<string> {
  const { accountId } = owner;
  const line = byId.get(lineId);
  if (!line) throw new Problem('not_found', 'The import has no such line with a proposal.');
  const stored = await loadCurrentInvoice(tx, accountId, invoiceId, now);
  const payments = (await table.findBankLines(tx, accountId, [lineId])).get(lineId);
  if (!payments) throw new Problem('not_found', 'The line is no longer known. Import the file again.');
  const left = computeLeft(line, payments, invoiceId, made);
  if (!stored) throw invoiceNotFound();
  const { invoice } = stored;
  assertPayable(invoice);
  const amount = chosen ?? Math.min(left, Math.max(invoice.amountDue, 1));
  assertFits(line, invoice.currency, amount, left);
  const id = newRealId(tx, 'pay', now);
  const date = line.date > today ? today : line.date;
  const reference = (line.reference ?? line.text).slice(0, 100) || null;
  const input = { amount, date, method: 'BANK_TRANSFER', reference };
  await recordLocked(tx, owner, stored, input, now, {
    id,
    beforeWrite: () => table.addLinePayment(tx, accountId, lineId, id),
  });
  made.add(id);
  return id;
}

/** Returns what is left of the line. Throws if it was recorded for this invoice before, or nothing is left. */
function computeLeft(
  { amount, currency }: ImportedLine,
  payments: readonly LinePayment[],
  invoiceId: string,
  made: ReadonlySet<string>,
): number {
  const same = payments.find((payment) => payment.invoiceId === invoiceId);
  if (same) throw new AlreadyRecorded(same);
  const left = amount - payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (left > 0) return left;
  const earlier = payments.find(({ paymentId }) => !made.has(paymentId));
  if (earlier) throw new AlreadyRecorded(earlier);
  const whole = `${formatDecimalAmount(amount, currency)} ${currency}`;
  throw new Problem('validation_failed', `The other invoices use up the ${whole} of the line.`);
}

function assertFits(line: ImportedLine, currency: string, amount: number, left: number): void {
  if (line.currency !== currency) {
    throw new Problem('validation_failed', `The line is in ${line.currency}, the invoice in ${currency}.`);
  }
  if (amount > left) {
    const most = `${formatDecimalAmount(left, currency)} ${currency}`;
    throw new Problem('validation_failed', `The amount is more than the ${most} that are left of the line.`);
  }
}
