import { readFile } from 'node:fs/promises';
import type { IgnoredEntry, IgnoredReason } from '../../domain/invoice/statement/bank-line.ts';
import {
  type ImportedLine,
  type LineOutcome,
  MAX_CHOICES,
  type PaymentImport,
} from '../../domain/invoice/statement/payment-import.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import type { Act } from '../api/api-command.ts';
import type { Service } from '../service/request.ts';
import { printJson } from '../terminal/output.ts';

/** Uploads a bank statement, and records the exact lines if that is wanted. */
export const importPayments: Act = async ({ service, method, path, query, input: { args, flag } }) => {
  const file = new Uint8Array(await readFile(args[0] ?? ''));
  const reply = await service.request({ method, path, query, file });
  const found = (await reply.json()) as PaymentImport;
  const outcomes = flag('record') ? await recordExact(service, found) : [];
  if (flag('json')) return printJson({ ...found, outcomes });
  const byLine = new Map(outcomes.map((outcome) => [outcome.lineId, outcome]));
  for (const line of found.lines) process.stdout.write(`${describeLine(line, byLine.get(line.id))}\n`);
  for (const { line, reason } of found.ignoredEntries.filter(isUnexpected)) {
    process.stdout.write(`line ${line} of the file is left out: ${UNEXPECTED[reason]}\n`);
  }
  process.stdout.write(`${found.unmatched} without a match, ${found.ignored} no money received\n`);
};

/** Reasons that a person may not expect. */
const UNEXPECTED: Partial<Record<IgnoredReason, string>> = {
  unreadable: 'its quotation marks do not match',
  date: 'its date cannot be read',
  amount: 'its amount cannot be read',
  currency: 'its currency is unknown',
  pending: 'it is not booked, or was declined',
  balance: 'it is a balance or total',
};

function isUnexpected({ reason }: IgnoredEntry): boolean {
  return UNEXPECTED[reason] !== undefined;
}

async function recordExact(service: Service, { id, lines }: PaymentImport): Promise<LineOutcome[]> {
  const choices = lines.flatMap(({ id: lineId, proposals }) => {
    const exact = proposals.find((proposal) => proposal.exact);
    return exact ? [{ lineId, invoiceId: exact.invoiceId }] : [];
  });
  const outcomes: LineOutcome[] = [];
  for (let start = 0; start < choices.length; start += MAX_CHOICES) {
    const body = { lines: choices.slice(start, start + MAX_CHOICES) };
    const confirmed = await service.call<{ data: LineOutcome[] }>(
      'POST',
      `/payments/imports/${id}/confirm`,
      body,
    );
    outcomes.push(...confirmed.data);
  }
  return outcomes;
}

function describeLine(line: ImportedLine, outcome: LineOutcome | undefined): string {
  const money = `${line.date}  ${formatMoney(line.amount, line.currency)}`;
  const [first] = line.proposals;
  if (line.status === 'recorded' && (line.amountLeft <= 0 || !first)) return `${money}  recorded already`;
  if (line.perhapsRecorded) return `${money}  perhaps recorded already: decide in the console`;
  if (!first) return `${money}  no invoice matches`;
  if (outcome?.problem) return `${money}  ${first.number}  not recorded: ${outcome.problem.detail}`;
  if (outcome) return `${money}  ${first.number}  recorded`;
  const others = line.proposals.length > 1 ? ` or ${line.proposals.length - 1} more` : '';
  return `${money}  ${first.number}${others}  by ${first.reason}${first.exact ? ', exact' : ''}`;
}
