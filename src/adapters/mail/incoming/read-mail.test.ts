import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { readAttachment, readMail } from './read-mail.ts';

const HEADERS = [
  'Message-ID: <reply@example.com>',
  'From: "Ada L." <Ada@Example.com>',
  'To: Rosa <rosa+abc@example.com>',
  'Subject: =?utf-8?Q?Angebot_=C3=BCber_Fenster?=',
];

/** Builds a source from header lines and a body. */
function mail(lines: string[], body: string | Uint8Array = 'Yes.'): Uint8Array {
  return Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), Buffer.from(body)]);
}

function read(lines: string[], body?: string | Uint8Array) {
  return readMail(mail([...HEADERS, ...lines], body));
}

function multipart(kind: string, ...parts: string[][]): [string[], string] {
  const body = parts.map((part) => ['--b', ...part].join('\r\n')).join('\r\n');
  return [[`Content-Type: multipart/${kind}; boundary=b`], `${body}\r\n--b--\r\n`];
}

describe('a reply', () => {
  test('has a sender, recipients, a subject and references', async () => {
    const found = await read([
      'Cc: Team: b@example.com, "C" <c@example.com>;',
      'Delivered-To: ROSA@example.com',
      'In-Reply-To: <last@ours>',
      'References: <first@ours>\r\n <last@ours>',
    ]);
    assert.equal(found.messageId, '<reply@example.com>');
    assert.deepEqual(found.from, { name: 'Ada L.', address: 'ada@example.com' });
    assert.deepEqual(found.recipients.sort(), [
      'b@example.com',
      'c@example.com',
      'rosa+abc@example.com',
      'rosa@example.com',
    ]);
    assert.equal(found.subject, 'Angebot über Fenster');
    assert.deepEqual(found.references, ['<last@ours>', '<first@ours>']);
    assert.deepEqual(
      [found.kind, found.text, found.quotedText, found.isCut],
      ['personal', 'Yes.', null, false],
    );
  });

  test('has no sender unless exactly one valid address is named', async () => {
    for (const from of [
      [],
      ['From: ada@example.com, eve@example.com'],
      ['From: ada@example.com', 'From: eve@example.com'],
      ['From: Team: ada@example.com;'],
      ['From: Ada'],
      ['From: "ada@example.com" <eve@@example.com>'],
    ]) {
      assert.equal((await readMail(mail(from))).from, null, from.join());
    }
  });

  test('cannot inject a line or a second address with encoded words', async () => {
    const name = '=?utf-8?Q?Rosa=0D=0ABcc=3A_eve=40example.com=E2=80=AE?=';
    const found = await readMail(mail([`From: ${name} <ada@example.com>`, `Subject: ${name}`]));
    assert.deepEqual(found.from, { name: 'Rosa Bcc: eve@example.com', address: 'ada@example.com' });
    assert.equal(found.subject, 'Rosa Bcc: eve@example.com');
    const hidden = await readMail(mail(['From: =?utf-8?Q?eve=40evil.example=2C?= <ada@example.com>']));
    assert.equal(hidden.from?.address, 'ada@example.com');
  });

  test('names a bounded number of references of bounded length', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `<${index}@ours>`);
    const { references } = await read([`References: ${ids.join('\r\n ')} <${'x'.repeat(300)}> <a b> <`]);
    assert.equal(references.length, 100);
    assert.equal(references[0], '<499@ours>');
    const { messageId } = await readMail(mail(['Message-ID: bare@example.com']));
    assert.equal(messageId, '<bare@example.com>');
  });

  test('is cut at the longest message', async () => {
    const long = await read(['Content-Type: text/plain; charset=utf-8'], '😀'.repeat(MAX_LENGTH.message + 1));
    assert.deepEqual([[...long.text].length, long.isCut], [MAX_LENGTH.message, true]);
    const fitting = await read(['Content-Type: text/plain; charset=utf-8'], '😀'.repeat(MAX_LENGTH.message));
    assert.deepEqual([[...fitting.text].length, fitting.isCut], [MAX_LENGTH.message, false]);
  });

  test('is read in every charset, and with a wrong one as far as possible', async () => {
    const plain = (charset: string) => ['MIME-Version: 1.0', `Content-Type: text/plain; charset=${charset}`];
    const latin1 = Buffer.from('Grüße', 'latin1');
    assert.equal((await read(plain('iso-8859-1'), latin1)).text, 'Grüße');
    assert.equal((await read(plain('unknown-8bit'), latin1)).text, 'Grüße');
    assert.equal((await read(plain('utf-8'), latin1)).text, 'Grüße');
    assert.equal((await read(plain('iso-8859-1'), 'Grüße')).text, 'Grüße');
    assert.equal((await read(plain('shift_jis'), Buffer.from('8ca98d90', 'hex'))).text, '見告');
    assert.equal((await read(plain('utf-8'), 'a\u0000b\u202ec\u0007d\u2028e\u200f')).text, 'abcd\ne');
  });

  test('of flowed lines is joined, and its quote is found', async () => {
    const lines = [
      'This is one ',
      'paragraph.',
      '',
      'On 16/11/2026 10:00, Rosa wrote:',
      '> a long ',
      '> quote',
      '',
      'Below.',
    ];
    const found = await read(['Content-Type: text/plain; charset=utf-8; format=flowed'], lines.join('\r\n'));
    assert.equal(found.text, 'This is one paragraph.\n\nBelow.');
  });

  test('below a flowed quote is never joined with it', async () => {
    const lines = ['> quote ', 'Below.', '', '-- ', 'Ada'];
    const type = 'Content-Type: text/plain; charset=utf-8; Format="Flowed"; DelSp=yes';
    const found = await read([type], lines.join('\r\n'));
    assert.deepEqual([found.text, found.quotedText], ['Below.\n\n--\nAda', '> quote']);
    assert.equal((await read([type], 'one \r\n two ')).text, 'onetwo', 'spaces that were added are removed');
  });

  test('prefers plain text, and reads HTML without it', async () => {
    const html = ['Content-Type: text/html', '', '<p>HTML</p>'];
    const both = await read(...multipart('alternative', ['Content-Type: text/plain', '', 'Plain'], html));
    assert.equal(both.text, 'Plain');
    const blank = await read(...multipart('alternative', ['Content-Type: text/plain', '', ' '], html));
    assert.equal(blank.text, 'HTML');
  });
});

