import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Problem } from '../../domain/errors.ts';
import { cleanStatementText, type Statement } from '../../domain/invoice/statement/bank-line.ts';
import { compilePatterns, findNumbers } from '../../domain/invoice/statement/find-numbers.ts';
import { findClues } from '../../domain/invoice/statement/match-lines.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import { readStatement } from './read-statement.ts';

const FOLDER = join(import.meta.dirname, '../../../test/fixtures/statements');

interface Expected {
  /** Day, amount, currency and payer of each payment. */
  lines: [date: string, amount: number, currency: string, payer: string | null][];
  /** Number of the invoice in each payment. */
  numbers: string[];
  /** `line: reason` */
  ignored: string[];
  iban: string;
}

const DE = 'DE02120300000000202051';
const CH = 'CH5800791123000889012';
const one = (
  amount: number,
  currency: string,
  payer: string | null,
  number: number,
  ignored: string[],
  iban: string,
): Expected => ({
  lines: [['2026-11-17', amount, currency, payer]],
  numbers: [`RE-2026-${String(number).padStart(5, '0')}`],
  ...{ ignored, iban },
});

/** The files, which are written as these banks write them. */
const FILES: Record<string, Expected> = {
  'sparkasse.csv': one(194_975, 'EUR', 'Käthe Müller GmbH', 17, ['3: pending', '4: debit'], DE),
  'volksbank.csv': one(120_000, 'EUR', 'Jörg Öztürk', 21, ['3: debit'], DE),
  'ing.csv': one(123_459, 'EUR', 'Gärtnerei Blüte', 31, ['16: debit'], DE),
  'dkb.csv': one(123_459, 'EUR', 'Nora Frühling', 41, ['6: pending', '8: debit'], DE),
  'deutsche-bank.csv': one(194_975, 'EUR', 'Weinhandlung Réserve', 51, ['7: debit', '8: date'], ''),
  'commerzbank.csv': one(47_600, 'EUR', null, 61, ['3: debit'], ''),
  'n26.csv': one(35_000, 'EUR', 'Studio Lumière', 71, ['3: debit'], ''),
  'revolut.csv': one(125_000, 'EUR', 'MARINA COSTA', 81, ['3: pending', '4: debit'], ''),
  'qonto.csv': one(
    194_975,
    'EUR',
    'Boulangerie Épi',
    91,
    ['3: pending', '4: debit'],
    'FR7616958000010000000000123',
  ),
  'ubs.csv': one(194_975, 'CHF', null, 101, ['12: debit'], CH),
  'postfinance.csv': one(
    194_975,
    'CHF',
    null,
    111,
    ['9: debit', '11: date', '12: date'],
    'CH4431999123000889012',
  ),
  'raiffeisen-ch.csv': one(194_975, 'CHF', null, 121, ['3: debit'], ''),
  'raiffeisen-at.csv': one(194_975, 'EUR', null, 131, ['2: debit'], ''),
  'us-bank.csv': one(194_975, 'USD', null, 141, ['3: debit'], ''),
  'kuwait.csv': one(5_000, 'KWD', null, 151, ['6: debit'], 'KW81CBKU0000000000001234560101'),
  'ing-nl.csv': one(194_975, 'EUR', 'Bakkerij De Molen', 161, ['3: debit'], ''),
  'camt-052.xml': one(194_975, 'CHF', 'Zoë Rüegg', 101, ['6: pending'], CH),
  'camt-053.xml': {
    lines: [
      ['2026-11-17', 194_975, 'CHF', 'Zoë Rüegg'],
      ['2026-11-17', 4_000, 'CHF', 'Anna Brändli'],
      ['2026-11-17', 4_000, 'CHF', 'Beat Gämperli'],
    ],
    numbers: ['RE-2026-00101', 'RE-2026-00111', 'RE-2026-00121'],
    ...{ ignored: ['8: reversal', '10: debit'], iban: CH },
  },
  'camt-054.xml': {
    lines: [
      ['2026-11-17', 4_000, 'CHF', 'Anna Brändli'],
      ['2026-11-17', 4_000, 'CHF', 'Beat Gämperli'],
    ],
    numbers: ['RE-2026-00111', 'RE-2026-00121'],
    ...{ ignored: [], iban: CH },
  },
};

const patterns = compilePatterns([{ key: 'RE-2026-{seq}', digits: 5 }]);

/** Currency of the account, where the file names none. */
const CURRENCIES: Record<string, string> = { 'us-bank.csv': 'USD', 'raiffeisen-ch.csv': 'CHF' };

