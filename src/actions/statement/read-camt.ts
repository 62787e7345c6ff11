import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { Problem } from '../../domain/errors.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import {
  cleanStatementText,
  MAX_STATEMENT_LINES,
  type Statement,
  type StatementLine,
} from '../../domain/statement/bank-line.ts';
import { parseDecimalAmount, parseStatementDate } from '../../domain/statement/statement-values.ts';
import { unreadableStatement } from './statement-problem.ts';

const MAX_DEPTH = 40;
const MAX_VALUE_LENGTH = 2_000;
/** Letters between two pauses for the event loop: some milliseconds. */
const STEP_LENGTH = 65_536;
/** CAMT.053 and CAMT.054. Reports within the day (CAMT.052) have entries that are not final. */
const ROOTS = ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'];
const TRANSACTION = 'NtryDtls/TxDtls/';

/** Values by path below the entry or the transaction. A path may occur again. */
type Values = Map<string, string[]>;

interface Entry {
  values: Values;
  transactions: Values[];
}

/**
 * Reads a statement (CAMT.053) or a notification (CAMT.054) of any version in steps. Names of elements are compared without
 * their namespace, which differs by version. A DOCTYPE is rejected: it could declare entities.
 */
export async function readCamt(text: string): Promise<Statement> {
  const statement: Statement = { format: 'camt', lines: [], ignored: 0 };
  const parser = new SaxesParser();
  listen(parser, statement);
  try {
    for (let start = 0; start < text.length; start += STEP_LENGTH) {
      parser.write(text.slice(start, start + STEP_LENGTH));
      await nextTurn();
    }
    parser.close();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadableStatement(`The file is not valid XML: it has an error in line ${parser.line}.`);
  }
  return statement;
}

function listen(parser: SaxesParser, statement: Statement): void {
  const path: string[] = [];
  let isKnown = false;
  let iban = '';
  let value = '';
  let entryDepth = 0;
  let entry: Entry | undefined;
  const addText = (text: string) => {
    if (value.length < MAX_VALUE_LENGTH) value += text.slice(0, MAX_VALUE_LENGTH);
  };

  parser.on('doctype', () => {
    throw unreadableStatement('The file has a DOCTYPE, which no bank statement needs. Remove it.');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    path.push(local);
    value = '';
    if (path.length > MAX_DEPTH)
      throw unreadableStatement('The file is nested too deeply for a bank statement.');
    if (path.length === 2) isKnown ||= ROOTS.includes(local);
    if (path.length === 1 && local !== 'Document') throw notCamt();
    if (local === 'Ntry' && path.length === 4) {
      entry = { values: new Map(), transactions: [] };
      entryDepth = path.length;
    } else if (entry) {
      const below = path.slice(entryDepth).join('/');
      if (below === 'NtryDtls/TxDtls') entry.transactions.push(new Map());
      if (local === 'Amt' && typeof attributes.Ccy === 'string')
        addValue(entry, `${below}/@Ccy`, attributes.Ccy);
    }
  });
  parser.on('closetag', () => {
    const local = path.at(-1);
    if (path.length === 2 && !isKnown) throw notCamt();
    if (entry && path.length === entryDepth) {
      addLines(statement, entry, iban);
      entry = undefined;
    } else if (entry) addValue(entry, path.slice(entryDepth).join('/'), value);
    else if (isAccountId(path)) iban = value.replaceAll(/\s/g, '').toUpperCase();
    else if (local === 'Document' && !isKnown) throw notCamt();
    path.pop();
    value = '';
  });
}

/** The IBAN of the statement, or its account number where there is none. */
function isAccountId(path: readonly string[]): boolean {
  const below = path.slice(3).join('/');
  return below === 'Acct/Id/IBAN' || below === 'Acct/Id/Othr/Id';
}

function notCamt(): Problem {
  return unreadableStatement(
    'The file is XML, but no statement (CAMT.053) or notification (CAMT.054). Ask your bank for one of these.',
  );
}

