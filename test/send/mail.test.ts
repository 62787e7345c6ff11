import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import type { Email } from 'postal-mime';
import { QUOTE } from '../fixtures/quote.ts';
import { mailsOf } from '../support/api/customer.ts';
import { createQuote, errorPaths } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { type ReceivedMail, readMail } from '../support/mail/smtp-servers.ts';
import type { Json } from '../support/service/client.ts';
import { engines, type TestAccount } from '../support/service/service.ts';

const LOGO = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='}`;

describeSending(
  (service, desk) => {
    async function liveAccount(customer: object = {}, account: object = {}): Promise<TestAccount> {
      const api = await service().newAccount({ kind: 'live', name: 'Nordlicht GmbH' });
      await api.put('/customers/cus_test', {
        name: 'Ada Lovelace',
        email: 'ada@customer.test',
        ...customer,
      });
      const { status, text } = await api.patch('/account', { replyTo: 'office@nordlicht.test', ...account });
      assert.equal(status, 200, text);
      return api;
    }

    async function sendAndRead(
      api: TestAccount,
      quote: object,
      body?: object,
    ): Promise<{ quote: Json; mail: Email; received: ReceivedMail }> {
      const { id } = await createQuote(api, quote);
      const count = desk().mails.length;
      const { status, body: sent, text } = await api.post(`/quotes/${id}/send`, body);
      assert.equal(status, 200, text);
      assert.equal(desk().mails.length, count + 1, 'one mail');
      const received = desk().mails[count] as ReceivedMail;
      return { quote: sent, mail: await readMail(received.source), received };
    }

    it('the email has everything the customer needs, as text and as HTML, with the PDF', async () => {
      const api = await liveAccount({}, { logo: LOGO });
      const { quote, mail, received } = await sendAndRead(
        api,
        { title: 'Garden shed', items: [{ description: 'Shed', quantity: 2, unitPrice: 123_450 }] },
        { message: 'As we said on the phone.\nWarm regards, Jo' },
      );
      assert.equal(quote.status, 'SENT');
      assert.equal(quote.sentAt, new Date(service().clock()).toISOString());
      assert.deepEqual(received.to, ['ada@customer.test']);
      assert.equal(received.from, 'quotes@nordlicht.test');
      assert.deepEqual(mail.from, { name: 'Nordlicht GmbH', address: 'quotes@nordlicht.test' });
      assert.deepEqual(mail.replyTo, [{ name: 'Nordlicht GmbH', address: 'office@nordlicht.test' }]);
      assert.deepEqual(mail.to, [{ name: 'Ada Lovelace', address: 'ada@customer.test' }]);
      assert.match(mail.messageId ?? '', /^<snd_\w+@nordlicht\.test>$/);
      assert.equal(headerOf(mail, 'auto-submitted'), undefined, 'a person sends it');
      assert.match(headerOf(mail, 'content-type') ?? '', /^multipart\//);
      const texts = [mail.text ?? '', plain(mail.html ?? '')];
      for (const text of texts) {
        for (const wanted of [
          quote.number,
          'Garden shed',
          '€2,469.00',
          dayOf(quote.validUntil, 'en-US'),
          'Nordlicht GmbH',
          'As we said on the phone.',
          quote.publicUrl,
        ]) {
          assert.ok(text.includes(wanted), `${wanted} is not in:\n${text}`);
        }
      }
      assert.match(mail.html ?? '', /src="cid:/, 'the logo travels along');
      const [pdf] = mail.attachments.filter((part) => part.mimeType === 'application/pdf');
      assert.ok(pdf);
      assert.match(pdf.filename ?? '', /\.pdf$/);
      const fetched = await fetch(`${quote.publicUrl}/pdf`);
      assert.equal(sha256(pdf.content), sha256(await fetched.arrayBuffer()));
      const page = await fetch(quote.publicUrl);
      assert.equal(page.status, 200);
      assert.ok((await page.text()).includes('Garden shed'));
      const [event] = (await eventsOf(api, quote.id)).filter(({ type }) => type === 'sent');
      assert.equal(event.data.outcome, 'taken');
      assert.equal(event.data.captured, false);
      assert.equal(event.data.to, 'ada@customer.test');
      assert.equal(event.data.messageId, mail.messageId);
      assert.equal(event.data.documentSha256, sha256(pdf.content));
      assert.deepEqual(event.actor, { type: 'key', id: api.keyId, name: 'Test' });
    });

    it('the email uses the language of the customer', async () => {
      const api = await liveAccount({ locale: 'de-DE' }, { currency: 'JPY' });
      const { quote, mail } = await sendAndRead(api, {
        items: [{ description: 'x', quantity: 1, unitPrice: 1234 }],
      });
      assert.equal(mail.subject, `Angebot ${quote.number}: ${QUOTE.title}`);
      assert.ok(mail.text?.includes(dayOf(quote.validUntil, 'de-DE')));
      assert.match(mail.text ?? '', /1\.234\s¥/);
      assert.match(mail.html ?? '', /<html[^>]* lang="de/);
    });

    it('names and titles arrive in any script', async () => {
      const name = 'आदा लवलेस, "Ада" 株式会社 & Söhne <x>';
      const title = 'عرض سعر – 見積書 🏡 '.repeat(8).trim();
      const api = await liveAccount({ name }, { name: 'Ärzte & Söhne, 株式会社' });
      const { mail } = await sendAndRead(api, { title });
      assert.deepEqual(mail.to, [{ name, address: 'ada@customer.test' }]);
      assert.equal(mail.from?.name, 'Ärzte & Söhne, 株式会社');
      assert.ok(mail.subject?.endsWith(title));
      assert.ok(mail.text?.includes(title));
    });

    it('the email uses the given recipient, copies, subject and message', async () => {
      const api = await liveAccount();
      const { mail, received } = await sendAndRead(
        api,
        {},
        {
          email: 'buyer@customer.test',
          cc: ['boss@customer.test', 'アダ@例え.test'],
          subject: 'Your quote – 見積書',
          message: '<b>Hello</b> & welcome',
        },
      );
      assert.deepEqual(received.to, ['buyer@customer.test', 'boss@customer.test', 'アダ@例え.test']);
      assert.deepEqual(mail.to, [{ name: '', address: 'buyer@customer.test' }]);
      assert.equal(mail.cc?.length, 2);
      assert.equal(mail.subject, 'Your quote – 見積書');
      assert.ok(mail.text?.includes('<b>Hello</b> & welcome'));
      assert.ok(mail.html?.includes('&lt;b&gt;Hello&lt;/b&gt; &amp; welcome'));
    });

    it('a line break in a field adds no header and no recipient', async () => {
      const evil = (text: string) => `${text}\r\nBcc: eve@evil.test\r\nX-Evil: 1\r\n\r\nBody of Eve`;
      const api = await liveAccount({ name: evil('Ada') }, { name: evil('Nordlicht') });
      const { mail, received } = await sendAndRead(
        api,
        { title: evil('Shed') },
        { subject: evil('Subject'), message: evil('Message\r\n.\r\nMAIL FROM:<eve@evil.test>') },
      );
      assert.deepEqual(received.to, ['ada@customer.test']);
      assert.equal(mail.bcc, undefined);
      assert.equal(headerOf(mail, 'x-evil'), undefined);
      assert.equal(mail.attachments.filter((part) => part.mimeType === 'application/pdf').length, 1);
      const head = received.source.toString('latin1').split('\r\n\r\n')[0] ?? '';
      assert.doesNotMatch(head, /^(bcc|x-evil):/im);

      const { id } = await createQuote(api);
      for (const email of [
        evil('ada@customer.test'),
        'ada@customer.test\nBcc: eve@evil.test',
        'ada@customer.test, eve@evil.test',
        'ada@customer.test>\r\nRCPT TO:<eve@evil.test',
        '"eve@evil.test\n"@customer.test',
        'ada@customer.test\u2028',
        'Ada <ada@customer.test>',
        'ada',
        '',
      ]) {
        assert.deepEqual(errorPaths(await api.post(`/quotes/${id}/send`, { email })), ['/email']);
        assert.deepEqual(errorPaths(await api.post(`/quotes/${id}/send`, { cc: [email] })), ['/cc/0']);
      }
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DRAFT');
    });

    it('a send without a recipient is rejected', async () => {
      const api = await liveAccount({ email: null });
      const { id } = await createQuote(api);
      const count = desk().mails.length;
      const reply = await api.post(`/quotes/${id}/send`);
      assert.equal(reply.body.code, 'recipient_missing');
      assert.deepEqual(errorPaths(reply), ['/email']);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'DRAFT');
      assert.equal(desk().mails.length, count);
      assert.equal((await api.post(`/quotes/${id}/send`, { email: 'ada@customer.test' })).status, 200);
      assert.equal(desk().mails.length, count + 1);
    });

    it('errors of the body, the status and the key are reported in the documented order', async () => {
      const api = await liveAccount();
      const { id } = await createQuote(api);
      assert.deepEqual(errorPaths(await api.post(`/quotes/${id}/send`, { mail: 'x@y.test', cc: 'x' })), [
        '/cc',
        '/mail',
      ]);
      assert.equal((await api.post(`/quotes/${id}x/send`, { mail: 1 })).status, 404);
      const reader = service().client((await service().newKey(api.accountId, 'read')).secret);
      assert.equal((await reader.post(`/quotes/${id}/send`)).status, 403);
      assert.equal((await service().client().post(`/quotes/${id}/send`)).status, 401);
      const other = await service().newAccount({ kind: 'live' });
      assert.equal((await other.post(`/quotes/${id}/send`)).status, 404);
      await api.post(`/quotes/${id}/convert-to-invoice`);
      const reply = await api.post(`/quotes/${id}/send`, { mail: 1 });
      assert.equal(reply.body.code, 'quote_converted');
    });

    it("a test email goes to the given address or to the account's own, and reports the outcome", async () => {
      const api = await liveAccount({}, { logo: LOGO, locale: 'de-DE' });
      const count = desk().mails.length;
      const own = await api.post('/mail/test');
      assert.equal(own.status, 200, own.text);
      assert.deepEqual([own.body.to, own.body.captured], ['office@nordlicht.test', false]);
      assert.match(own.body.response, /^250 /);
      const given = await api.post('/mail/test', { email: 'me@nordlicht.test' });
      assert.equal(given.body.to, 'me@nordlicht.test');
      const [first, second, ...more] = desk().mails.slice(count);
      assert.deepEqual([first?.to, second?.to, more], [['office@nordlicht.test'], ['me@nordlicht.test'], []]);
      const mail = await readMail(first?.source ?? Buffer.of());
      assert.equal(mail.subject, 'Test-E-Mail');
      assert.match(mail.text ?? '', /Kunden von Nordlicht GmbH/);
      assert.ok(
        mail.attachments.some(({ contentId }) => contentId),
        'with the logo',
      );

      const keyed = { headers: { 'Idempotency-Key': 'again' } };
      for (const replayed of [null, 'true']) {
        const reply = await api.post('/mail/test', { email: 'key@nordlicht.test' }, keyed);
        assert.deepEqual([reply.status, reply.headers.get('Idempotency-Replayed')], [200, replayed]);
      }
      assert.equal(desk().mails.length, count + 3);
      assert.deepEqual(errorPaths(await api.post('/mail/test', { email: 'nobody' })), ['/email']);
      const nameless = await liveAccount({}, { replyTo: null });
      const missing = await nameless.post('/mail/test', {});
      assert.deepEqual([missing.status, missing.body.code], [400, 'recipient_missing']);
    });

    it("a failed test email reports the mail server's response and the fix, and can be repeated", async () => {
      const api = await liveAccount();
      const keyed = { headers: { 'Idempotency-Key': 'k' } };
      for (const [code, status, word] of [
        [550, 502, 'MAIL_FROM'],
        [535, 502, 'password'],
        [451, 503, 'Try again'],
      ] as const) {
        const held = desk().holdNext();
        const reply = api.post('/mail/test', {}, keyed);
        (await held).refuse(code, 'Not like this');
        const { body, ...answered } = await reply;
        assert.equal(answered.status, status);
        assert.ok(body.detail.endsWith(`It said: ${code} Not like this`), body.detail);
        assert.ok(body.detail.includes(word), body.detail);
      }
      assert.equal((await api.post('/mail/test', {}, keyed)).status, 200);
      const test = await service().newAccount();
      const { body } = await test.post('/mail/test', { email: 'me@nordlicht.test' });
      assert.deepEqual(body, { to: 'me@nordlicht.test', captured: true, response: null });
      const [mail] = await mailsOf(service(), test);
      assert.equal(mail?.to[0]?.address, 'me@nordlicht.test');
    });
  },
  { env: { MAIL_FROM: 'quotes@nordlicht.test' } },
  // The content of emails does not depend on the engine.
  engines().slice(0, 1),
);

async function eventsOf(api: TestAccount, id: string): Promise<Json[]> {
  return (await api.get(`/quotes/${id}/events`)).body.data;
}

function headerOf(mail: Email, name: string): string | undefined {
  return mail.headers.find(({ key }) => key === name)?.value;
}

function plain(markup: string): string {
  return markup
    .replaceAll(/<[^>]*href="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&');
}

function sha256(content: string | ArrayBuffer | Uint8Array): string {
  return createHash('sha256')
    .update(typeof content === 'string' ? content : new Uint8Array(content))
    .digest('hex');
}

/** Formats a day in the time zone of the account. */
function dayOf(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));
}
