import {
  cleanBankReference,
  cleanStatementText,
  type IgnoredReason,
  type StatementLine,
} from '../../domain/invoice/statement/bank-line.ts';
import { parseDecimalAmount, parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import { isCurrency } from '../../domain/money/currency.ts';

/** Values by path below the entry or the transaction. A path may occur again. */
export type Values = Map<string, string[]>;

/** An entry of CAMT with its transactions. */
export interface CamtEntry {
  values: Values;
  transactions: Values[];
  /** Line of the file on which it begins. */
  line: number;
  /** Position within the file. */
  position: number;
}

/** Reads the payments of an entry, one per transaction of a batch, and for each of the others why it is none. */
export function readEntry(
  { values, transactions, position }: CamtEntry,
  iban: string,
): (StatementLine | IgnoredReason)[] {
  const first = (path: string) => values.get(path)?.[0];
  const progress = first('Sts/Cd') ?? first('Sts') ?? 'BOOK';
  if (progress !== 'BOOK') return ['pending'];
  if (first('RvslInd') === 'true' || first('RvslInd') === '1') return ['reversal'];
  const date = findDate(values, 'BookgDt') ?? findDate(values, 'ValDt');
  if (date === undefined) return ['date'];
  const ofEntry = first('AcctSvcrRef') ?? first('NtryRef') ?? '';
  const currency = first('Amt/@Ccy') ?? '';
  const parts = canSplit(transactions, currency) ? transactions : [mergeValues(transactions)];
  const ofAll = first('CdtDbtInd');
  const sides = parts.map((part) => part.get('CdtDbtInd')?.[0] ?? ofAll);
  // Money was received in an entry of money out only if it is the balance of both.
  const mayHaveCredits = ofAll !== 'DBIT' || sides.includes('DBIT');
  return parts.map((part, at) => {
    if (sides[at] !== 'CRDT' || !mayHaveCredits) return 'debit';
    const money = findAmount(parts.length > 1 ? part : values, currency);
    if (!money?.amount) return money ? 'zero_amount' : 'amount';
    return {
      ...{ iban, date, ...money, entry: position },
      bankReference:
        cleanBankReference(part.get('Refs/AcctSvcrRef')?.[0] ?? '') ?? cleanBankReference(ofEntry),
      ...findRemittance(part, values),
    };
  });
}

/** A batch is split if each of its transactions has an amount in the currency that was booked: they may also name that of the payer. */
function canSplit(transactions: readonly Values[], currency: string): boolean {
  return transactions.length > 1 && transactions.every((part) => findAmount(part, currency) !== undefined);
}

/** Values of a batch that are kept, enough for its text. */
const MAX_MERGED = 100;

function mergeValues(transactions: readonly Values[]): Values {
  const [first, ...others] = transactions;
  if (!first || others.length === 0) return first ?? new Map();
  const merged: Values = new Map();
  for (const part of transactions) {
    for (const [path, list] of part) {
      const all = merged.get(path);
      if (!all) merged.set(path, [...list]);
      else if (all.length < MAX_MERGED) all.push(...list);
    }
  }
  return merged;
}

function findAmount(values: Values, booked: string): { amount: number; currency: string } | undefined {
  for (const path of ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt']) {
    const [text] = values.get(path) ?? [];
    const [currency = ''] = values.get(`${path}/@Ccy`) ?? [];
    const amount = text && isCurrency(currency) ? parseDecimalAmount(text, currency) : undefined;
    if (amount !== undefined && currency === booked) return { amount, currency };
  }
  return undefined;
}

function findDate(values: Values, name: string): string | undefined {
  const text = values.get(`${name}/Dt`)?.[0] ?? values.get(`${name}/DtTm`)?.[0];
  return text === undefined ? undefined : parseStatementDate(text);
}

function findRemittance(part: Values, entry: Values) {
  const reference = part.get('RmtInf/Strd/CdtrRefInf/Ref')?.[0] ?? null;
  const said = [
    ...(part.get('RmtInf/Ustrd') ?? []),
    ...(part.get('RmtInf/Strd/AddtlRmtInf') ?? []),
    ...(part.get('RmtInf/Strd/RfrdDocInf/Nb') ?? []),
    ...(part.get('Refs/EndToEndId') ?? []).filter((text) => cleanBankReference(text) !== null),
  ];
  // The texts of the entry often repeat the name and account of the payer.
  const text = said.length > 0 ? said : (part.get('AddtlTxInf') ?? entry.get('AddtlNtryInf') ?? []);
  const payers = part.get('RltdPties/Dbtr/Nm') ?? part.get('RltdPties/Dbtr/Pty/Nm') ?? [];
  return {
    reference: reference && cleanStatementText(reference, 100),
    text: cleanStatementText(text.join(' ')),
    payer: cleanStatementText([...new Set(payers)].join(', '), 140) || null,
  };
}
