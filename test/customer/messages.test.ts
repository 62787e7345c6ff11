import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_MAILED } from '../../src/domain/quote/message.ts';
import { addMessage } from '../../src/store/tables/quote/messages.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { eventsOf, eventTypes, mailsOf, ok, submit, visit } from '../support/api/customer.ts';
import { convertedQuote, createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const OWNER = 'owner@nordlicht.example';
const MACHINE = { 'User-Agent': 'curl/8.9.1' };
const ask = (url: string, question = 'When?') => submit(url, 'question', { question });

describeService((service) => {
  async function newAccount(): Promise<TestAccount> {
    const account = await service().newAccount({ name: 'Nordlicht Studio' });
    ok(await account.patch('/account', { email: OWNER }));
    return account;
  }

  async function threadOf(api: Client, { id }: Json, query = ''): Promise<Json[]> {
    return ok(await api.get(`/quotes/${id}/messages${query}`)).data;
  }

  /** Inserts this many messages of the business. */
  const fill = ({ accountId }: TestAccount, { id: quoteId }: Json, count: number) =>
    service().db.write(async (tx) => {
      for (let n = 1; n <= count; n++) {
        const message = { from: 'business', via: 'api', author: 'Nina', text: `Message ${n}.` } as const;
        await addMessage(tx, { accountId, quoteId }, message, service().clock());
      }
    });

  const write = (api: Client, { id }: Json, body: object = { text: 'On Monday.' }, options = {}) =>
    api.post(`/quotes/${id}/messages`, body, options);

  test('both sides write, each message is emailed, and the quote itself does not change', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    const before = await account.get(`/quotes/${quote.id}`);
    assert.equal((await ask(quote.publicUrl, 'When could you\nbegin?')).status, 303);
    const reply = await write(account, quote, { text: 'On Monday.\n\n<b>Early.</b>', author: 'Nina' });
    assert.equal(reply.status, 201);
    assert.match(reply.body.id, /^msg_/);
    const plain = ok(await write(account, quote));
    assert.equal(plain.author, 'Nordlicht Studio');

    const at = new Date(service().clock()).toISOString();
    const common = { ...NOT_MAILED, createdAt: at, readAt: null };
    const [first, ...others] = await threadOf(account, quote);
    const { name } = ok(await account.get('/customers/cus_test'));
    assert.deepEqual(first, {
      ...{ ...common, readAt: at },
      id: first.id,
      from: 'customer',
      via: 'page',
      author: name,
      text: 'When could you\nbegin?',
    });
    assert.deepEqual(others, [
      {
        ...common,
        id: reply.body.id,
        from: 'business',
        via: 'api',
        author: 'Nina',
        text: 'On Monday.\n\n<b>Early.</b>',
      },
      {
        ...common,
        id: plain.id,
        from: 'business',
        via: 'api',
        author: 'Nordlicht Studio',
        text: 'On Monday.',
      },
    ]);
    const after = await account.get(`/quotes/${quote.id}`);
    assert.equal(after.headers.get('ETag'), before.headers.get('ETag'));
    assert.deepEqual(after.body, before.body);

    const mails = await mailsOf(service(), account);
    const question = mails.find(({ subject }) => /^Question about/.test(subject));
    const answer = mails.find(({ text }) => /Nina has sent you a message/.test(text));
    assert.equal(question?.to[0]?.address, OWNER);
    assert.match(question?.text ?? '', /When could you\n\s*begin\?/);
    assert.equal(answer?.to[0]?.address, CUSTOMER.email);
    assert.match(answer?.subject ?? '', /^Message about quote Q-/);
    assert.ok(answer?.text.includes(quote.publicUrl) && answer.text.includes('<b>Early.</b>'));
    assert.ok(answer?.html.includes('&lt;b&gt;Early.&lt;/b&gt;') && answer.attachments.length === 0);
    const [asked, sent] = (await eventsOf(account, quote.id)).slice(-3);
    assert.deepEqual(
      [asked.type, asked.actor.type, asked.data.messageId],
      ['question', 'customer', first.id],
    );
    assert.deepEqual(
      [sent.type, sent.actor.type, sent.data.messageId],
      ['message_sent', 'key', reply.body.id],
    );
  });

  test('the page shows the thread in order, and a message is read when the other side has viewed it', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    await ask(quote.publicUrl, 'First <i>question</i>');
    const readAt = new Date(service().clock()).toISOString();
    const answer = ok(await write(account, quote, { text: 'The <i>answer</i>' }));
    for (const [method, headers] of [
      ['GET', MACHINE],
      ['HEAD', {}],
      ['GET', { 'Sec-Purpose': 'prefetch' }],
    ] as const) {
      await visit(quote.publicUrl, { method, headers });
    }
    assert.deepEqual(
      (await threadOf(account, quote)).map(({ readAt }) => readAt),
      [readAt, null],
      'an answer has read the question',
    );
    service().clock.advance(10_000);
    const looked = new Date(service().clock()).toISOString();
    const { text } = await visit(quote.publicUrl);
    assert.ok(text.indexOf('First &lt;i&gt;question') > 0);
    assert.ok(text.indexOf('First &lt;i&gt;question') < text.indexOf('The &lt;i&gt;answer'));
    assert.match(text, / · Read</);
    service().clock.advance(10_000);
    await visit(quote.publicUrl);
    const [asked, answered] = await threadOf(account, quote);
    assert.deepEqual([asked.readAt, answered.readAt], [readAt, looked], 'the first look counts');

    await ask(quote.publicUrl, 'Second question');
    const read = (upTo: unknown, options = {}) =>
      account.post(`/quotes/${quote.id}/messages/read`, { upTo }, options);
    assert.deepEqual(ok(await read(answer.id)), { unread: 1 });
    assert.deepEqual(
      (await threadOf(account, quote)).map((message) => message.readAt),
      [readAt, looked, null],
    );
    assert.match((await visit(quote.publicUrl)).text, / · Read</);
    service().clock.advance(10_000);
    assert.deepEqual(ok(await read(asked.createdAt)), { unread: 1 });
    assert.deepEqual(ok(await read(new Date(service().clock()).toISOString())), { unread: 0 });
    assert.equal((await threadOf(account, quote))[0].readAt, readAt, 'stays');
    const other = await sentQuote(account);
    const theirs = ok(await write(account, other));
    for (const wrong of ['', 'msg_x', theirs.id, 'yesterday', 7, null]) {
      assert.deepEqual(errorPaths(await read(wrong)), ['/upTo'], String(wrong));
    }
  });

  test('a long thread is paginated on the page and in the API', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    await fill(account, quote, 51);
    const second = ok(await account.get(`/quotes/${quote.id}/messages?page=2&limit=25`));
    assert.deepEqual(second.pagination, {
      page: 2,
      limit: 25,
      total: 51,
      totalPages: 3,
      hasMore: true,
      totalIsExact: true,
    });
    assert.deepEqual([second.data[0].text, second.data.at(-1).text], ['Message 26.', 'Message 50.']);
    assert.equal((await account.get(`/quotes/${quote.id}/messages?limit=101`)).status, 400);
    const newest = (await visit(quote.publicUrl)).text;
    assert.ok(newest.includes('>Message 51.<') && !newest.includes('>Message 1.<'));
    const way = /href="([^"]*before=[^"]*)"/.exec(newest)?.[1] ?? '';
    const earlier = (await visit(new URL(way, service().url).href)).text;
    assert.ok(earlier.includes('>Message 1.<') && !earlier.includes('>Message 2.<'));
    assert.match(earlier, /Latest messages/);
    assert.equal((await visit(`${quote.publicUrl}?before=%00&before=x`)).status, 200);
  });

  test('a quote that was never sent accepts no message; a converted one does', async () => {
    const account = await newAccount();
    const draft = await createQuote(account);
    const converted = await convertedQuote(account);
    const reading = service().client((await service().newKey(account.accountId, 'read')).secret);
    const nobody = service().client('prf_test_nobody');
    for (const quote of [draft, converted]) {
      for (const [path, body] of [
        ['', { text: 'x' }],
        ['', { nonsense: 1 }],
        ['/read', { upTo: 'x' }],
      ] as const) {
        const refused = await account.post(`/quotes/${quote.id}/messages${path}`, body);
        assert.deepEqual([refused.status, refused.body.code], [409, 'quote_not_sent']);
        assert.equal((await reading.post(`/quotes/${quote.id}/messages${path}`, body)).status, 403);
        assert.equal((await nobody.post(`/quotes/${quote.id}/messages${path}`, body)).status, 401);
      }
      assert.deepEqual(await threadOf(reading, quote), []);
    }
    const quote = await sentQuote(account);
    ok(await account.post(`/quotes/${quote.id}/convert-to-invoice`));
    assert.equal((await write(account, quote)).status, 201);
    assert.equal((await ask(quote.publicUrl)).status, 303);
    assert.equal((await threadOf(account, quote)).length, 2);
  });

  test('an invalid message is rejected with the reason, and nothing is stored', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    for (const [body, paths] of [
      [{}, ['/text']],
      [{ text: '' }, ['/text']],
      [{ text: ' \n\t ' }, ['/text']],
      [{ text: '😀'.repeat(5001) }, ['/text']],
      [{ text: 'a\u0000b' }, ['/text']],
      [{ text: 'x', author: 'Eve\r\nBcc: all@example.com' }, ['/author']],
      [{ text: 'x', author: 'Eve\u2028Bcc' }, ['/author']],
      [{ text: 'x', author: 'a'.repeat(201) }, ['/author']],
      [{ text: 'x', author: ' ' }, ['/author']],
      [{ text: 'x', subject: 'y' }, ['/subject']],
    ] as const) {
      assert.deepEqual(errorPaths(await write(account, quote, body)), paths);
    }
    const pages = [await ask(quote.publicUrl, ' \r\n '), await ask(quote.publicUrl, 'x'.repeat(5001))];
    for (const { status, text } of pages) {
      assert.equal(status, 400);
      assert.match(text, /id="question"[^>]* aria-invalid="true" aria-describedby="question-error"/);
    }
    assert.ok(pages[1]?.text.includes('x'.repeat(5001)), 'what was typed is kept');
    assert.deepEqual(await threadOf(account, quote), []);
    assert.deepEqual(await eventTypes(account, quote.id), ['created', 'sent']);

    const most = { text: '😀'.repeat(5000), author: '\u202e<b>Eve</b>' };
    const [kept] = [
      ok(await write(account, quote, { ...most, id: 'msg_1', from: 'customer', readAt: null })),
    ];
    assert.deepEqual([kept.text, kept.author, kept.from], [most.text, most.author, 'business']);
    const { text } = await visit(quote.publicUrl);
    assert.ok(text.includes('<bdi>\u202e&lt;b&gt;Eve&lt;/b&gt;</bdi>'));
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.ok(mail?.html.includes('&lt;b&gt;Eve&lt;/b&gt;') && !mail.subject.includes('Eve'));
  });

  test('a repeat with the same key stores and emails the message once', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    const again = { headers: { 'Idempotency-Key': 'message-1' } };
    const [one, two] = await Promise.all([
      write(account, quote, undefined, again),
      write(account, quote, undefined, again),
    ]);
    assert.deepEqual(
      new Set([one.status, two.status, (await write(account, quote, undefined, again)).status]),
      new Set([201]),
    );
    assert.equal(one.body.id, two.body.id);
    assert.equal((await write(account, quote, { text: 'Another' }, again)).body.code, 'idempotency_mismatch');
    assert.equal((await threadOf(account, quote)).length, 1);
    const mails = await mailsOf(service(), account);
    assert.equal(mails.filter(({ subject }) => /^Message about/.test(subject)).length, 1);
  });

  test('only the two sides see a thread: no other account, quote, revoked link or earlier customer', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    const other = await sentQuote(account);
    await ask(quote.publicUrl, 'Walrus of the first');
    ok(await write(account, quote, { text: 'Walrus of the business' }));
    const stranger = await service().newAccount();
    assert.equal((await stranger.get(`/quotes/${quote.id}/messages`)).status, 404);
    assert.equal((await write(stranger, quote)).status, 404);
    assert.equal((await stranger.post(`/quotes/${quote.id}/messages/read`, { upTo: 'x' })).status, 404);
    assert.doesNotMatch((await visit(other.publicUrl)).text, /Walrus/);

    ok(await account.delete(`/quotes/${quote.id}/links`));
    const waiting = (await mailsOf(service(), account)).filter(({ to }) => to[0]?.address !== OWNER).length;
    assert.equal((await visit(quote.publicUrl)).status, 404);
    assert.equal((await ask(quote.publicUrl)).status, 404);
    ok(await write(account, quote, { text: 'Walrus without a link' }));
    const now = (await mailsOf(service(), account)).filter(({ to }) => to[0]?.address !== OWNER).length;
    assert.equal(now, waiting, 'nobody has a link, so nobody is mailed');
    const again = ok(await account.post(`/quotes/${quote.id}/send`));
    assert.match((await visit(again.publicUrl)).text, /Walrus of the first[\s\S]*Walrus without a link/);

    ok(await account.put('/customers/cus_second', { name: 'Second', email: 'second@example.com' }));
    ok(await account.patch(`/quotes/${quote.id}`, { customerId: 'cus_second' }));
    assert.equal((await ask(again.publicUrl)).status, 404);
    ok(await write(account, quote, { text: 'Seal for the second' }));
    const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
    await ask(publicUrl, 'Seal of the second');
    const page = (await visit(publicUrl)).text;
    assert.match(page, /Seal for the second[\s\S]*Seal of the second/);
    assert.doesNotMatch(page, /Walrus/);
    const all = await threadOf(account, quote);
    assert.equal(all.length, 5, 'the business sees all of it');
    assert.deepEqual(
      all.map(({ readAt }) => readAt !== null),
      [true, true, true, true, false],
    );
    ok(await account.patch(`/quotes/${quote.id}`, { customerId: 'cus_test' }));
    const back = ok(await account.post(`/quotes/${quote.id}/send`));
    assert.doesNotMatch((await visit(back.publicUrl)).text, /Walrus|Seal/, 'newer ones only');
    assert.deepEqual(ok(await account.post(`/quotes/${quote.id}/messages/read`, { upTo: all.at(-1).id })), {
      unread: 0,
    });
  });

  test('a queued email is not sent after its link is revoked', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    ok(await write(account, quote));
    assert.equal((await mailsOf(service(), account)).length, 2);
    const waitAgain = (sql: string) =>
      service().db.write(async (tx) => {
        for (const statement of [
          'DELETE FROM captured_mails WHERE account_id = ?',
          `UPDATE outbox SET state = 'waiting', next_at = 0 WHERE account_id = ?`,
          sql,
        ])
          await tx.run(statement, account.accountId);
      });
    await waitAgain('UPDATE links SET revoked_at = NULL WHERE account_id = ?');
    assert.equal((await mailsOf(service(), account)).length, 1, 'the link is open');
    await waitAgain('UPDATE links SET revoked_at = 1 WHERE account_id = ?');
    assert.equal((await mailsOf(service(), account)).length, 0);
    const left = 'SELECT id FROM outbox WHERE account_id = ? AND state <> ?';
    assert.deepEqual(await service().db.read.all(left, account.accountId, 'done'), []);
  });

  test('the thread is deleted with the quote', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account);
    ok(await write(account, quote));
    ok(await account.delete(`/quotes/${quote.id}`));
    assert.equal((await account.get(`/quotes/${quote.id}/messages`)).status, 404);
    const rows = 'SELECT id FROM messages WHERE account_id = ?';
    assert.deepEqual(await service().db.read.all(rows, account.accountId), []);
  });

  test('a link accepts 20 questions in 24 hours, whatever their pace', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const { id, publicUrl } = await sentQuote(account);
    for (let times = 0; times < 20; times++) {
      assert.equal((await ask(publicUrl)).status, 303);
      clock.advance(HOUR);
    }
    const refused = await ask(publicUrl);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('Retry-After'), String(4 * 3600));
    assert.equal((await eventTypes(account, id)).filter((type) => type === 'question').length, 20);

    const again = await account.post(`/quotes/${id}/send`);
    assert.notEqual(again.body.publicUrl, publicUrl);
    assert.equal((await ask(again.body.publicUrl)).status, 303, 'another link');

    clock.advance(4 * HOUR);
    assert.equal((await ask(publicUrl)).status, 303, 'the oldest is a day ago');
    assert.equal((await ask(publicUrl)).status, 429, 'the next oldest is not');
  });

  test('limits stop floods: 50 messages per quote per day, 30 emails per recipient per hour', async () => {
    const { clock } = service();
    const account = await newAccount();
    const quote = await sentQuote(account);
    const other = await sentQuote(account);
    // The emails of the two quotes themselves count too.
    for (let n = 0; n < 28; n++) ok(await write(account, n % 2 ? quote : other));
    const full = await write(account, quote);
    assert.deepEqual([full.status, full.body.code], [429, 'send_limited']);
    assert.ok(Number(full.headers.get('Retry-After')) <= 3600);
    clock.advance(HOUR + MINUTE);
    await fill(account, quote, 35);
    ok(await write(account, quote));
    const flooded = await write(account, quote);
    assert.deepEqual([flooded.status, flooded.body.code], [429, 'send_limited']);
    assert.ok(Number(flooded.headers.get('Retry-After')) > 20 * 3600);
    assert.equal((await write(account, other)).status, 201);
    assert.equal((await threadOf(account, quote, '?limit=100')).length, 50);
  });
});
