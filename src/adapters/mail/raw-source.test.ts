import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readMail } from '../../../test/support/mail/smtp-servers.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';
import { buildRawSource, composeMail } from './raw-source.ts';

const message: MailMessage = {
  messageId: '<fixed@example.test>',
  from: { name: 'Acme', address: 'quotes@example.test' },
  replyTo: { name: 'Acme', address: 'office@example.test' },
  to: [{ name: 'Ada', address: 'ada@example.test' }],
  cc: [],
  subject: 'Quote',
  text: 'Text',
  html: '<p>Text <img src="cid:logo@proffer" alt=""></p>',
  attachments: [
    { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG'), cid: 'logo@proffer' },
    { filename: 'quote.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
  ],
  headers: { 'Auto-Submitted': 'auto-generated' },
};

it('is a message with a text, an HTML part, an inline image and an attachment', async () => {
  const mail = await readMail(await buildRawSource(message));
  assert.equal(mail.messageId, '<fixed@example.test>');
  assert.deepEqual(mail.replyTo, [{ name: 'Acme', address: 'office@example.test' }]);
  assert.equal(mail.text?.trim(), 'Text');
  assert.match(mail.html ?? '', /cid:logo@proffer/);
  const [logo, pdf] = mail.attachments;
  assert.deepEqual([logo?.disposition, logo?.contentId], ['inline', '<logo@proffer>']);
  assert.deepEqual([pdf?.disposition, pdf?.filename], ['attachment', 'quote.pdf']);
  assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
});

it('names the earlier emails of its conversation, on lines that a server accepts', async () => {
  const references = Array.from(
    { length: 21 },
    (_, n) => `<mail_${String(n).padStart(26, '0')}@example.test>`,
  );
  const source = await buildRawSource({ ...message, references });
  const mail = await readMail(source);
  assert.equal(mail.inReplyTo, references.at(-1));
  assert.equal(mail.references?.replaceAll(/\s+/g, ' '), references.join(' '));
  const [head = ''] = source.toString('latin1').split('\r\n\r\n');
  assert.ok(head.split('\r\n').every((line) => line.length <= 998));
  await assert.rejects(buildRawSource({ ...message, references: ['<a@b>\r\nBcc: <c@d>'] }), TypeError);
});

it('never gains a header or a recipient from a field', async () => {
  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\r\n\r\n',
          '\u2028',
          '\u0085',
          '\u0000',
          'Bcc: eve@evil.test',
          '"',
          '\\',
          '<',
          '>',
          ',',
          ';',
          '=?utf-8?Q?=0d=0a?=',
          '見積書',
          '😀',
        ),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));
  const plain = await readMail(await buildRawSource(message));
  const keys = plain.headers.map(({ key }) => key);
  await fc.assert(
    fc.asyncProperty(nasty, async (text) => {
      const { source, envelope } = await composeMail({
        ...message,
        from: { name: text, address: 'quotes@example.test' },
        replyTo: { name: text, address: 'office@example.test' },
        to: [{ name: text, address: 'ada@example.test' }],
        subject: text,
        headers: { 'Auto-Submitted': text },
        attachments: message.attachments.map((part) => ({
          ...part,
          filename: text || 'x',
          contentType: part.contentType,
        })),
      });
      assert.deepEqual(envelope, { from: 'quotes@example.test', to: ['ada@example.test'] });
      const mail = await readMail(source);
      const found = mail.headers.map(({ key }) => key);
      assert.deepEqual(
        found.filter((key) => !keys.includes(key)),
        [],
        'no other header',
      );
      assert.equal(new Set(found).size, found.length, 'each once');
      assert.deepEqual(
        mail.to?.map(({ address }) => address),
        ['ada@example.test'],
      );
      assert.equal(mail.bcc, undefined);
      assert.equal(mail.text?.trim(), 'Text');
      assert.equal(mail.attachments.length, 2);
    }),
    { numRuns: 80, endOnFailure: true },
  );
});

it('keeps names, subjects and long file names in every script', async () => {
  for (const words of [
    'Größe & Maß',
    '見積書と請求書',
    'عرض سعر جديد',
    'Комерційна пропозиція',
    'ใบเสนอราคา',
    '😀 emoji',
  ]) {
    const long = words.repeat(12);
    const mail = await readMail(
      await buildRawSource({
        ...message,
        from: { name: words, address: 'quotes@example.test' },
        subject: long,
        attachments: [
          { filename: `${long}.pdf`, contentType: 'application/pdf', content: Buffer.from('%PDF') },
        ],
      }),
    );
    assert.equal(mail.from?.name, words);
    assert.equal(mail.subject, long);
    assert.equal(mail.attachments[0]?.filename, `${long}.pdf`);
  }
});

it('writes names of files by RFC 2231, in parts of ASCII that are put together again', async () => {
  for (const name of [
    'Angebot Größe.pdf',
    `${'見積書 عرض '.repeat(12)}.pdf`,
    'a"; name="b\\c\r\nX-Header: d.pdf',
  ]) {
    const attachments = [{ filename: name, contentType: 'application/pdf', content: Buffer.from('%PDF') }];
    const source = (await buildRawSource({ ...message, attachments })).toString('latin1');
    assert.match(source, /^[\t\r\n\x20-\x7e]*$/, 'nothing but ASCII');
    assert.doesNotMatch(source, /^X-Header/m);
    const [, header = ''] = /^Content-Disposition: attachment;([\s\S]*?)\r\n(?![ \t])/m.exec(source) ?? [];
    const parts = [...header.matchAll(/filename(?:\*(\d+))?(\*)?=(?:"([^"]*)"|([^;\s]+))/g)];
    assert.deepEqual(
      parts.map(([, place = '0']) => Number(place)),
      parts.map((_, index) => index),
      header,
    );
    const texts = parts.map(([, , isEncoded, quoted, bare = '']) =>
      isEncoded
        ? Buffer.from(unescapePercents(bare.replace(/^utf-8''/i, '')), 'latin1')
        : Buffer.from(quoted ?? bare),
    );
    assert.equal(Buffer.concat(texts).toString(), name.replace('\\', '-').replace('\r\n', ' '), header);
  }
});

function unescapePercents(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

it('has no line longer than SMTP allows, and only CRLF line breaks', async () => {
  const source = await buildRawSource({
    ...message,
    subject: 'x'.repeat(3000),
    text: `${'long '.repeat(2000)}\nend\r.\rMAIL FROM:<eve@evil.test>\r\n.\r\nof\u0000it`,
  });
  for (const line of source.toString('latin1').split('\r\n')) {
    assert.ok(line.length <= 998, `${line.length}`);
    assert.doesNotMatch(line, /[\r\n]/);
  }
});

it('rejects what a message must not contain', async () => {
  const to = (address: string) => buildRawSource({ ...message, to: [{ name: null, address }] });
  await assert.rejects(to('ada@example.test, eve@evil.test'), TypeError);
  await assert.rejects(buildRawSource({ ...message, to: [] }), TypeError);
  for (const messageId of ['fixed', '<a b@c>', '<a@b>\r\nBcc: eve@evil.test', '<ä@b>']) {
    await assert.rejects(buildRawSource({ ...message, messageId }), TypeError);
  }
  await assert.rejects(buildRawSource({ ...message, headers: { 'X\r\nBcc': 'eve@evil.test' } }), TypeError);
});
