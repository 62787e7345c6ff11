import { readFile } from 'node:fs/promises';
import type { Account } from '../../domain/account/account.ts';
import type { IgnoredEntry, IgnoredReason } from '../../domain/invoice/statement/bank-line.ts';
import {
  type ImportedLine,
  type LineOutcome,
  MAX_CHOICES,
  type PaymentImport,
} from '../../domain/invoice/statement/payment-import.ts';
import type { Database } from '../../store/database.ts';
import { callService } from '../call-service.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { formatAmount } from './find.ts';

const NAME = 'proffer payments import';

/** Uploads a bank statement, and records the exact lines if that is wanted. */
export function run({ args, text, flag }: Input): Promise<void> {
  const path = args[0] ?? '';
  return withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const bytes = await readFile(path).catch(() => {
      throw new CliError(`${path} cannot be read`);
    });
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: NAME, method: 'POST', path: `/payments/imports${formatQuery(text)}` },
      file: new Uint8Array(bytes),
    });
    const found = (await reply.json()) as PaymentImport;
    const outcomes = flag('record') ? await recordExact(db, account, text('url'), found) : [];
    if (flag('json')) return printJson({ ...found, outcomes });
    const byLine = new Map(outcomes.map((outcome) => [outcome.lineId, outcome]));
    for (const line of found.lines) process.stdout.write(`${describeLine(line, byLine.get(line.id))}\n`);
    for (const { line, reason } of found.ignoredEntries.filter(isUnexpected)) {
      process.stdout.write(`line ${line} of the file is left out: ${UNEXPECTED[reason]}\n`);
    }
    process.stdout.write(`${found.unmatched} without a match, ${found.ignored} no money received\n`);
  });
}

/** Reasons that a person may not expect. */
const UNEXPECTED: Partial<Record<IgnoredReason, string>> = {
  unreadable: 'its quotation marks do not match',
  date: 'its date cannot be read',
  amount: 'its amount cannot be read',
  currency: 'its currency is unknown',
  pending: 'it is not booked, or was declined',
};

function isUnexpected({ reason }: IgnoredEntry): boolean {
  return UNEXPECTED[reason] !== undefined;
}

function formatQuery(text: Input['text']): string {
  const [decimal, dateOrder] = [text('decimal'), text('date-order')];
  const query = new URLSearchParams({ ...(decimal && { decimal }), ...(dateOrder && { dateOrder }) });
  return query.size > 0 ? `?${query}` : '';
}

async function recordExact(
  db: Database,
  account: Account,
  url: string | undefined,
  { id, lines }: PaymentImport,
): Promise<LineOutcome[]> {
  const choices = lines.flatMap(({ id: lineId, proposals }) => {
    const exact = proposals.find((proposal) => proposal.exact);
    return exact ? [{ lineId, invoiceId: exact.invoiceId }] : [];
  });
  const outcomes: LineOutcome[] = [];
  for (let start = 0; start < choices.length; start += MAX_CHOICES) {
    const body = { lines: choices.slice(start, start + MAX_CHOICES) };
    const path = `/payments/imports/${id}/confirm`;
    const reply = await callService(db, account, { url, name: NAME, method: 'POST', path, body });
    outcomes.push(...((await reply.json()) as { data: LineOutcome[] }).data);
  }
  return outcomes;
}

function describeLine(line: ImportedLine, outcome: LineOutcome | undefined): string {
  const money = `${line.date}  ${formatAmount(line.amount, line)}`;
  const [first] = line.proposals;
  if (line.status === 'recorded' && (line.amountLeft <= 0 || !first)) return `${money}  recorded already`;
  if (line.perhapsRecorded) return `${money}  perhaps recorded already: decide in the console`;
  if (!first) return `${money}  no invoice matches`;
  if (outcome?.problem) return `${money}  ${first.number}  not recorded: ${outcome.problem.detail}`;
  if (outcome) return `${money}  ${first.number}  recorded`;
  const others = line.proposals.length > 1 ? ` or ${line.proposals.length - 1} more` : '';
  return `${money}  ${first.number}${others}  by ${first.reason}${first.exact ? ', exact' : ''}`;
}