describe('attachments', () => {
  const part = (lines: string[], body: string) => [...lines, '', body];

  test('are listed with safe names and extracted by position', async () => {
    const [lines, body] = multipart(
      'mixed',
      part(['Content-Type: text/plain'], 'Hello'),
      part(
        [
          'Content-Type: application/pdf',
          'Content-Disposition: attachment; filename="..\\\\..\\\\C:evil/../plan\u202e.pdf"',
        ],
        '%PDF',
      ),
      part(['Content-Type: image/gif', 'Content-Disposition: inline'], 'tracker'),
      part(['Content-Type: image/png', 'Content-ID: <logo>'], 'x'.repeat(300)),
      part(['Content-Type: message/rfc822'], 'Subject: inner\r\n\r\nInner'),
      part(
        ["Content-Disposition: attachment; filename*=utf-8''%C3%A4%0D%0A.txt", 'Content-Type: bad type'],
        'x',
      ),
      part(
        ['Content-Type: text/plain', `Content-Disposition: attachment; filename="${'n'.repeat(300)}.txt"`],
        'y',
      ),
    );
    const { text, attachments } = await read(lines, body);
    assert.equal(text, 'Hello');
    assert.deepEqual(
      attachments.map(({ fileName, contentType, bytes }) => [
        fileName.length > 50 ? fileName.length : fileName,
        contentType,
        bytes,
      ]),
      [
        ['plan.pdf', 'application/pdf', 5],
        ['attachment.png', 'image/png', 301],
        ['attachment.eml', 'message/rfc822', 22],
        ['ä .txt', 'application/octet-stream', 2],
        [200, 'text/plain', 2],
      ],
    );
    assert.deepEqual(
      attachments.map(({ index }) => index),
      [0, 1, 2, 3, 4],
    );
    const source = mail([...HEADERS, ...lines], body);
    assert.equal(
      Buffer.from((await readAttachment(source, 0)) ?? [])
        .toString()
        .trim(),
      '%PDF',
    );
    assert.match(Buffer.from((await readAttachment(source, 2)) ?? []).toString(), /^Subject: inner/);
    assert.equal(await readAttachment(source, 5), undefined);
    assert.equal(await readAttachment(source, -1), undefined);
  });
});

describe('a delivery report', () => {
  const report = (...recipients: string[][]) => [
    'Content-Type: message/delivery-status',
    ...['', 'Reporting-MTA: dns; mx.example.com', 'Arrival-Date: Mon, 16 Nov 2026 10:00:00 +0100'],
    ...recipients.flatMap((fields) => ['', ...fields]),
    '',
  ];
  const failed = [
    'Original-Recipient: rfc822;old@example.com',
    'Final-Recipient: RFC822; Ada@Example.com',
    'Action: failed',
    'Status: 5.1.1 (bad mailbox)',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>:',
    '\tno such user\u0007',
  ];
  const returned = [
    'Content-Type: message/rfc822',
    '',
    'Subject: Quote',
    'Message-ID:',
    ' <ours@example.com>',
    '',
    'Message-ID: <no@x>',
  ];

  test('names each recipient, the reason and the returned mail', async () => {
    const delayed = ['Original-Recipient: rfc822; <b@example.com>', 'Action: Delayed', 'Status: 4.4.1'];
    const nobody = ['Final-Recipient: x400; c=de', 'Action: failed'];
    const found = await read(
      ...multipart(
        'report; report-type=delivery-status',
        ['', 'Sorry'],
        report(failed, delayed, nobody),
        returned,
      ),
    );
    assert.equal(found.kind, 'bounce');
    assert.deepEqual(found.failures, [
      {
        recipient: 'ada@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnostic: '550 5.1.1 <ada@example.com>: no such user',
      },
      { recipient: 'b@example.com', action: 'delayed', status: '4.4.1', diagnostic: null },
    ]);
    assert.equal(found.returnedMessageId, '<ours@example.com>');
  });

  test('may return the headers only, or nothing', async () => {
    const headers = ['Content-Type: text/rfc822-headers', '', 'message-id: <ours@example.com>'];
    const found = await read(...multipart('report', report(failed), headers));
    assert.equal(found.returnedMessageId, '<ours@example.com>');
    assert.equal((await read(...multipart('report', report(failed)))).returnedMessageId, null);
  });

  test('counts in a report only; a read receipt is automatic', async () => {
    assert.equal((await read(...multipart('mixed', report(failed), returned))).kind, 'personal');
    const receipt = ['Content-Type: message/disposition-notification', '', 'Disposition: x; displayed'];
    const found = await read(...multipart('report; report-type=disposition-notification', receipt));
    assert.deepEqual([found.kind, found.failures], ['automatic', []]);
  });
});

