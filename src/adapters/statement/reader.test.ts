import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { camt } from '../../../test/fixtures/camt.ts';
import { countCases, testAll } from '../../../test/support/run/all.ts';
import { Problem } from '../../domain/errors.ts';
import { createStatementReader } from './reader.ts';

const settings = { columns: {}, currency: 'CHF', country: null };
const file = (text: string) => new TextEncoder().encode(text);

function refused(pattern: RegExp) {
  return (error: unknown) => error instanceof Problem && error.status === 400 && pattern.test(error.message);
}

const heading = (columns: number, width: number) =>
  Array.from({ length: columns }, (_, n) => `${'é'.repeat(width)}${n}`).join(';');
const detail = (amount: string) => `<TxDtls>${amount}<RmtInf><Ustrd>a</Ustrd></RmtInf></TxDtls>`;
const entry = (details: string) =>
  camt([{ amount: '1.00' }]).replace('</Ntry>', () => `<NtryDtls>${details}</NtryDtls></Ntry>`);

/** Files that would take long without limits, and the sentence about each. */
const HOSTILE: Record<string, [text: string, sentence: RegExp]> = {
  'a million columns': [`Date;Amount${';a'.repeat(1_000_000)}\n`, /more than 250 columns/],
  'a row of a million columns': [
    `Date;Amount\n2026-11-16;1${';a'.repeat(1_000_000)}\n`,
    /more than 250 columns/,
  ],
  '40 lines of wide headings': [`${`${heading(250, 90)}\n`.repeat(60)}`, /No columns/],
  'quotes without an end': [`${'"a";'.repeat(2_000_000)}"`, /more than 250 columns/],
  'pairs of quotes': [`${'"'.repeat(5_000_001)}\n`.repeat(2), /No columns/],
  'an entry of 20,000 details': [entry(detail('').repeat(20_000)), /more than 5,000 transactions/],
  'an entry of 200,000 priced details': [
    entry(detail('<Amt Ccy="CHF">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>').repeat(100_000)),
    /more than 5,000 transactions/,
  ],
  'deep XML': [`<Document><BkToCstmrStmt>${'<a>'.repeat(1_000_000)}`, /nested/],
  'many empty entries': [
    camt([]).replace('</Stmt>', () => `${'<Ntry/>'.repeat(1_000_000)}</Stmt>`),
    /more than 5,000/,
  ],
};

/** Another form of what is rejected next to it. */
const REPEATED = ['a row of a million columns', 'pairs of quotes', 'an entry of 200,000 priced details'];

describe('the reader of statements', () => {
  const reader = createStatementReader({ limitMs: 3000 });
  after(() => reader.close());

  for (const [name, [text, sentence]] of Object.entries(HOSTILE)) {
    (REPEATED.includes(name) ? testAll : test)(`rejects ${name} by a sentence`, async () => {
      await assert.rejects(reader.read(file(text.slice(0, 10_000_000)), settings), refused(sentence));
    });
  }

  test('reads large files within the limit', async () => {
    const texts = [
      entry(`<TxDtls><RmtInf>${'<Ustrd>INV-7</Ustrd>'.repeat(100_000)}</RmtInf></TxDtls>`),
      entry(detail('').repeat(5_000)),
      `Date;Amount;Text\n${'2026-11-16;1.00;a\n'.repeat(5_000)}${'2026-11-16;-1.00;a\n'.repeat(15_000)}`,
      `Date;Amount;${heading(248, 90)}\n${`2026-11-16;1.00${';a'.repeat(248)}\n`.repeat(1_000)}`,
    ];
    for (const text of texts.slice(0, countCases(texts.length)))
      assert.ok((await reader.read(file(text), settings)).lines.length > 0);
  });

  test('a file that takes too long ends the thread, and the next file is read', async () => {
    const impatient = createStatementReader({ limitMs: 1 });
    const text = `Date;Amount;Text\n${`2026-11-16;1.00;${'a '.repeat(400)}\n`.repeat(5_000)}`;
    await assert.rejects(impatient.read(file(text), settings), refused(/too much time or memory/));
    await assert.rejects(impatient.read(file('<a/>'), settings), refused(/CAMT|too much/));
    await impatient.close();
  });

  test('an account that sends many files delays and loses only its own', async () => {
    const busy = createStatementReader({ maxWaiting: 8 });
    const small = file('Date;Amount\n2026-11-16;1.00\n');
    const order: string[] = [];
    const read = (name: string) =>
      busy.read(small, settings, name.slice(0, 1)).then(
        () => order.push(name),
        () => order.push(`${name} refused`),
      );
    const greedy = Array.from({ length: 12 }, (_, index) => read(`a${index}`));
    await Promise.all([...greedy, ...['b1', 'c1', 'b2', 'd1'].map(read)]);
    const refused = order.filter((name) => name.endsWith('refused'));
    assert.equal(refused.length, 12 + 4 - 9);
    assert.ok(
      refused.every((name) => name.startsWith('a')),
      refused.join(),
    );
    const served = order.filter((name) => !name.endsWith('refused'));
    assert.deepEqual(served, ['a0', 'a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3', 'a4']);
    await busy.close();
  });

  test('few files wait, and the error of the next says so', async () => {
    const busy = createStatementReader({ maxWaiting: 1 });
    const small = file('Date;Amount\n2026-11-16;1.00\n');
    const results = await Promise.allSettled([1, 2, 3].map(() => busy.read(small, settings)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    );
    const [, , last] = results;
    assert.ok(
      last?.status === 'rejected' && last.reason instanceof Problem && last.reason.code === 'overloaded',
    );
    await busy.close();
  });
});