describe('files of banks', () => {
  test('every file of the folder is expected', () => {
    const isFolder = (name: string) => name === 'banks' || name === 'numbers.json';
    const names = readdirSync(FOLDER).filter((name) => !isFolder(name));
    assert.deepEqual(names.sort(), Object.keys(FILES).sort());
  });

  for (const [name, { lines, numbers, ignored, iban }] of Object.entries(FILES)) {
    test(`${name} is read`, () => {
      const bytes = readFileSync(join(FOLDER, name));
      const currency = CURRENCIES[name] ?? 'SEK';
      const found = readStatement(bytes, { columns: {}, currency, country: null });
      assert.deepEqual(
        found.lines.map((line) => [line.date, line.amount, line.currency, line.payer]),
        lines,
      );
      for (const [at, line] of found.lines.entries()) {
        assert.ok(findClues(line, patterns).numbers.includes(numbers[at] ?? ''), JSON.stringify(line));
        assert.equal(line.iban, iban);
      }
      assert.deepEqual(
        found.ignored.map(({ line, reason }) => `${line}: ${reason}`),
        ignored,
      );
    });
  }
});

interface BankCase {
  file: string;
  bank: string;
  country: string;
  accountCurrency: string;
  lines?: { date: string; amount: string; currency: string; text: string[] }[];
  error?: boolean;
  why?: string;
}

const CASES = JSON.parse(readFileSync(join(FOLDER, 'banks/cases.json'), 'utf8')) as BankCase[];
const DOCS = join(import.meta.dirname, '../../../docs/bank-files.md');

/** Money that the bank gives back is received, but no payment of a customer. */
const REVERSALS: Record<string, string[]> = { 'fi-camt053-v13.xml': ['61.30'] };

function readCase({ file, accountCurrency, country }: BankCase): Statement {
  const bytes = readFileSync(join(FOLDER, 'banks', file));
  return readStatement(bytes, { columns: {}, currency: accountCurrency, country });
}

function expectLines({ file, lines = [] }: BankCase, { lines: read, ignored }: Statement): void {
  const isReceived = ({ amount }: { amount: string }) =>
    Number(amount) > 0 && !REVERSALS[file]?.includes(amount);
  const received = lines.filter(isReceived);
  assert.deepEqual(
    read.map(({ date, amount, currency }) => `${date} ${formatMoney(amount, currency)}`),
    received.map(({ date, amount, currency }) => `${date} ${amount} ${currency}`),
  );
  for (const [at, { text, payer, reference, bankReference }] of read.entries()) {
    const said = [text, payer, reference, bankReference].join(' ');
    for (const part of received[at]?.text ?? []) assert.ok(said.includes(plain(part)), `${part} in ${said}`);
  }
  const paid = lines.filter(({ amount }) => Number(amount) < 0).length;
  const left = ignored.filter(({ reason }) => reason === 'debit' || reason === 'reversal').length;
  assert.equal(left, paid + (REVERSALS[file]?.length ?? 0));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A row of the table in docs/bank-files.md. */
function describeCase(each: BankCase): string {
  const { file, bank, country } = each;
  const describe = (): string => {
    try {
      const { lines, columns, ignored } = readCase(each);
      const fields = [...new Set(columns.map(({ field }) => field))].join(', ');
      return `${lines.length} received, ${ignored.length} left out | ${fields || 'CAMT'}`;
    } catch (error) {
      assert.ok(error instanceof Problem, String(error));
      return `${plain(error.message).replaceAll('|', '')} | `;
    }
  };
  return `| ${bank.replaceAll('|', '')} | ${country} | \`${file}\` | ${describe().trim()} |`;
}

describe('exports of banks', () => {
  test('every file has a case', () => {
    const files = readdirSync(join(FOLDER, 'banks')).filter(
      (name) => !/^(?:cases\.json|README\.md)$/.test(name),
    );
    assert.deepEqual(CASES.map(({ file }) => file).sort(), files.sort());
  });

  for (const each of CASES) {
    const { file, bank, error } = each;
    test(`${file} of ${bank} is ${error ? 'refused' : 'read'}`, () => {
      if (error)
        assert.throws(
          () => readCase(each),
          (problem) => problem instanceof Problem && problem.status === 400,
        );
      else expectLines(each, readCase(each));
    });
  }

  test('the table of the documentation shows what is read (`BANK_TABLE=write` writes it)', () => {
    const text = readFileSync(DOCS, 'utf8');
    const head = text.slice(0, text.indexOf('| Bank |'));
    const rows = [
      '| Bank | Country | File | Result | Columns |',
      '|---|---|---|---|---|',
      ...CASES.map(describeCase),
    ];
    const written = `${head}${rows.join('\n')}\n`;
    if (process.env.BANK_TABLE === 'write') writeFileSync(DOCS, written);
    else assert.equal(text, written);
  });
});

test('numbers of invoices are found in all forms, and others are not', () => {
  const cases = JSON.parse(readFileSync(join(FOLDER, 'numbers.json'), 'utf8')) as {
    number: string;
    text: string;
    found: boolean;
    why: string;
  }[];
  for (const { number, text, found, why } of cases) {
    const [last = ''] = /\d+$/.exec(number) ?? [];
    const key = `${number.slice(0, -last.length)}{seq}`;
    const { numbers } = findNumbers(
      cleanStatementText(text),
      compilePatterns([{ key, digits: last.length }]),
    );
    assert.equal(numbers.includes(number), found, `${text}: ${why}`);
  }
});
