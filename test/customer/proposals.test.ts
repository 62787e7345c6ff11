import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, eventsOf, mailsOf, noticeIn, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { errorPaths, quoteIn, sentQuote } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const CHAIR = { description: 'Chair', quantity: 8, unitPrice: 10_000, taxRate: 0 };
const TABLE = { description: 'Table', quantity: 1, unitPrice: 50_000, taxRate: 0 };
const LAMP = { description: 'Lamp', quantity: 1, unitPrice: 9_000, taxRate: 0, optional: true };
const ITEMS = [CHAIR, TABLE, LAMP];

describeService((service) => {
  async function newAccount(settings: object = {}): Promise<TestAccount> {
    const account = await service().newAccount({ name: 'Nordlicht Studio' });
    ok(await account.patch('/account', { email: 'owner@nordlicht.example', ...settings }));
    return account;
  }

  async function propose(url: string, fields: Record<string, string> = {}) {
    const { revision } = await readSeen(url);
    return submit(url, 'proposal', { revision, proposal: 'Two chairs less would do.', ...fields });
  }

  const proposalsOf = async (api: Client, { id }: Json): Promise<Json[]> =>
    ok(await api.get(`/quotes/${id}/proposals`)).data;
  const lastOf = async (api: Client, quote: Json) => (await proposalsOf(api, quote)).at(-1) ?? {};
  const apply = (api: Client, { id }: Json, proposal: Json, headers = {}) =>
    api.post(`/quotes/${id}/proposals/${proposal.id}/apply`, undefined, { headers });
  const declineIt = (api: Client, { id }: Json, proposal: Json, text = 'Eight are the least.') =>
    api.post(`/quotes/${id}/proposals/${proposal.id}/decline`, { text });
  const readAtOf = async (api: Client, { id }: Json): Promise<unknown[]> =>
    ok(await api.get(`/quotes/${id}/messages`)).data.map(({ readAt }: Json) => readAt);
  const quoteNow = async (api: Client, { id }: Json) => ok(await api.get(`/quotes/${id}`));

  test('new accounts let customers ask for quantities, and an applied request is an edit', async () => {
    const account = await newAccount();
    assert.equal(ok(await account.get('/account')).proposals, 'quantities');
    const quote = await sentQuote(account, { items: ITEMS });
    const asked = await propose(quote.publicUrl, {
      ...{ wish0: '6', without1: 'on', choosing: '1', take2: 'on' },
      // Not allowed here, so the page has no such field.
      offer0: '1.00',
    });
    assert.equal(asked.status, 303, asked.text);
    const page = await visit(`${quote.publicUrl}?notice=proposal`);
    assert.match(noticeIn(page.text) ?? '', /request has been sent to Nordlicht Studio/);
    assert.match(page.text, /You asked for changes on/);
    const [chair, table, lamp] = quote.items;
    const proposal = await lastOf(account, quote);
    const { id, createdAt, ...facts } = proposal;
    assert.match(id, /^prp_/);
    assert.deepEqual(facts, {
      ...{ state: 'open', revision: 1, text: 'Two chairs less would do.', total: 69_000 },
      changes: [
        { itemId: chair.id, quantity: 6, unitPrice: null, removed: false },
        { itemId: table.id, quantity: null, unitPrice: null, removed: true },
      ],
      selection: [{ id: lamp.id, selected: true, quantity: 1 }],
      ...{ author: ok(await account.get('/customers/cus_test')).name, decidedAt: null },
      ...{ decidedBy: null, answer: null },
    });
    const unchanged = await quoteNow(account, quote);
    assert.deepEqual(
      [unchanged.status, unchanged.total, unchanged.revision, unchanged.updatedAt],
      ['SENT', quote.total, 1, quote.updatedAt],
    );
    const [message] = ok(await account.get(`/quotes/${quote.id}/messages`)).data;
    assert.deepEqual(
      [message.from, message.text, message.readAt],
      ['customer', 'Two chairs less would do.', null],
    );
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.subject ?? '', /Changes requested for quote/);
    assert.match(mail?.text ?? '', /6 × €100\.00 \(before: 8 × €100\.00\)[\s\S]*Removed[\s\S]*€690\.00/);

    const applied = ok(await apply(account, quote, proposal));
    assert.deepEqual(
      applied.items.map((item: Json) => [item.id, item.quantity, item.selected ?? true]),
      [
        [chair.id, 6, true],
        [lamp.id, 1, true],
      ],
    );
    assert.deepEqual([applied.status, applied.revision, applied.total], ['SENT', 2, 69_000]);
    const after = await lastOf(account, quote);
    assert.deepEqual(
      [after.state, after.decidedBy.type, after.answer, typeof after.decidedAt],
      ['applied', 'key', null, 'string'],
    );
    assert.deepEqual(await readAtOf(account, quote), [after.decidedAt], 'who decides has read it');
    assert.equal((await mailsOf(service(), account)).at(-1)?.id, mail?.id, 'nothing is sent');
    const again = await apply(account, quote, proposal);
    assert.deepEqual([again.status, again.body.code], [409, 'proposal_decided']);
    const types = (await eventsOf(account, quote.id))
      .map(({ type }) => type)
      .filter((type) => type !== 'viewed');
    assert.deepEqual(types.slice(-2), ['change_requested', 'updated']);
    const feed = ok(await account.get('/events?limit=100')).data;
    const event = feed.find(({ type }: Json) => type === 'quote.change_requested');
    assert.equal(event.data.proposal.id, proposal.id);
    assert.equal(event.data.message.text, proposal.text);
    // The next document is that of the new revision.
    assert.equal((await accept(quote.publicUrl)).status, 303);
    assert.equal((await quoteNow(account, quote)).total, 69_000);
  });

  test('an account decides whether its customers may ask, and for prices', async () => {
    const account = await newAccount({ proposals: 'off' });
    const quote = await sentQuote(account, { items: ITEMS });
    assert.doesNotMatch((await visit(quote.publicUrl)).text, /data-wishes|proposal\.js/);
    assert.equal((await propose(quote.publicUrl)).status, 409);
    assert.deepEqual(await proposalsOf(account, quote), []);
    ok(await account.patch('/account', { proposals: 'prices' }));
    const text = 'Could you meet us?';
    assert.equal((await propose(quote.publicUrl, { offer0: '90.00', proposal: text })).status, 303);
    const { changes, total } = await lastOf(account, quote);
    assert.deepEqual(
      [changes, total],
      [[{ itemId: quote.items[0].id, quantity: null, unitPrice: 9000, removed: false }], 122_000],
    );
    assert.equal((await account.patch('/account', { proposals: 'all' })).status, 400);
    for (const status of ['DRAFT', 'EXPIRED', 'DECLINED', 'ACCEPTED']) {
      const other = await quoteIn(account, status);
      const page = other.publicUrl ? await visit(other.publicUrl) : { text: '' };
      assert.doesNotMatch(page.text, /data-wishes/, status);
    }
  });

  test('a text alone is a request, which is declined with an answer in the thread', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    assert.equal((await propose(quote.publicUrl, { proposal: 'Cheaper?\n<b>Please</b>' })).status, 303);
    const proposal = await lastOf(account, quote);
    assert.deepEqual([proposal.changes, proposal.total], [[], quote.total]);
    assert.deepEqual(errorPaths(await declineIt(account, quote, proposal, ' ')), ['/text']);
    const declined = ok(await declineIt(account, quote, proposal));
    assert.deepEqual([declined.state, declined.answer], ['declined', 'Eight are the least.']);
    assert.deepEqual(await readAtOf(account, quote), [declined.decidedAt, null]);
    const mail = (await mailsOf(service(), account)).find(({ subject }) => /Message about/.test(subject));
    assert.match(mail?.text ?? '', /Eight are the least\./);
    assert.match((await visit(quote.publicUrl)).text, /Eight are the least\.[\s\S]*/);
    assert.doesNotMatch((await visit(quote.publicUrl)).text, /You asked for changes on/);
    assert.equal((await declineIt(account, quote, proposal)).body.code, 'proposal_decided');
    assert.equal((await quoteNow(account, quote)).revision, 1);
    const types = (await eventsOf(account, quote.id)).map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => type.startsWith('change')),
      ['change_requested', 'change_declined'],
    );
    assert.equal((await declineIt(account, quote, { id: 'prp_unknown' })).status, 404);
    assert.equal((await apply(account, { id: 'quo_unknown' }, proposal)).status, 404);
    const stranger = await newAccount();
    assert.equal((await apply(stranger, quote, proposal)).status, 404);
    assert.equal((await stranger.get(`/quotes/${quote.id}/proposals`)).status, 404);
  });

  test('bad input changes nothing, and the page keeps what was typed', async () => {
    const account = await newAccount({ proposals: 'prices' });
    const quote = await sentQuote(account, { items: [CHAIR, TABLE] });
    const cases: [Record<string, string>, RegExp][] = [
      [{ proposal: ' ' }, /Enter your message/],
      [{ proposal: 'x'.repeat(2001) }, /too long/],
      [{ wish0: '-1' }, /Check the quantities and prices/],
      [{ wish0: '0' }, /Check the quantities and prices/],
      [{ wish0: '1e3' }, /Check the quantities and prices/],
      [{ wish0: '1.23456' }, /Check the quantities and prices/],
      [{ wish0: '9999999999' }, /Check the quantities and prices/],
      [{ offer0: 'free' }, /Check the quantities and prices/],
      [{ offer0: '0.001' }, /Check the quantities and prices/],
      [{ offer0: '99999999999999' }, /Check the quantities and prices/],
      [{ wish0: '1000000000', offer0: '9999999999' }, /Check the quantities and prices/],
      [{ without0: 'on', without1: 'on' }, /At least one item must be left/],
    ];
    for (const [fields, says] of cases) {
      service().clock.advance(MINUTE);
      const { status, text } = await propose(quote.publicUrl, fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.match(text, says);
      for (const [name, value] of Object.entries(fields))
        if (/wish|offer/.test(name)) assert.ok(text.includes(`value="${value}"`), `${name} is kept`);
    }
    const foreign = await submit(
      quote.publicUrl,
      'proposal',
      {},
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    );
    assert.equal(foreign.status, 403);
    assert.deepEqual(await proposalsOf(account, quote), []);
    // Without scripts a button shows the new total, and nothing is stored.
    const { revision } = await readSeen(quote.publicUrl);
    const computed = await submit(quote.publicUrl, 'choose', { revision, wish0: '6,5', offer1: '1,000.00' });
    assert.match(computed.text, /data-wished><bdi class="money">€1,650\.00</);
    assert.deepEqual(await proposalsOf(account, quote), []);
  });

  test('a quantity outside its range ends the range, one inside keeps it', async () => {
    const account = await newAccount();
    const ranged = { ...CHAIR, quantityRange: { min: 4, max: 10, step: 2 } };
    for (const [wish0, range] of [
      ['12', undefined],
      ['5', undefined],
      ['6', ranged.quantityRange],
    ] as const) {
      const quote = await sentQuote(account, { items: [ranged, TABLE] });
      assert.equal((await propose(quote.publicUrl, { wish0 })).status, 303);
      const [chair] = ok(await apply(account, quote, await lastOf(account, quote))).items;
      assert.deepEqual([chair.quantity, chair.quantityRange], [Number(wish0), range]);
    }
  });

  test('nothing can be asked for that the page does not show', async () => {
    const account = await newAccount({ proposals: 'prices' });
    const show = { linePrices: false, quantities: false };
    const quote = await sentQuote(account, { items: [CHAIR, TABLE, LAMP], show });
    const page = (await visit(quote.publicUrl)).text;
    assert.doesNotMatch(page, /name="wish0"|name="offer0"|data-wished|name="without2"/);
    assert.match(page, /name="without0"/);
    assert.equal((await propose(quote.publicUrl, { wish0: '2', offer0: '1' })).status, 303);
    assert.deepEqual((await lastOf(account, quote)).changes, []);
    const { revision } = await readSeen(quote.publicUrl);
    const left = await submit(quote.publicUrl, 'choose', { revision, without0: 'on' });
    assert.doesNotMatch(left.text, /€500\.00/, 'the price of an item is not told by what is left');
  });

  test('a quote with recurring items and stages: what recurs follows, and stages that no longer fit are an error', async () => {
    const account = await newAccount();
    const support = { ...TABLE, description: 'Support', recurring: { interval: 'month', periods: 12 } };
    const quote = await sentQuote(account, { items: [CHAIR, support] });
    assert.equal((await propose(quote.publicUrl, { wish1: '2' })).status, 303);
    const applied = ok(await apply(account, quote, await lastOf(account, quote)));
    assert.deepEqual(
      [applied.total, applied.recurring[0].total, applied.contractTotal],
      [180_000, 100_000, 180_000 + 11 * 100_000],
    );
    const paymentSchedule = [
      { label: 'Deposit', type: 'fixed', value: 100_000, due: { when: 'acceptance' } },
      { label: 'Rest', type: 'rest', due: { when: 'completion' } },
    ];
    const staged = await sentQuote(account, { items: [CHAIR, TABLE], paymentSchedule });
    assert.equal((await propose(staged.publicUrl, { wish0: '1' })).status, 303);
    const proposal = await lastOf(account, staged);
    assert.equal(proposal.total, 60_000);
    const paths = errorPaths(await apply(account, staged, proposal));
    assert.ok(
      paths.every((path) => path.startsWith('/paymentSchedule')),
      paths.join(),
    );
    assert.equal((await lastOf(account, staged)).state, 'open');
  });

  test('a link has one open request: a new one replaces it, and the link of another has its own', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    ok(await account.post(`/quotes/${quote.id}/send`, { email: 'second@example.com' }));
    const { publicUrl: other } = await quoteNow(account, quote);
    assert.notEqual(other, quote.publicUrl);
    await propose(quote.publicUrl, { wish0: '7' });
    await propose(quote.publicUrl, { wish0: '6' });
    await propose(other, { wish0: '5' });
    const states = (await proposalsOf(account, quote)).map(({ state, changes }) => [
      state,
      changes[0].quantity,
    ]);
    assert.deepEqual(states, [
      ['replaced', 7],
      ['open', 6],
      ['open', 5],
    ]);
    const [replaced, second, third] = await proposalsOf(account, quote);
    assert.equal((await apply(account, quote, replaced ?? {})).body.code, 'proposal_decided');
    ok(await apply(account, quote, second ?? {}));
    assert.equal((await apply(account, quote, third ?? {})).body.code, 'proposal_outdated');
    assert.deepEqual(
      (await proposalsOf(account, quote)).map(({ state }) => state),
      ['replaced', 'applied', 'closed'],
    );
    const { data, pagination } = ok(await account.get(`/quotes/${quote.id}/proposals?limit=2`));
    assert.deepEqual([data.length, pagination.total, pagination.hasMore], [2, 3, true]);
    const rest = ok(await account.get(`/quotes/${quote.id}/proposals?after=${data[1].id}`));
    assert.deepEqual(
      rest.data.map(({ id }: Json) => id),
      [third?.id],
    );
    assert.deepEqual(errorPaths(await account.get(`/quotes/${quote.id}/proposals?after=prp_x`)), ['/after']);
  });

  test('a request that is repeated after its response was lost is one request', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    const text = 'Two chairs less would do.';
    for (const wish0 of ['6', '6', '6']) await propose(quote.publicUrl, { wish0, proposal: text });
    assert.equal((await proposalsOf(account, quote)).length, 1);
    assert.equal(ok(await account.get(`/quotes/${quote.id}/messages`)).data.length, 1);
    const mails = (await mailsOf(service(), account)).filter(({ subject }) =>
      /Changes requested/.test(subject),
    );
    assert.equal(mails.length, 1);
    await declineIt(account, quote, await lastOf(account, quote));
    await propose(quote.publicUrl, { wish0: '6', proposal: text });
    assert.equal((await proposalsOf(account, quote)).length, 2, 'it asks again after an answer');
  });

  test('an edit, a decision and an invoice close what is open, an expiry does not', async () => {
    const account = await newAccount();
    const closers: Record<string, (quote: Json) => Promise<unknown>> = {
      edit: (quote) => account.patch(`/quotes/${quote.id}`, { title: 'Another' }),
      accept: (quote) => accept(quote.publicUrl),
      phone: (quote) => account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }),
      decline: (quote) => account.patch(`/quotes/${quote.id}`, { status: 'DECLINED' }),
      convert: (quote) => account.post(`/quotes/${quote.id}/convert-to-invoice`),
    };
    for (const [name, close] of Object.entries(closers)) {
      const quote = await sentQuote(account, { items: ITEMS });
      await propose(quote.publicUrl, { wish0: '6' });
      await close(quote);
      const proposal = await lastOf(account, quote);
      assert.equal(proposal.state, 'closed', name);
      const late = await apply(account, quote, proposal);
      const code = name === 'convert' ? 'quote_converted' : 'proposal_outdated';
      assert.deepEqual([late.status, late.body.code], [409, code], name);
    }
    const quote = await sentQuote(account, { items: ITEMS });
    await propose(quote.publicUrl, { wish0: '6' });
    ok(await account.patch(`/quotes/${quote.id}`, { notes: 'Nobody reads this.' }));
    ok(await account.patch(`/quotes/${quote.id}`, { validUntil: '2001-01-01T00:00:00Z' }));
    assert.equal((await lastOf(account, quote)).state, 'open');
    const applied = ok(await apply(account, quote, await lastOf(account, quote)));
    assert.deepEqual([applied.status, applied.items[0].quantity], ['EXPIRED', 6]);
    const gone = await sentQuote(account, { items: ITEMS });
    await propose(gone.publicUrl);
    assert.equal((await account.delete(`/quotes/${gone.id}`)).status, 204);
    assert.equal((await account.get(`/quotes/${gone.id}/proposals`)).status, 404);
  });

  test('an edit, an acceptance, a second request and an application at the same moment leave one consistent state', async () => {
    const account = await newAccount();
    for (let round = 0; round < 4; round++) {
      const quote = await sentQuote(account, { items: ITEMS });
      await propose(quote.publicUrl, { wish0: '6' });
      const proposal = await lastOf(account, quote);
      const seen = await readSeen(quote.publicUrl);
      const [edited, accepted, asked, applied, twice] = await Promise.all([
        account.patch(`/quotes/${quote.id}`, { title: 'Edited' }),
        submit(quote.publicUrl, 'accept', { ...seen, name: 'Ada' }),
        submit(quote.publicUrl, 'proposal', { revision: seen.revision, proposal: 'More', wish0: '9' }),
        apply(account, quote, proposal),
        apply(account, quote, proposal),
      ]);
      assert.equal(edited.status, 200, edited.text);
      assert.ok([303, 409].includes(accepted.status) && [303, 409].includes(asked.status));
      const wins = [applied, twice].filter(({ status }) => status === 200);
      assert.ok(wins.length <= 1, 'applied once at most');
      const now = await quoteNow(account, quote);
      const states = (await proposalsOf(account, quote)).map(({ state }) => state);
      assert.equal(states.filter((state) => state === 'applied').length, wins.length);
      assert.ok(
        states.every((state) => state !== 'open'),
        states.join(),
      );
      assert.equal(now.items[0].quantity, wins.length === 1 ? 6 : 8);
      // Accepted was what the customer saw, or nothing.
      if (accepted.status === 303 && now.status === 'ACCEPTED') assert.equal(now.total, quote.total);
    }
  });

  test('the quote expires at the moment of the request: nothing is recorded', async () => {
    const account = await newAccount();
    const validUntil = new Date(service().clock() + HOUR).toISOString();
    const quote = await sentQuote(account, { items: ITEMS, validUntil });
    const { revision } = await readSeen(quote.publicUrl);
    service().clock.advance(HOUR);
    const late = await submit(quote.publicUrl, 'proposal', { revision, proposal: 'Late' });
    assert.equal(late.status, 409);
    assert.match(noticeIn(late.text) ?? '', /can no longer be answered/);
    assert.deepEqual(await proposalsOf(account, quote), []);
  });

  test('a request for an earlier revision is shown the new one', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    const { revision } = await readSeen(quote.publicUrl);
    ok(await account.patch(`/quotes/${quote.id}`, { title: 'New title' }));
    const late = await submit(quote.publicUrl, 'proposal', { revision, proposal: 'Late', wish0: '2' });
    assert.equal(late.status, 409);
    assert.match(noticeIn(late.text) ?? '', /changed while you were reading/);
    assert.match(late.text, /New title[\s\S]*Late/);
    assert.deepEqual(await proposalsOf(account, quote), []);
  });

  test('limits: ten a minute and twenty a day for a link, before any work', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    let asked = 0;
    const ask = () =>
      submit(quote.publicUrl, 'proposal', { revision: '1', proposal: `Again, for time ${asked++}` });
    for (let n = 0; n < 10; n++) assert.equal((await ask()).status, 303);
    const tooMany = await ask();
    assert.equal(tooMany.status, 429);
    assert.ok(Number(tooMany.headers.get('Retry-After')) > 0);
    service().clock.advance(MINUTE);
    for (let n = 0; n < 10; n++) assert.equal((await ask()).status, 303);
    service().clock.advance(MINUTE);
    const daily = await ask();
    assert.equal(daily.status, 429);
    assert.equal((await proposalsOf(account, quote)).length, 20);
    service().clock.advance(DAY);
    assert.equal((await ask()).status, 303);
    assert.equal((await submit(`${quote.publicUrl}x`, 'proposal', { proposal: 'x' })).status, 404);
    ok(await account.delete(`/quotes/${quote.id}/links`));
    assert.equal((await ask()).status, 404);
  });

  test('nobody is reminded while a request is open; the event of the expiry still comes', async () => {
    const account = await newAccount({ reminderDays: 3, expiringDays: 3 });
    const validUntil = new Date(service().clock() + 10 * DAY).toISOString();
    const quote = await sentQuote(account, { items: ITEMS, validUntil });
    await propose(quote.publicUrl, { wish0: '6' });
    service().clock.advance(8 * DAY);
    await service().runJob('reminders');
    await service().runJob('expiring');
    const kinds = async () => (await mailsOf(service(), account)).map(({ subject }) => subject);
    assert.ok(!(await kinds()).some((subject) => /is valid until/.test(subject)), 'no reminder');
    const feed = ok(await account.get('/events?limit=100')).data;
    assert.ok(feed.some(({ type }: Json) => type === 'quote.expiring'));
    ok(await declineIt(account, quote, await lastOf(account, quote)));
    await service().runJob('reminders');
    assert.ok(
      (await kinds()).some((subject) => /is valid until/.test(subject)),
      'the reminder comes afterwards',
    );
  });

  test('what is applied is judged for approval, also as made by a key', async () => {
    const account = await newAccount({ proposals: 'prices' });
    ok(await account.patch('/account', { approval: { discountFrom: 5 } }));
    const item = ok(
      await account.post('/catalogue-items', { description: 'Chair', unitPrice: 10_000, currency: 'EUR' }),
    );
    const items = [{ catalogueItemId: item.id, quantity: 8 }, TABLE];
    const quote = await sentQuote(account, { items });
    await propose(quote.publicUrl, { offer0: '80.00' });
    const applied = ok(await apply(account, quote, await lastOf(account, quote)));
    assert.deepEqual([applied.items[0].unitPrice, applied.status], [8000, 'DRAFT'], 'below the catalogue');
    assert.equal((await account.post(`/quotes/${quote.id}/send`)).body.code, 'approval_required');
    assert.match((await visit(quote.publicUrl)).text, /€1,300\.00/, 'the page shows the last revision');

    ok(await account.patch('/account', { approval: { discountFrom: null } }));
    const keyed = await sentQuote(account, { items: ITEMS });
    ok(await account.patch('/account', { approval: { madeByKeys: true } }));
    await propose(keyed.publicUrl, { wish0: '6' });
    assert.equal(ok(await apply(account, keyed, await lastOf(account, keyed))).status, 'DRAFT');
  });

  test('keys: a read key and a draft key may read, only a write key decides, and repeats act once', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    await propose(quote.publicUrl, { wish0: '6' });
    const proposal = await lastOf(account, quote);
    for (const access of ['read', 'draft'] as const) {
      const key = service().client((await service().newKey(account.accountId, access)).secret);
      assert.equal((await proposalsOf(key, quote)).length, 1);
      assert.equal((await apply(key, quote, proposal)).status, 403, access);
      assert.equal((await declineIt(key, quote, proposal)).status, 403, access);
    }
    const headers = { 'Idempotency-Key': 'once' };
    const stale = await apply(account, quote, proposal, { 'If-Match': '"99"' });
    assert.equal(stale.status, 412);
    const [one, two] = [
      await apply(account, quote, proposal, headers),
      await apply(account, quote, proposal, headers),
    ];
    assert.deepEqual([one.status, two.status, two.body], [200, 200, one.body]);
    assert.equal((await quoteNow(account, quote)).revision, 2);
    const body = await account.post(`/quotes/${quote.id}/proposals/${proposal.id}/apply`, { items: [] });
    assert.deepEqual(errorPaths(body), ['/items']);
  });
});
