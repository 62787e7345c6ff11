import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveReplyToken } from '../../src/actions/mail/replies/reply-token.ts';
import type { IncomingMail } from '../../src/domain/mail/incoming-mail.ts';
import { saveMailAccount } from '../../src/store/tables/mail/mail-accounts.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { eventsOf, mailsOf, ok, visit } from '../support/api/customer.ts';
import { createQuote, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { MAILBOX, RECIPIENT, receive as receiveBy, SECRET, sentIdOf } from '../support/mail/receive.ts';
import type { Json } from '../support/service/client.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const OWNER = 'owner@nordlicht.example';
const STRANGER = 'mallory@elsewhere.example';
const XSS = '<script>alert(1)</script>"\'&';

describeService(
  (service) => {
    async function newAccount(): Promise<TestAccount> {
      const account = await service().newAccount({ kind: 'live', name: 'Nordlicht Studio' });
      ok(await account.patch('/account', { email: OWNER }));
      return account;
    }

    const receive = (account: TestAccount, mail: Partial<IncomingMail>, authservId: string | null = null) =>
      receiveBy(service(), account, mail, authservId);
    const threadOf = async (api: TestAccount, { id }: Json): Promise<Json[]> =>
      ok(await api.get(`/quotes/${id}/messages`)).data;
    const deliveriesOf = async (api: TestAccount, { id }: Json): Promise<Json[]> =>
      ok(await api.get(`/quotes/${id}/deliveries`)).data;
    const queuedOf = async ({ accountId }: TestAccount, kind: string): Promise<Json[]> => {
      const rows = await service().db.read.all<{ doc: string }>(
        'SELECT doc FROM outbox WHERE account_id = ? AND kind = ? ORDER BY id',
        ...[accountId, kind],
      );
      return rows.map(({ doc }) => JSON.parse(doc).message);
    };
    async function linkTokenOf({ accountId }: TestAccount, { id: quoteId }: Json): Promise<string> {
      const link = await service().db.read.get<{ id: string }>(
        'SELECT id FROM links WHERE account_id = ? AND document_id = ? ORDER BY id DESC LIMIT 1',
        ...[accountId, quoteId],
      );
      const secrets = { secret: SECRET, config: { previousSecret: null } };
      return deriveReplyToken(secrets, { accountId, quoteId, linkId: link?.id ?? '' });
    }

    test('the customer answers by email: the thread, the feed, the page and the owner have it', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const references = ['<unknown@a.example>', await sentIdOf(account, quote)];
      const attachments = [
        { index: 0, fileName: `a/${XSS}\r\nX: y.pdf`, contentType: 'text/html', bytes: 9 },
      ];
      const mail = {
        references,
        text: `Yes.\n${XSS}\0`,
        quotedText: 'On Monday …\0',
        isCut: true,
        attachments,
      };
      assert.equal(await receive(account, mail), 'reply');

      const [message] = await threadOf(account, quote);
      assert.deepEqual(message, {
        id: message?.id,
        from: 'customer',
        author: CUSTOMER.name,
        text: `Yes.\n${XSS}`,
        via: 'email',
        verified: null,
        quotedText: 'On Monday …',
        isCut: true,
        attachments: [{ index: 0, name: `a/${XSS} X: y.pdf`, size: 9, contentType: 'text/html' }],
        createdAt: new Date(service().clock()).toISOString(),
        readAt: null,
      });
      const received = ok(await account.get('/events?type=message.received&limit=100')).data.at(-1);
      assert.deepEqual(received.data.message, { ...message, quotedText: null });
      assert.deepEqual(received.actor, { type: 'customer' });
      const page = await visit(quote.publicUrl);
      assert.match(page.text, /Yes\.\n&lt;script&gt;/);
      assert.equal(page.text.includes('<script>alert'), false);
      const [notice] = await queuedOf(account, 'question');
      assert.equal(notice?.to[0].address, OWNER);
      assert.equal(notice?.headers['Auto-Submitted'], 'auto-generated');
      assert.equal(notice?.html.includes('<script>alert'), false);
      assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');
    });

    test('a signed reply address wins over references, and a forged one counts for nothing', async () => {
      const account = await newAccount();
      const [quote, other] = [await sentQuote(account), await sentQuote(account)];
      const token = await linkTokenOf(account, quote);
      const references = [await sentIdOf(account, other)];
      const to = (word: string) => ({ recipients: [`rosa+${word}@nordlicht.example`] });
      assert.equal(await receive(account, { ...to(token.toUpperCase()), references }), 'reply');
      assert.equal((await threadOf(account, quote)).length, 1);
      assert.equal((await threadOf(account, other)).length, 0);
      const forged = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
      assert.equal(await receive(account, to(forged)), 'ignored');
      assert.equal(await receive(await newAccount(), to(token)), 'ignored', 'of another account');
      assert.equal((await threadOf(account, quote)).length, 1);
    });

    test('the nearest email that a reply names decides, not the latest', async () => {
      const account = await newAccount();
      const near = await sentQuote(account);
      service().clock.advance(MINUTE);
      const late = await sentQuote(account);
      const references = [await sentIdOf(account, near), await sentIdOf(account, late)];
      assert.equal(await receive(account, { references }), 'reply');
      assert.equal((await threadOf(account, near)).length, 1);
      assert.equal((await threadOf(account, late)).length, 0);
    });

    test('what names none of our emails, or those of another account, is ignored', async () => {
      const [account, other] = [await newAccount(), await newAccount()];
      const quote = await sentQuote(account);
      const foreign = await sentIdOf(other, await sentQuote(other));
      const many = Array.from({ length: 5000 }, (_, n) => `<${n}@a.example>`);
      for (const references of [[], many, [foreign]]) {
        assert.equal(await receive(account, { references }), 'ignored');
      }
      assert.equal(await receive(account, { subject: `Re: ${quote.number}`, text: quote.id }), 'ignored');
      assert.deepEqual(await threadOf(account, quote), []);
    });

    test('a stranger is somebody else: never the customer, and not on the page', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account, {});
      const references = [await sentIdOf(account, quote)];
      const from = { name: CUSTOMER.name, address: STRANGER };
      assert.equal(await receive(account, { references, from, text: 'I am the customer.' }), 'reply');
      const upper = { name: null, address: RECIPIENT.toUpperCase() };
      assert.equal(await receive(account, { references, from: upper }), 'reply');
      const [first, second] = await threadOf(account, quote);
      assert.deepEqual([first?.from, first?.author], ['other', STRANGER]);
      assert.equal(second?.from, 'customer', 'case does not matter');
      assert.equal((await visit(quote.publicUrl)).text.includes('I am the customer.'), false);
      const event = (await eventsOf(account, quote.id)).find(({ data }) => data.from === STRANGER);
      assert.deepEqual(event?.actor, { type: 'system' });
      const { unread } = ok(await account.post(`/quotes/${quote.id}/messages/read`, { upTo: first?.id }));
      assert.equal(unread, 1, 'the first is read');
    });

    test('who got a copy is somebody else until the quote is sent to them', async () => {
      const account = await newAccount();
      const quote = await createQuote(account);
      const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`, { cc: [STRANGER] }));
      const references = [await sentIdOf(account, quote)];
      const reply = { references, from: { name: null, address: STRANGER }, text: 'I read along.' };
      assert.equal(await receive(account, reply), 'reply');
      const [message] = await threadOf(account, quote);
      assert.deepEqual([message?.from, message?.author], ['other', STRANGER]);
      assert.equal((await visit(publicUrl)).text.includes('I read along.'), false);
      ok(await account.post(`/quotes/${quote.id}/send`, { email: STRANGER }));
      for (const address of [STRANGER, RECIPIENT]) {
        assert.equal(await receive(account, { references, from: { name: null, address } }), 'reply');
        assert.equal((await threadOf(account, quote)).at(-1)?.from, 'customer', address);
      }
    });

    test('an owner who sends a quote to an own address can answer it', async () => {
      const account = await newAccount();
      for (const email of [OWNER, MAILBOX]) {
        const quote = await createQuote(account);
        ok(await account.post(`/quotes/${quote.id}/send`, { email }));
        const id = await sentIdOf(account, quote);
        const mail = { references: [id], from: { name: null, address: email } };
        assert.equal(await receive(account, { ...mail, messageId: id }), 'ignored', 'our own email');
        assert.equal(await receive(account, mail), 'reply');
        assert.deepEqual(
          (await threadOf(account, quote)).map(({ from }) => from),
          ['customer'],
        );
      }
    });

    test('an earlier customer is somebody else once the quote has another', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const references = [await sentIdOf(account, quote)];
      ok(await account.put('/customers/cus_next', { name: 'Next', email: 'next@customer.example' }));
      ok(await account.patch(`/quotes/${quote.id}`, { customerId: 'cus_next' }));
      assert.equal(await receive(account, { references, text: 'A secret of mine' }), 'reply');
      assert.equal((await threadOf(account, quote))[0]?.from, 'other');
      const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
      assert.equal((await visit(publicUrl)).text.includes('A secret of mine'), false);
    });

    test('only the configured server can confirm the sender', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const references = [await sentIdOf(account, quote)];
      const server = 'mx.nordlicht.example';
      const domain = RECIPIENT.split('@')[1] ?? '';
      const [pass, fail] = [
        { result: 'pass', domains: [domain.toUpperCase()] },
        { result: 'fail', domains: [] },
      ];
      const by = (...dmarc: IncomingMail['authentication'][0]['dmarc']) => ({ authservId: server, dmarc });
      const forged = { ...by(pass), authservId: 'evil.example' };
      const cases = [
        [[by(pass)], null, null, 'customer'],
        [[forged, by(pass)], 'MX.nordlicht.example', true, 'customer'],
        [[by({ ...pass, domains: [] })], server, true, 'customer'],
        // Nobody checked, or the domain has no DMARC: neither confirmed nor refuted.
        [[forged], server, false, 'customer'],
        [[by(), by(pass)], server, false, 'customer'],
        [[by({ ...pass, result: 'none' })], server, false, 'customer'],
        [[], server, false, 'customer'],
        [[by(fail), by(pass)], server, false, 'other'],
        [[by(pass, fail)], server, false, 'other'],
        [[by(pass, pass)], server, false, 'other'],
        [[by({ ...pass, domains: ['elsewhere.example'] })], server, false, 'other'],
        [[by({ ...pass, domains: [domain, 'elsewhere.example'] })], server, false, 'other'],
      ] as const;
      for (const [authentication, authservId, expected, from] of cases) {
        await receive(account, { references, authentication: [...authentication] }, authservId);
        const last = (await threadOf(account, quote)).at(-1);
        assert.deepEqual([last?.verified, last?.from], [expected, from], JSON.stringify(authentication));
      }
    });

    test('a forged mail is never the customer, and does not use up their limit', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const server = 'mx.nordlicht.example';
      const forged = {
        references: [await sentIdOf(account, quote)],
        text: 'Pay to another account.',
        authentication: [{ authservId: server, dmarc: [{ result: 'fail', domains: [] }] }],
      };
      for (let n = 0; n < 50; n++) assert.equal(await receive(account, forged, server), 'reply');
      assert.equal(await receive(account, forged, server), 'ignored');
      const [message] = await threadOf(account, quote);
      assert.deepEqual([message?.from, message?.author, message?.verified], ['other', RECIPIENT, false]);
      assert.equal((await visit(quote.publicUrl)).text.includes(forged.text), false);
      const [event] = ok(await account.get('/events?type=message.received&limit=1')).data;
      assert.deepEqual(event.actor, { type: 'system' });
      const [notice] = await queuedOf(account, 'question');
      assert.match(notice?.text, /The sender of this email could not be verified\./);
      assert.equal(notice?.text.includes(`${CUSTOMER.name} has a question`), false);

      const dmarc = [{ result: 'pass', domains: [] }];
      const verified = { ...forged, authentication: [{ authservId: server, dmarc }] };
      assert.equal(await receive(account, verified, server), 'reply');
      const last = (await queuedOf(account, 'question')).at(-1);
      assert.doesNotMatch(last?.text, /could not be verified/);
    });

    test('links to the customer page and reply addresses in a reply are hidden', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const token = await linkTokenOf(account, quote);
      const secrets = `Open ${quote.publicUrl}/pdf, ${encodeURIComponent(quote.publicUrl)} or rosa+${token}@a.example`;
      const mail = {
        references: [await sentIdOf(account, quote)],
        text: secrets,
        quotedText: `> ${secrets}`,
      };
      assert.equal(await receive(account, mail), 'reply');
      const [message] = await threadOf(account, quote);
      const hidden = 'Open … … or rosa+…@a.example';
      assert.deepEqual([message?.text, message?.quotedText], [hidden, `> ${hidden}`]);
      const [notice] = await queuedOf(account, 'question');
      const copies = JSON.stringify([await eventsOf(account, quote.id), notice]);
      for (const secret of [quote.publicUrl.split('/').at(-1), token]) {
        assert.equal(copies.includes(secret), false);
      }
    });

    test('nothing answers our own emails and automatic ones', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const id = await sentIdOf(account, quote);
      const references = [id];
      const before = (await mailsOf(service(), account)).length;
      const from = (address: string) => ({ references, from: { name: null, address } });
      assert.equal(await receive(account, { references, messageId: id }), 'ignored');
      assert.equal(await receive(account, from(MAILBOX.toUpperCase())), 'ignored');
      assert.equal(await receive(account, from(OWNER)), 'ignored');
      assert.equal(await receive(account, { references, from: null }), 'ignored');
      for (let n = 0; n < 25; n++) {
        const result = await receive(account, { references, kind: 'automatic' });
        assert.equal(result, n < 20 ? 'automatic' : 'ignored');
      }
      assert.deepEqual(await threadOf(account, quote), []);
      assert.equal((await mailsOf(service(), account)).length, before, 'no email left');
      const notes = (await eventsOf(account, quote.id)).filter(({ type }) => type === 'auto_replied');
      assert.deepEqual(notes[0]?.data, { from: RECIPIENT });
      const feed = ok(await account.get('/events?limit=100')).data.map(({ type }: Json) => type);
      assert.equal(feed.includes('message.received'), false);
    });

    test('a flood of replies is cut off, and passes after a day', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const mail = { references: [await sentIdOf(account, quote)] };
      for (let n = 0; n < 50; n++) assert.equal(await receive(account, mail), 'reply');
      assert.equal(await receive(account, mail), 'ignored');
      const from = { name: null, address: STRANGER };
      assert.equal(await receive(account, { ...mail, from }), 'reply', 'others have a limit of their own');
      service().clock.advance(25 * HOUR);
      assert.equal(await receive(account, mail), 'reply');
    });

    test('an email that came back is a bounced delivery, once, and the quote stays sent', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const id = await sentIdOf(account, quote);
      const failure = {
        recipient: RECIPIENT,
        action: 'failed',
        status: '5.1.1',
        diagnostic: `550 ${XSS}`,
      };
      const bounce = {
        kind: 'bounce' as const,
        from: null,
        failures: [failure],
        returnedMessageId: id,
      } satisfies Partial<IncomingMail>;
      const ignored = [
        { ...bounce, failures: [{ ...failure, action: 'delayed' }] },
        { ...bounce, failures: [{ ...failure, recipient: STRANGER }] },
        { ...bounce, returnedMessageId: '<snd_00000000000000000000000000@a.example>' },
        { ...bounce, returnedMessageId: null },
      ];
      for (const mail of ignored) assert.equal(await receive(account, mail), 'ignored');
      assert.equal(await receive(await newAccount(), bounce), 'ignored', 'of another account');
      assert.equal((await deliveriesOf(account, quote))[0]?.state, 'sent');
      for (let n = 0; n < 2; n++) assert.equal(await receive(account, bounce), 'bounce');

      const [delivery] = await deliveriesOf(account, quote);
      assert.deepEqual(
        [delivery?.kind, delivery?.to, delivery?.state, delivery?.reason, delivery?.response],
        ['quote', RECIPIENT, 'bounced', 'The address does not exist.', `550 ${XSS}`],
      );
      const events = ok(await account.get('/events?type=quote.bounced')).data;
      assert.equal(events.length, 1);
      const { quote: summary, ...data } = events[0].data;
      assert.equal(summary.status, 'SENT');
      assert.deepEqual(data, {
        ...{ to: RECIPIENT, status: '5.1.1', reason: 'The address does not exist.' },
        ...{ response: `550 ${XSS}`, messageId: id },
      });
      assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');
    });

    test('an invoice that came back has an event too', async () => {
      const account = await newAccount();
      const { id } = await issuedInvoice(account);
      ok(await account.post(`/invoices/${id}/send`));
      const row = await service().db.read.get<{ message_id: string }>(
        'SELECT message_id FROM sent_mails WHERE account_id = ? AND document_id = ?',
        ...[account.accountId, id],
      );
      const failure = { recipient: RECIPIENT, action: 'failed', status: null, diagnostic: null };
      const bounce = {
        kind: 'bounce' as const,
        failures: [failure],
        returnedMessageId: row?.message_id ?? '',
      };
      assert.equal(await receive(account, bounce), 'bounce');
      const [event] = ok(await account.get('/events?type=invoice.bounced')).data;
      assert.equal(event?.data.invoice.id, id);
      assert.equal(event?.data.reason, 'The mail server of the recipient rejected the email.');
    });

    test('emails continue one conversation, and are answered to a signed address', async () => {
      const account = await newAccount();
      const quote = await sentQuote(account);
      const id = await sentIdOf(account, quote);
      const write = async () => {
        service().clock.advance(MINUTE);
        ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'On Monday.' }));
        return (await queuedOf(account, 'message')).at(-1);
      };
      const first = await write();
      assert.deepEqual(first?.references, [id]);
      assert.deepEqual(first?.replyTo, { name: 'Nordlicht Studio', address: OWNER }, 'without a mailbox');
      await connect(account, { plus: 1 });
      const second = await write();
      assert.deepEqual(second?.references, [id, first?.messageId]);
      const token = await linkTokenOf(account, quote);
      assert.equal(second?.replyTo.address, `rosa+${token}@nordlicht.example`);
      await connect(account, { plus: 0 });
      assert.equal((await write())?.replyTo.address, MAILBOX);
      await connect(account, { plus: 1 });
      ok(await account.patch('/account', { replyTo: 'desk@elsewhere.example' }));
      assert.equal((await write())?.replyTo.address, 'desk@elsewhere.example', 'it points elsewhere');
      for (let n = 0; n < 20; n++) await write();
      const last = await write();
      assert.equal(last?.references.length, 21);
      assert.equal(last?.references[0], id, 'the first one stays');
    });

    function connect({ accountId }: TestAccount, { plus }: { plus: 0 | 1 }): Promise<void> {
      const now = service().clock();
      const server = { host: 'smtp.nordlicht.example', port: 465, imap_host: 'imap.nordlicht.example' };
      const secrets = {
        password: 'sealed',
        access_token: null,
        access_expires_at: null,
        refresh_token: null,
      };
      const times = {
        refreshing_until: null,
        sign_in_needed_at: null,
        last_sent_at: null,
        connected_at: now,
      };
      return service().db.write((tx) =>
        saveMailAccount(tx, {
          ...{ account_id: accountId, id: `mac_${now}_${plus}`, kind: 'smtp', from_address: MAILBOX },
          ...{ username: 'rosa', ...server, imap_port: 993, plus_addressing: plus, authserv_id: null },
          ...{ move_to: null, ...secrets, ...times, connected_by: 'usr_1' },
        }),
      );
    }
  },
  { env: { PROFFER_SECRET: SECRET } },
);
