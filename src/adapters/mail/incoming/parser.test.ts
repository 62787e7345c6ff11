import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { countCases, testAll } from '../../../../test/support/run/all.ts';
import { createMailParser, type MailParserOptions } from './parser.ts';

const parsers: ReturnType<typeof createMailParser>[] = [];
after(() => Promise.all(parsers.map((parser) => parser.close())));

function start(options?: MailParserOptions) {
  const parser = createMailParser(options);
  parsers.push(parser);
  return parser;
}

const FINE = Buffer.from('From: ada@example.com\r\nSubject: Fine\r\n\r\nYes.');

describe('the parser of mails', () => {
  test('parses mails and extracts attachments in a thread', async () => {
    const parser = start();
    const found = await Promise.all([parser.parse(FINE), parser.parse(FINE)]);
    assert.deepEqual(
      found.map((mail) => mail?.text),
      ['Yes.', 'Yes.'],
    );
    const source = Buffer.from('Content-Type: application/pdf\r\n\r\n%PDF');
    assert.equal(
      Buffer.from((await parser.extractAttachment(source, 0))?.content ?? []).toString(),
      '%PDF\n',
    );
    assert.equal(await parser.extractAttachment(source, 1), undefined);
  });

  for (const [limit, options, source] of [
    ['size', {}, new Uint8Array(100_000_000)],
    [
      'parts',
      {},
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}`),
    ],
    [
      'memory',
      { memoryMb: 16 },
      Buffer.from(`Content-Transfer-Encoding: base64\r\n\r\n${'AA=='.repeat(2_000_000)}`),
    ],
    ['time', { limitMs: 100 }, Buffer.alloc(4_000_000, 'x \n')],
  ] as const) {
    test(`rejects a mail over the limit of ${limit} and goes on with the next`, async () => {
      const parser = start(options);
      const [rejected, next] = await Promise.all([parser.parse(source), parser.parse(FINE)]);
      assert.deepEqual([rejected, next?.subject], [undefined, 'Fine']);
    });
  }

  for (const [kind, line] of [
    ['empty', '\n'],
    ['quoted', '>\n'],
    ['short', 'a:\n'],
  ] as const) {
    (kind === 'short' ? test : testAll)(
      `reads the beginning of a mail of very many ${kind} lines`,
      async () => {
        const source = Buffer.from(`From: ada@example.com\n\nYes.\n${line.repeat(countCases(3_000_000))}`);
        const mail = await start({ limitMs: 6_000, memoryMb: 128 }).parse(source);
        assert.equal(mail?.text.slice(0, 4), 'Yes.');
        assert.equal(mail?.isCut, true);
      },
    );
  }

  test('lets the mails of accounts take turns', async () => {
    const parser = start();
    const order: string[] = [];
    const parse = (accountId: string) => parser.parse(FINE, accountId).then(() => order.push(accountId));
    await Promise.all([...['a', 'a', 'a', 'a'].map(parse), ...['b', 'b'].map(parse), parse('c')]);
    assert.deepEqual(order.slice(0, 3), ['a', 'b', 'c']);
  });

  test('fails after it was closed, also a mail that waits', async () => {
    const parser = createMailParser();
    const waiting = [parser.parse(FINE), parser.parse(FINE)].map((work) =>
      assert.rejects(work, /ended|closed/),
    );
    await parser.close();
    await Promise.all(waiting);
    await assert.rejects(parser.parse(FINE), /closed/);
  });

  test('ends an idle thread and starts another for the next mail', async () => {
    const parser = start({ idleMs: 1 });
    for (let mails = 0; mails < 2; mails++) {
      const started = once(process, 'worker') as Promise<[Worker]>;
      const parsed = parser.parse(FINE);
      const [worker] = await started;
      const ended = once(worker, 'exit');
      assert.equal((await parsed)?.text, 'Yes.');
      await ended;
    }
  });
});
