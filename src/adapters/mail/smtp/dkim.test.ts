import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyDkim } from '../../../../test/support/mail/verify-dkim.ts';
import { composeMail } from '../raw-source.ts';
import { createDkimSigner } from './dkim.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
const RECORD = `v=DKIM1; k=rsa; p=${publicKey}`;
const sign = createDkimSigner({ domain: 'acme.example', selector: 'proffer', privateKey });

const MESSAGE = {
  messageId: '<fixed@acme.example>',
  from: { name: 'Größe & Söhne', address: 'quotes@acme.example' },
  replyTo: { name: 'Acme', address: 'hello@acme.example' },
  to: [{ name: 'Ada', address: 'ada@example.test' }],
  cc: [{ name: null, address: 'bob@example.test' }],
  subject: 'Angebot über 12 €, mit einem so langen Betreff, dass er auf mehr als eine Zeile passt',
  text: 'Hello  Ada \n\n-- \nAcme\n\n\n',
  html: '<p>Hello</p>\n\n',
  attachments: [],
  headers: {
    'In-Reply-To': '<first@acme.example>',
    References: '<first@acme.example> <second@acme.example>',
    'List-Unsubscribe': '<https://quotes.acme.example/unsubscribe/x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};

/** Fields of which a mail program could show or follow the first one. */
const ADDED = [
  ...[
    'Subject: Pay now',
    'Reply-To: evil@example.test',
    'Sender: evil@example.test',
    'Cc: evil@example.test',
  ],
  ...['To: evil@example.test', 'Date: Thu, 1 Jan 2026 00:00:00 +0000', 'Content-Type: text/plain'],
  ...['Content-Transfer-Encoding: base64', 'List-Unsubscribe: <https://evil.example>'],
];

describe('a DKIM signature', () => {
  it('is valid and covers the fields that people and mail programs rely on', async () => {
    const { source } = await composeMail(MESSAGE);
    const signed = await sign(source);
    assert.ok(signed.subarray(signed.length - source.length).equals(source), 'the message is unchanged');
    const { isValid, domain, selector, fields } = verifyDkim(signed, RECORD);
    assert.deepEqual([isValid, domain, selector], [true, 'acme.example', 'proffer']);
    for (const name of [
      ...['from', 'to', 'cc', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'reply-to'],
      ...['in-reply-to', 'references', 'list-unsubscribe', 'list-unsubscribe-post'],
    ]) {
      assert.equal(fields.filter((field) => field === name).length, 2, name);
    }
    const lines = signed.toString('latin1').split('\r\n');
    assert.ok(lines.slice(0, 20).every((line) => line.length <= 78));
  });

  it('is valid for every kind of body', async () => {
    for (const body of ['', 'x', 'x\r\n', 'x\r\n\r\n\r\n', '\r\n', '\r\n\r\n', ' \t\r\n .\r\n..\r\n']) {
      const signed = await sign(Buffer.from(`From: a@b.example\r\nSubject:  a \t b\r\n\tc \r\n\r\n${body}`));
      assert.equal(verifyDkim(signed, RECORD).isValid, true, JSON.stringify(body));
    }
  });

  it('is broken by a changed field or body, and by an added field', async () => {
    const text = (await sign((await composeMail(MESSAGE)).source)).toString('latin1');
    const changes: Record<string, string> = {
      body: text.replace('<p>Hello', '<p>Hallo'),
      subject: text.replace(/^Subject: /m, 'Subject: x'),
      unsubscribe: text.replace('/unsubscribe/x>', '/unsubscribe/y>'),
      'a second sender above': `From: evil@example.test\r\n${text}`,
      ...Object.fromEntries(ADDED.map((field) => [field, `${field}\r\n${text}`])),
      'a second sender below': text.replace('\r\n\r\n', '\r\nFrom: evil@example.test\r\n\r\n'),
    };
    for (const [name, changed] of Object.entries(changes)) {
      assert.notEqual(changed, text, name);
      assert.equal(verifyDkim(Buffer.from(changed, 'latin1'), RECORD).isValid, false, name);
    }
    const refolded = text.replace(/^Subject: /m, 'Subject:\r\n\t ');
    assert.equal(verifyDkim(Buffer.from(refolded, 'latin1'), RECORD).isValid, true, 'folding may change');
  });
});