function addValue(entry: Entry, path: string, value: string): void {
  const isOfTransaction = path.startsWith(TRANSACTION);
  const values = isOfTransaction ? (entry.transactions.at(-1) ?? entry.values) : entry.values;
  const key = isOfTransaction ? path.slice(TRANSACTION.length) : path;
  const text = value.trim();
  if (text === '') return;
  const list = values.get(key);
  if (list) list.push(text);
  else values.set(key, [text]);
}

/** Adds the lines of an entry: one per transaction of a batch. */
function addLines(statement: Statement, entry: Entry, iban: string): void {
  const lines = listLines(entry, iban);
  if (lines.length === 0) statement.ignored++;
  statement.lines.push(...lines);
  if (statement.lines.length > MAX_STATEMENT_LINES) {
    const most = MAX_STATEMENT_LINES.toLocaleString('en');
    throw unreadableStatement(`The statement has more than ${most} payments. Export shorter periods.`);
  }
}

function listLines({ values, transactions }: Entry, iban: string): StatementLine[] {
  const first = (path: string) => values.get(path)?.[0];
  const progress = first('Sts/Cd') ?? first('Sts') ?? 'BOOK';
  if (progress !== 'BOOK' || first('RvslInd') === 'true' || first('RvslInd') === '1') return [];
  const date = findDate(values, 'BookgDt') ?? findDate(values, 'ValDt');
  if (date === undefined) return [];
  const ofEntry = first('AcctSvcrRef') ?? first('NtryRef');
  const parts = canSplit(transactions) ? transactions : [mergeValues(transactions)];
  return parts.flatMap((part, place) => {
    const isCredit = (part.get('CdtDbtInd')?.[0] ?? first('CdtDbtInd')) === 'CRDT';
    // The amount of a single transaction may be in the currency of the payer.
    const { amount, currency } = findAmount(parts.length > 1 ? part : values) ?? {};
    if (!isCredit || !amount || currency === undefined) return [];
    const own = part.get('Refs/AcctSvcrRef')?.[0];
    const reference = own ?? ofEntry;
    return [
      {
        ...{ iban, date, amount, currency },
        booking: reference ? { reference, place: own ? 0 : place } : null,
        ...findRemittance(part, values),
      },
    ];
  });
}

/** A batch is split if each of its transactions has an amount. */
function canSplit(transactions: readonly Values[]): boolean {
  return transactions.length > 1 && transactions.every((part) => findAmount(part) !== undefined);
}

function mergeValues(transactions: readonly Values[]): Values {
  const merged: Values = new Map();
  for (const [path, list] of transactions.flatMap((part) => [...part])) {
    merged.set(path, [...(merged.get(path) ?? []), ...list]);
  }
  return merged;
}

function findAmount(values: Values): { amount: number; currency: string } | undefined {
  for (const path of ['Amt', 'AmtDtls/TxAmt/Amt']) {
    const [text] = values.get(path) ?? [];
    const [currency = ''] = values.get(`${path}/@Ccy`) ?? [];
    const amount = text && isCurrency(currency) ? parseDecimalAmount(text, currency) : undefined;
    if (amount !== undefined) return { amount, currency };
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
    ...(part.get('Refs/EndToEndId') ?? []).filter((text) => text !== 'NOTPROVIDED'),
  ];
  // The texts of the entry often repeat the name and account of the payer.
  const text = said.length > 0 ? said : (part.get('AddtlTxInf') ?? entry.get('AddtlNtryInf') ?? []);
  const payer = part.get('RltdPties/Dbtr/Nm')?.[0] ?? part.get('RltdPties/Dbtr/Pty/Nm')?.[0];
  return {
    reference: reference && cleanStatementText(reference, 100),
    text: cleanStatementText(text.join(' ')),
    payer: payer ? cleanStatementText(payer, 140) : null,
  };
}
