import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { holdOutbox } from '../support/mail/hold-outbox.ts';
import { startImapServer, type WrittenImapServer } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, trustMailbox } from '../support/mail/own-mailbox.ts';
import { OWN_HOST, type OwnMailServer, startOwnServer } from '../support/mail/own-server.ts';
import type { Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const CUSTOMER = 'ada@customer.example';
const FILE = '<script>alert(1)</script>';

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let imap: WrittenImapServer;
    let smtp: OwnMailServer;
    let account: TestAccount;
    before(async () => {
      imap = await startImapServer();
      smtp = await startOwnServer({ login: { user: imap.user, pass: imap.password } });
      service = await startTestService({
        engine,
        env: { ...OWN_MAILBOX_ENV, MAIL_PRIVATE_HOSTS: `localhost,${OWN_HOST}` },
        smtp: smtp.smtp,
        imap: trustMailbox(imap),
      });
      account = await service.newAccount({ kind: 'live', name: 'Nordlicht' });
      ok(await account.patch('/account', { email: 'owner@nordlicht.example' }));
      ok(await account.put('/customers/cus_test', { name: 'Ada Lovelace', email: CUSTOMER }));
      await connectMailbox(service, account.accountId, imap, {
        ...{ host: OWN_HOST, port: smtp.input.port, plus_addressing: 1 },
      });
      await service.runJob('mailboxes');
    });
    after(async () => {
      await service?.close();
      await Promise.all([smtp?.close(), imap?.close()]);
    });

    const readSent = async (to: string): Promise<Email[]> => {
      await service.runJob('outbox');
      const sent = smtp.received.filter((mail) => mail.to.includes(to));
      return Promise.all(sent.map(({ source }) => PostalMime.parse(source)));
    };
    async function deliver(source: string): Promise<void> {
      await imap.deliver(source, service.clock());
      service.clock.advance(MINUTE);
      await service.runJob('mailboxes');
    }
    async function sendQuote(): Promise<{ quote: Json; mail: Email }> {
      const { id } = await createQuote(account);
      const quote = ok(await account.post(`/quotes/${id}/send`));
      const mail = (await readSent(CUSTOMER)).at(-1);
      assert.ok(mail);
      return { quote, mail };
    }
    const threadOf = async ({ id }: Json): Promise<Json[]> =>
      ok(await account.get(`/quotes/${id}/messages`)).data;

    it('a customer answers by email, the business answers in the thread, and the next email continues it', async () => {
      const { quote, mail } = await sendQuote();
      const replyTo = mail.replyTo?.[0]?.address ?? '';
      assert.match(replyTo, /^rosa\+[a-z2-7]{26}@example\.test$/);
      const reply = formatReply({ to: replyTo, body: 'Could you begin in May?' });
      await deliver(reply);
      await deliver(reply);
      const [message, ...more] = await threadOf(quote);
      assert.deepEqual(more, [], 'the same mail is taken once');
      assert.deepEqual(
        [message?.from, message?.via, message?.text, message?.attachments.length],
        ['customer', 'email', 'Could you begin in May?', 1],
      );
      assert.match(message?.quotedText ?? '', /Your quote/);
      const [notice] = await readSent('owner@nordlicht.example');
      assert.match(notice?.text ?? '', /Could you begin in May\?/);

      ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'Yes.' }));
      const answer = (await readSent(CUSTOMER)).at(-1);
      const replyId = `<reply-${replies}@customer.example>`;
      assert.deepEqual([answer?.inReplyTo, answer?.subject], [replyId, 'Re: Quote']);
      assert.equal(answer?.references?.replaceAll(/\s+/g, ' '), `${mail.messageId} ${replyId}`);
      assert.match(answer?.text ?? '', /You can reply to this email or on the quote page\./);
      assert.equal(answer?.replyTo?.[0]?.address, replyTo);
      // Programs of the customer that drop the address are recognized by the Message-ID.
      await deliver(
        formatReply({ to: 'rosa@example.test', body: 'Fine.', inReplyTo: answer?.messageId ?? '' }),
      );
      assert.equal((await threadOf(quote)).at(-1)?.text, 'Fine.');
    });

    it('answers to a notice, to the mail of the business and to a mail that was taken find their quote', async () => {
      const { quote, mail } = await sendQuote();
      await deliver(formatReply({ to: mail.replyTo?.[0]?.address ?? '', body: 'Could you begin in May?' }));
      const taken = `<reply-${replies}@customer.example>`;
      const notice = (await readSent('owner@nordlicht.example')).at(-1);
      assert.equal(notice?.inReplyTo, taken, 'an answer to the notice continues the mail of the customer');
      // The business answers by its own program: one answer is not seen here, the other one is a copy to itself.
      const own = '<own@nordlicht.example>';
      const copy = formatReply({ to: CUSTOMER, body: 'Yes.', inReplyTo: notice?.messageId ?? '' });
      await deliver(copy.replace(/^From: .*/, 'From: owner@nordlicht.example').replace(/<reply-.*>/, own));
      for (const [inReplyTo, body] of [
        [notice?.messageId ?? '', 'By the notice.'],
        [own, 'By the mail of the business.'],
        [taken, 'By my own mail.'],
      ] as const) {
        await deliver(formatReply({ to: 'owner@nordlicht.example', body, inReplyTo }));
        assert.equal((await threadOf(quote)).at(-1)?.text, body);
      }
      assert.equal((await threadOf(quote)).length, 4);
    });

    it('a reply without text is not empty: the notice and the pages name its files', async () => {
      const { quote, mail } = await sendQuote();
      await deliver(formatReply({ to: mail.replyTo?.[0]?.address ?? '', body: '', isQuoting: false }));
      const [message] = await threadOf(quote);
      assert.deepEqual([message?.text, message?.attachments.length], ['', 1]);
      const notice = (await readSent('owner@nordlicht.example')).at(-1);
      for (const text of [notice?.text, notice?.html]) {
        assert.match(text ?? '', /The email has no text\./);
        assert.match(text ?? '', /Attachments[\s\S]*plan\.html/);
      }
      const link = /https?:\S+\/q\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
      const owner = await signIn(service, { accountId: account.accountId });
      for (const page of [
        await (await fetch(link)).text(),
        (await owner.page(`/${account.accountId}/quotes/${quote.id}`)).text,
      ]) {
        assert.match(page, /The email has no text\./);
        assert.match(page, /<bdi>plan\.html<\/bdi>/);
      }
    });

    it('a long reply is cut, and the notice and the customer page say so', async () => {
      const { mail } = await sendQuote();
      await deliver(formatReply({ to: mail.replyTo?.[0]?.address ?? '', body: 'Long. '.repeat(2000) }));
      const notice = (await readSent('owner@nordlicht.example')).at(-1);
      assert.match(notice?.text ?? '', /Only the beginning of the email is shown\./);
      const link = /https?:\S+\/q\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
      assert.match(await (await fetch(link)).text(), /Only the beginning of the email is shown\./);
    });

    it('an attachment is fetched from the mailbox when somebody asks, and is only a download', async () => {
      const { quote, mail } = await sendQuote();
      await deliver(formatReply({ to: mail.replyTo?.[0]?.address ?? '', body: 'See the plan.' }));
      const [message] = await threadOf(quote);
      assert.deepEqual(message?.attachments, [
        { index: 0, name: 'plan.html', size: FILE.length, contentType: 'text/html' },
      ]);
      const person = await signIn(service, { accountId: account.accountId, role: 'member' });
      const path = `/quotes/${quote.id}/messages/${message?.id}/attachments`;
      const urls: { url: string; headers: Record<string, string> }[] = [
        { url: `${service.url}/api/v1${path}/0`, headers: { Authorization: `Bearer ${account.key}` } },
        { url: `${service.url}/${account.accountId}${path}/0`, headers: { Cookie: person.cookie } },
      ];
      for (const { url, headers } of urls) {
        const file = await fetch(url, { headers });
        assert.equal(await file.text(), FILE);
        assert.match(file.headers.get('Content-Disposition') ?? '', /^attachment; filename="plan\.html"/);
        assert.equal(file.headers.get('Content-Type'), 'application/octet-stream');
        assert.equal(file.headers.get('X-Content-Type-Options'), 'nosniff');
        assert.match(file.headers.get('Content-Security-Policy') ?? '', /^sandbox;/);
      }
      const other = await service.newAccount();
      for (const answer of [
        await account.get(`${path}/1`),
        await account.get(`${path}/x`),
        await account.get(`/quotes/${quote.id}/messages/msg_0/attachments/0`),
        await other.get(`${path}/0`),
      ]) {
        assert.equal(answer.status, 404, answer.text);
      }
    });

    it('the settings say whether replies are read', async () => {
      const owner = await signIn(service, { accountId: account.accountId });
      const read = async () =>
        (await owner.page(`/${account.accountId}/settings/mail`)).text.replaceAll(/<\/?bdi>/g, '');
      assert.match(await read(), new RegExp(`Replies</dt>.*localhost:${imap.port}`, 's'));
      ok(await account.patch('/account', { replyTo: 'desk@elsewhere.example' }));
      const elsewhere = await read();
      assert.match(elsewhere, /Not read: replies go to desk@elsewhere\.example\./);
      expectValidHtml(elsewhere, 'the settings');
      ok(await account.patch('/account', { replyTo: imap.user.toUpperCase() }));
      assert.doesNotMatch(await read(), /Not read/);
      ok(await account.patch('/account', { replyTo: null }));
    });

    it('a bounce marks the delivery, and an automatic reply sends nothing', async () => {
      const { quote, mail } = await sendQuote();
      const count = smtp.received.length;
      const auto = ['Auto-Submitted: auto-replied', `In-Reply-To: ${mail.messageId}`].join('\r\n');
      await deliver(`${auto}\r\n${formatReply({ to: 'rosa@example.test', body: 'I am away.' })}`);
      await deliver(formatBounce(mail.messageId ?? ''));
      await service.runJob('outbox');
      assert.equal(smtp.received.length, count, 'nothing was sent');
      assert.deepEqual(await threadOf(quote), []);
      const [delivery] = ok(await account.get(`/quotes/${quote.id}/deliveries`)).data;
      assert.deepEqual([delivery?.state, delivery?.reason], ['bounced', 'The address does not exist.']);
      const types = ok(await account.get(`/quotes/${quote.id}/events`)).data.map(({ type }: Json) => type);
      assert.deepEqual(types, ['created', 'sent', 'auto_replied', 'bounced']);
      assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');
    });

    it('an email that waited is answered to the mailbox that is connected when it leaves', async () => {
      const { quote } = await sendQuote();
      const release = await holdOutbox(service);
      ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'On Monday.' }));
      const changes = { host: OWN_HOST, port: smtp.input.port, from_address: 'desk@example.test' };
      await connectMailbox(service, account.accountId, imap, changes);
      await release();
      const mail = (await readSent(CUSTOMER)).at(-1);
      assert.equal(mail?.replyTo?.[0]?.address, 'desk@example.test');
    });
  });
}

let replies = 0;

/** A reply with quoted text and a file. */
function formatReply({
  to,
  body,
  inReplyTo,
  isQuoting = true,
}: {
  to: string;
  body: string;
  inReplyTo?: string;
  isQuoting?: boolean;
}): string {
  return [
    `From: Ada Lovelace <${CUSTOMER}>`,
    `To: ${to}`,
    'Subject: Re: Quote',
    `Message-ID: <reply-${++replies}@customer.example>`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
    ...(isQuoting
      ? ['On Mon, 2 Mar 2026 at 10:00, Nordlicht <rosa@example.test> wrote:', '> Your quote', '']
      : []),
    '--b',
    'Content-Type: text/html; name=plan.html',
    'Content-Disposition: attachment; filename=plan.html',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(FILE).toString('base64'),
    '--b--',
    '',
  ].join('\r\n');
}

function formatBounce(messageId: string): string {
  return [
    'From: MAILER-DAEMON@customer.example',
    'To: rosa@example.test',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <bounce-${++replies}@customer.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.customer.example',
    '',
    `Final-Recipient: rfc822; ${CUSTOMER}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    'Subject: Quote',
    '',
    'Text',
    '--b--',
    '',
  ].join('\r\n');
}
