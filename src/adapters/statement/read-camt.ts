import { SaxesParser } from 'saxes';
import { Problem } from '../../domain/errors.ts';
import { MAX_STATEMENT_LINES, type Statement } from '../../domain/invoice/statement/bank-line.ts';
import { type CamtEntry, readEntry, type Values } from './camt-entry.ts';
import { tooManyLines, unreadableStatement } from './statement-problem.ts';

const MAX_DEPTH = 40;
const MAX_VALUE_LENGTH = 2_000;
/** Values of the same path that are kept. A text has room for fewer. */
const MAX_VALUES = 100;
const MAX_ENTRIES = 4 * MAX_STATEMENT_LINES;
const MAX_TRANSACTIONS = 5_000;
/** Reports (CAMT.052), statements (CAMT.053) and notifications (CAMT.054). Entries of a report that are not final are `PDNG`. */
const ROOTS = ['BkToCstmrAcctRpt', 'BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'];
const TRANSACTION = 'NtryDtls/TxDtls/';
const STEP_LENGTH = 65_536;

/**
 * Own reader of the few elements that matter, on a streaming XML parser: the memory and the work for a file of a stranger are
 * bounded, and every version is read alike.
 *
 * Reads a report, statement or notification of any version. Names of elements are compared without their namespace, which differs by
 * version. A DOCTYPE is rejected: it could declare entities.
 */
export function readCamt(text: string): Statement {
  const statement: Statement = { format: 'camt', columns: [], lines: [], ignored: [] };
  const parser = new SaxesParser();
  listen(parser, statement);
  try {
    for (let start = 0; start < text.length; start += STEP_LENGTH) {
      parser.write(text.slice(start, start + STEP_LENGTH));
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
  let entries = 0;
  let entryDepth = 0;
  let entry: CamtEntry | undefined;
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
      if (++entries > MAX_ENTRIES) throw tooManyLines();
      entry = { values: new Map(), transactions: [], line: parser.line, position: entries };
      entryDepth = path.length;
    } else if (entry) {
      const below = path.slice(entryDepth).join('/');
      if (below === 'NtryDtls/TxDtls') addTransaction(entry);
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
    'The file is XML, but no report (CAMT.052), statement (CAMT.053) or notification (CAMT.054). Ask your bank for one of these.',
  );
}

function addTransaction({ transactions, line }: CamtEntry): void {
  if (transactions.push(new Map()) <= MAX_TRANSACTIONS) return;
  const most = MAX_TRANSACTIONS.toLocaleString('en');
  throw unreadableStatement(
    `The entry in line ${line} has more than ${most} transactions. Ask your bank for a statement without the details of batches.`,
  );
}

function addValue(entry: CamtEntry, path: string, value: string): void {
  const isOfTransaction = path.startsWith(TRANSACTION);
  const values: Values = isOfTransaction ? (entry.transactions.at(-1) ?? entry.values) : entry.values;
  const key = isOfTransaction ? path.slice(TRANSACTION.length) : path;
  const text = value.trim();
  if (text === '') return;
  const list = values.get(key);
  if (!list) values.set(key, [text]);
  else if (list.length < MAX_VALUES) list.push(text);
}

function addLines(statement: Statement, entry: CamtEntry, iban: string): void {
  for (const read of readEntry(entry, iban)) {
    if (typeof read === 'string') statement.ignored.push({ line: entry.line, reason: read });
    else statement.lines.push(read);
  }
  if (statement.lines.length > MAX_STATEMENT_LINES) throw tooManyLines();
  if (statement.ignored.length > MAX_ENTRIES) throw tooManyLines();
}