test('automatic mail is recognized by its headers', async () => {
  for (const header of [
    'Auto-Submitted: auto-replied (vacation)',
    'Auto-Submitted: auto-generated; owner-email="x"',
    'Precedence: bulk',
    'Precedence: Auto_Reply',
    'X-Autoreply: yes',
    'X-Autorespond: Away',
    'Return-Path: <>',
  ]) {
    assert.equal((await read([header])).kind, 'automatic', header);
  }
  for (const header of [
    'Auto-Submitted: (auto-replied) No',
    'Precedence: normal',
    'X-Autoreply: no',
    'X-Auto-Response-Suppress: All',
    'Return-Path: <ada@example.com>',
  ]) {
    assert.equal((await read([header])).kind, 'personal', header);
  }
});

test('results of DMARC name the server that checked, topmost first', async () => {
  const found = await read([
    'Authentication-Results: MX.example.com 1; spf=pass (dmarc=fail) smtp.mailfrom=x; (a;(b)) dmarc=pass (p=none) header.from=example.com',
    'Authentication-Results: "evil; dmarc=pass"; dkim=pass reason="; dmarc=pass"',
    'Authentication-Results: spf=fail smtp.mailfrom=x;\r\n dmarc/1 = fail action=none',
    'Authentication-Results: mx.example.com; dmarc=passed-by-me, xdmarc=pass; none',
    'Authentication-Results: forged.example; dmarc=pass',
  ]);
  assert.deepEqual(found.authentication, [
    { authservId: 'mx.example.com', dmarc: [{ result: 'pass', domains: ['example.com'] }] },
    { authservId: 'evil; dmarc=pass', dmarc: [] },
    { authservId: '', dmarc: [{ result: 'fail', domains: [] }] },
    { authservId: 'mx.example.com', dmarc: [{ result: 'passed-by-me,', domains: [] }] },
    { authservId: 'forged.example', dmarc: [{ result: 'pass', domains: [] }] },
  ]);
});

describe('a hostile mail', () => {
  test('with too many parts, headers or levels is rejected', async () => {
    const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}`;
    await assert.rejects(readMail(Buffer.from(parts)), /1000 parts/);
    await assert.rejects(readMail(Buffer.from(`X: ${'y'.repeat(90)}\r\n`.repeat(6000))), /header size/);
    const levels = Array.from(
      { length: 60 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    await assert.rejects(readMail(Buffer.from(levels.join(''))), /nesting depth/);
  });

  test('with mails in mails is an attachment', async () => {
    const inner = 'Content-Type: message/rfc822\r\n\r\n'.repeat(1000);
    assert.equal((await readMail(Buffer.from(inner))).attachments.length, 1);
  });

  test('of any bytes is read without an error', async () => {
    const fragments = [
      ...[
        '\r\n',
        '\n',
        '--b',
        '--b--',
        'Content-Type: multipart/mixed; boundary=b',
        'From: ',
        'References: <',
        '>',
      ],
      ...[
        'Content-Type: text/html',
        '<a href="',
        '<!--',
        '<blockquote',
        '&#55555;',
        '=?utf-8?Q?',
        '?=',
        '\u202e',
        '😀',
      ],
      ...[
        'Content-Transfer-Encoding: base64',
        'Content-Type: multipart/report; boundary=b',
        'Action: failed',
        '(',
        '"',
      ],
      ...[
        'Content-Type: message/delivery-status',
        'Authentication-Results: ',
        'dmarc=pass',
        '> ',
        'wrote:',
        '2026',
        '@',
      ],
    ];
    const piece = fc.oneof(
      fc.constantFrom(...fragments).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const found = await readMail(Buffer.concat(pieces));
        assert.ok(found.text.length <= 2 * MAX_LENGTH.message && found.text.isWellFormed());
      }),
      { numRuns: 300 },
    );
  });
});
