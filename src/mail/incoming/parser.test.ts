import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
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

  test('rejects a mail over a limit and goes on with the next', async () => {
    const parser = start({ limitMs: 300, memoryMb: 32 });
    const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}`;
    for (const [name, source] of Object.entries({
      'too large': new Uint8Array(100_000_000),
      'too many parts': Buffer.from(parts),
      'too slow or too much memory': Buffer.alloc(24_000_000, '\n'),
    })) {
      assert.equal(await parser.parse(source), undefined, name);
      assert.equal((await parser.parse(FINE))?.subject, 'Fine', `after ${name}`);
    }
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
    for (let mails = 0; mails < 3; mails++) {
      assert.equal((await parser.parse(FINE))?.text, 'Yes.');
      await new Promise((resolve) => setTimeout(resolve, 20 * mails));
    }
  });
});
