import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedViewer } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { RECIPIENT, receive, SECRET, sentIdOf } from '../support/mail/receive.ts';
import type { Json } from '../support/service/client.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const XSS = '"\'><script>alert(1)</script>\u202e';
const BOUNCED_STATUS = /<span class="urgent">The email to .{1,60} came back/;
const STRANGER = 'mallory@elsewhere.example';

describeOnOneEngine(
  (service) => {
    test('the console shows replies by email and what came back, in words and without their markup', async () => {
      const account = await service().newAccount({ kind: 'live', name: 'Nordlicht' });
      const { accountId } = account;
      ok(await account.patch('/account', { email: 'owner@nordlicht.example' }));
      const person = await signIn(service(), { accountId });
      const quote = await sentQuote(account);
      const id = await sentIdOf(account, quote);
      const references = [id];
      const attachments = [
        { index: 0, fileName: 'plan.pdf', contentType: 'application/pdf', bytes: 123_456 },
        { index: 1, fileName: XSS, contentType: 'text/html', bytes: 12 },
      ];
      const quotedText = `On Monday, Nordlicht wrote: ${XSS}`;
      const mail = { references, text: `May?\n${XSS}`, quotedText, isCut: true, attachments };
      const dmarc = [{ result: 'pass', domains: [] }];
      const authentication = [{ authservId: 'mx.example', dmarc }];
      await receive(service(), account, { ...mail, authentication }, 'mx.example');
      const from = { name: XSS, address: STRANGER };
      await receive(service(), account, { references, from, text: 'Me too.' }, 'mx.example');
      await receive(service(), account, { references, kind: 'automatic' });
      const failure = { recipient: RECIPIENT, action: 'failed', status: '5.1.1', diagnostic: `550 ${XSS}` };
      const bounce = { kind: 'bounce', failures: [failure], returnedMessageId: id } as const;
      await receive(service(), account, { ...bounce, failures: [failure] });

      const path = `/${accountId}/quotes/${quote.id}`;
      const read = async (page: string, language = 'en') => {
        const { status, text } = await person.page(page, undefined, { 'Accept-Language': language });
        assert.equal(status, 200);
        expectValidHtml(text, `${page} in ${language}`);
        return text.replaceAll(/<\/?bdi>/g, '');
      };
      const text = await read(path);
      for (const expected of [
        /wrote by email:/,
        /Somebody else \(mallory@elsewhere\.example\) wrote by email:/,
        /An automatic reply came from/,
        /The email to \S+ came back\./,
        /The address does not exist\.<br>/,
        /<details class="quoted"><summary class="small">Show quoted text<\/summary>/,
        /attachments\/0" download>plan\.pdf<\/a>/,
        /The email was longer\./,
        /sender verified/,
        /sender not verified/,
      ]) {
        assert.match(text, expected);
      }
      const home = await read(`/${accountId}/`);
      assert.match(home, new RegExp(`Your mail to ${RECIPIENT} came back`));
      assert.match(home, /Somebody else \(mallory@elsewhere\.example\) wrote about/);
      const question = home.split('<li class="duty open">')[1]?.split('</ul>')[0] ?? '';
      assert.match(question, /Somebody else \(mallory@elsewhere\.example\) wrote about/);
      for (const language of ['de', 'fr', 'es', 'ar']) {
        const [page, start] = [await read(path, language), await read(`/${accountId}/`, language)];
        assert.doesNotMatch(page, /by email|Show quoted|came back/, language);
        assert.doesNotMatch(start, /Your mail to|Somebody else/, language);
      }
      await withVisitor(await sharedViewer(), service().url, {}, async (page, context) => {
        await context.addCookies([person.browserCookie]);
        await expectGoodLooks(page, `${service().url}${path}`);
        await expectGoodLooks(page, `${service().url}/${accountId}/`);
      });
      assert.match(text, BOUNCED_STATUS);
      ok(await account.post(`/quotes/${quote.id}/send`));
      assert.doesNotMatch(await read(`/${accountId}/`), /Your mail to/, 'it was sent again');
      assert.doesNotMatch(await read(path), BOUNCED_STATUS);
    });

    test('a copy or a message that came back does not replace what the page says of the sent quote', async () => {
      const account = await service().newAccount({ kind: 'live', name: 'Nordlicht' });
      const person = await signIn(service(), account);
      const quote = await createQuote(account);
      ok(await account.post(`/quotes/${quote.id}/send`, { cc: [STRANGER] }));
      ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'On Monday?' }));
      await service().runJob('outbox');
      const deliveries: Json[] = ok(await account.get(`/quotes/${quote.id}/deliveries`)).data;
      const copy = deliveries.find(({ to }) => to === STRANGER);
      const [sent, message] = ['quote', 'message'].map((kind) =>
        deliveries.find((one) => one.kind === kind && one.to === RECIPIENT),
      );
      const bounce = async (delivery: Json | undefined) => {
        const { to: recipient, messageId: returnedMessageId } = delivery ?? {};
        const failures = [{ recipient, action: 'failed', status: '5.1.1', diagnostic: null }];
        assert.equal(
          await receive(service(), account, { kind: 'bounce', failures, returnedMessageId }),
          'bounce',
        );
        const { text } = await person.page(`/${account.accountId}/quotes/${quote.id}`);
        assert.match(text, /came back/);
        return text;
      };
      for (const delivery of [copy, message]) assert.doesNotMatch(await bounce(delivery), BOUNCED_STATUS);
      assert.match(await bounce(sent), BOUNCED_STATUS);
    });

    test('who may only read sees neither the quoted text of a reply nor its files', async () => {
      const account = await service().newAccount({ kind: 'live', name: 'Nordlicht' });
      const { accountId } = account;
      const quote = await sentQuote(account);
      const attachments = [
        { index: 0, fileName: 'plan.pdf', contentType: 'application/pdf', bytes: 123_456 },
      ];
      const references = [await sentIdOf(account, quote)];
      await receive(service(), account, { references, quotedText: 'Your secret link', attachments });
      const path = `/quotes/${quote.id}/messages`;
      const [{ id, quotedText }] = ok(await account.get(path)).data;
      assert.equal(quotedText, 'Your secret link');
      const person = await signIn(service(), { accountId, role: 'reader' });
      const keyOf = async (scope: 'read' | 'draft') =>
        service().client((await service().newKey(accountId, scope)).secret);
      const cases = [
        [person, /your role is reader/],
        [await keyOf('read'), /This key is read-only/],
        [await keyOf('draft'), /This key may only prepare drafts/],
      ] as const;
      for (const [api, words] of cases) {
        const [message] = ok(await api.get(path)).data;
        assert.deepEqual([message.id, message.quotedText, message.attachments.length], [id, null, 1]);
        const file = await api.get(`${path}/${id}/attachments/0`);
        assert.equal(file.status, 403);
        assert.match(file.body.detail, words);
        assert.equal(ok(await api.get('/events?limit=100')).data.at(-1).type, 'message.received');
        assert.doesNotMatch((await api.get('/events?limit=100')).text, /Your secret link/);
      }
      const page = await person.page(`/${accountId}/quotes/${quote.id}`);
      expectValidHtml(page.text, 'the quote of a reader');
      assert.match(page.text, /<li><bdi>plan\.pdf<\/bdi>/);
      assert.doesNotMatch(page.text, /Your secret link|attachments\/0/);
      assert.equal((await person.page(`/${accountId}${path}/${id}/attachments/0`)).status, 403);
    });
  },
  { env: { PROFFER_SECRET: SECRET } },
);
