import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, eventTypes, ok, submit, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
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

  /** A program says what it is, unlike a browser. */
  const HEADERS = { 'User-Agent': 'buyer/1.0', 'Sec-Fetch-Mode': undefined, 'Sec-Fetch-Site': undefined };

  async function read(url: string, headers: Record<string, string | undefined> = {}) {
    const reply = await visit(url, { headers: { ...HEADERS, Accept: 'application/json', ...headers } });
    return { ...reply, body: JSON.parse(reply.text) as Json };
  }

  async function send(url: string, action: string, body: unknown, headers: Record<string, string> = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const options = {
      method: 'POST',
      body: text,
      headers: { ...HEADERS, 'Content-Type': 'application/json', ...headers },
    };
    const reply = await visit(`${url}/${action}`, options);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/(problem\+)?json/, reply.text);
    return { ...reply, body: JSON.parse(reply.text) as Json };
  }

  const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.code];
  const pathsOf = ({ body }: { body: Json }) => body.errors.map(({ path }: Json) => path);

  test('the link answers JSON only to who names it, and that is no view', async () => {
    const account = await newAccount();
    const [quote, other] = [await sentQuote(account, { items: ITEMS }), await sentQuote(account)];
    for (const accept of [
      '*/*',
      'text/html,application/xhtml+xml,*/*;q=0.8',
      'application/json;q=0',
      undefined,
    ]) {
      const page = await visit(other.publicUrl, { headers: { ...HEADERS, Accept: accept } });
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(page.headers.get('vary'), 'Accept');
    }
    const { status, headers, body } = await read(quote.publicUrl);
    assert.equal(status, 200);
    assert.deepEqual([headers.get('vary'), headers.get('cache-control')], ['Accept', 'no-store']);
    assert.deepEqual(
      [body.number, body.status, body.total, body.validUntil, body.items.length],
      [quote.number, 'SENT', quote.total, quote.validUntil, 3],
    );
    const pdf = await fetch(body.pdf);
    const digest = await crypto.subtle.digest('SHA-256', await pdf.arrayBuffer());
    assert.equal(body.offerSha256, Buffer.from(digest).toString('hex'));
    assert.deepEqual(Object.keys(body.actions).sort(), [
      'accept',
      'choose',
      'decline',
      'proposal',
      'question',
    ]);
    assert.deepEqual(body.actions.accept, { url: `${quote.publicUrl}/accept`, personNeeded: true });
    assert.ok(!(await eventTypes(account, quote.id)).includes('viewed'));
    const wrong = await read(`${quote.publicUrl.slice(0, -4)}xxxx`);
    assert.deepEqual(codeOf(wrong), [404, 'not_found']);
    assert.match(wrong.headers.get('content-type') ?? '', /^application\/problem\+json/);
  });

  test('nothing leaves that the page does not show', async () => {
    const account = await newAccount();
    const { secret } = await service().newKey(account.accountId, 'read,write', { seesCosts: true });
    const hidden = await sentQuote(service().client(secret), {
      items: ITEMS.map((item) => ({ ...item, cost: 4711, sku: 'S1' })),
      ...{ notes: 'Secret note', metadata: { secret: 'Secret metadata' } },
      show: { linePrices: false, quantities: false },
    });
    const { text, body } = await read(hidden.publicUrl);
    assert.doesNotMatch(text, /4711|Secret|catalogue|cus_|acc_|unitPrice|"quantity"|"amount"|margin/i);
    assert.equal(body.total, hidden.total);
  });

  test('no guess of a hidden quantity or price is answered', async () => {
    const account = await newAccount({ programsMayAccept: true, proposals: 'prices' });
    const graduated = {
      kind: 'volume',
      steps: [
        { from: 0, unitPrice: 700 },
        { from: 5, unitPrice: 600 },
      ],
    };
    const items = [...ITEMS, { description: 'Wood', quantity: 17, taxRate: 0, quantityPrices: graduated }];
    const quote = await sentQuote(account, { items, show: { linePrices: true, quantities: false } });
    const offer = await read(quote.publicUrl);
    assert.doesNotMatch(offer.text, /quantityPrices|"quantity"/);
    const { offerSha256 } = offer.body;
    const [chair, , lamp] = quote.items;
    for (const action of ['choose', 'accept', 'proposal']) {
      const guess = async (quantity: number) => {
        const selection = [{ id: lamp.id, selected: true, quantity }];
        const body = { accept: { name: 'Ada', offerSha256, selection }, proposal: { text: 'x', selection } };
        const { status, body: said } = await send(
          quote.publicUrl,
          action,
          { choose: { selection }, ...body }[action],
        );
        return [status, said.errors?.map(({ path, message }: Json) => [path, message])];
      };
      assert.deepEqual(await guess(LAMP.quantity), await guess(17), action);
      assert.equal((await guess(17))[0], 400, action);
      assert.doesNotMatch((await guess(17))[1].join().replace('/selection/0/', ''), /\d|must be/, action);
    }
    for (const field of ['quantity', 'unitPrice'] as const) {
      const guess = async (value: number) => {
        const changes = [{ itemId: chair.id, [field]: value }];
        const { status, body } = await send(quote.publicUrl, 'proposal', { text: 'x', changes });
        return [status, body.errors];
      };
      assert.deepEqual(await guess(CHAIR[field]), await guess(4711), field);
      assert.equal((await guess(CHAIR[field]))[0], 400);
    }
    const accepted = await send(quote.publicUrl, 'accept', {
      ...{ name: 'Ada', offerSha256, selection: [{ id: lamp.id, selected: true }] },
    });
    assert.equal(accepted.status, 200, accepted.text);
    assert.deepEqual(accepted.body.decision.selection, [{ id: lamp.id, selected: true }]);
  });

  test('a person is needed to accept, unless the account says otherwise', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    const { offerSha256 } = (await read(quote.publicUrl)).body;
    const said = { name: 'Ada Lovelace', offerSha256 };
    for (const body of [said, {}, 'no JSON']) {
      const refused = await send(quote.publicUrl, 'accept', body);
      assert.deepEqual(codeOf(refused), [403, 'person_needed']);
      assert.equal(refused.body.page, quote.publicUrl);
    }
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');

    ok(await account.patch('/account', { programsMayAccept: true }));
    assert.equal((await read(quote.publicUrl)).body.actions.accept.personNeeded, false);
    const cases: [unknown, number, string, string[]][] = [
      ['{', 400, 'malformed_json', []],
      [[], 400, 'validation_failed', ['']],
      [{}, 400, 'validation_failed', ['/name', '/offerSha256']],
      [{ ...said, name: ' ', status: 'ACCEPTED' }, 400, 'validation_failed', ['/name', '/status']],
      [{ ...said, name: 'A\nB' }, 400, 'validation_failed', ['/name']],
      [{ ...said, selection: [{ id: 'itm_x' }] }, 400, 'validation_failed', ['/selection/0/id']],
      [
        { ...said, selection: [{ id: quote.items[0].id, quantity: 1 }] },
        400,
        'validation_failed',
        ['/selection/0/quantity'],
      ],
      [{ ...said, offerSha256: 'a'.repeat(64) }, 409, 'offer_changed', []],
    ];
    for (const [body, status, code, paths] of cases) {
      const refused = await send(quote.publicUrl, 'accept', body);
      assert.deepEqual(codeOf(refused), [status, code], JSON.stringify(body));
      assert.deepEqual(pathsOf(refused).sort(), paths);
    }
    for (const Origin of ['https://evil.example', 'null']) {
      const foreign = await send(quote.publicUrl, 'accept', said, { Origin });
      assert.deepEqual(codeOf(foreign), [403, 'cross_site'], Origin);
    }

    const selection = [{ id: quote.items[2].id, selected: true }];
    const [one, two] = await Promise.all(
      [1, 2].map(() => send(quote.publicUrl, 'accept', { ...said, selection })),
    );
    assert.deepEqual([one?.status, two?.status], [200, 200], 'the same twice is one acceptance');
    const again = await send(quote.publicUrl, 'accept', { ...said, selection });
    assert.deepEqual(
      [again.status, again.body.status, again.body.total, again.body.decision.name],
      [200, 'ACCEPTED', quote.total + 9000, 'Ada Lovelace'],
    );
    const other = await send(quote.publicUrl, 'accept', { ...said, name: 'Bob', selection });
    assert.deepEqual(codeOf(other), [409, 'quote_not_open']);
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual(
      [record.via, record.by, record.userAgent, record.offerSha256],
      ['program', 'customer', 'buyer/1.0', offerSha256],
    );
    assert.equal((await eventTypes(account, quote.id)).filter((type) => type === 'accepted').length, 1);

    const acceptanceFields = [{ key: 'purchaseOrder', label: 'Order number', kind: 'text', required: true }];
    const asking = await sentQuote(account, { acceptanceFields });
    const offer = (await read(asking.publicUrl)).body;
    assert.equal(offer.acceptanceFields[0].key, 'purchaseOrder');
    const agreed = { name: 'Ada', offerSha256: offer.offerSha256 };
    for (const answers of [undefined, { purchaseOrder: ' ' }])
      assert.deepEqual(pathsOf(await send(asking.publicUrl, 'accept', { ...agreed, answers })), [
        '/answers/purchaseOrder',
      ]);
    const answers = { purchaseOrder: '4711' };
    for (const status of [200, 200])
      assert.equal((await send(asking.publicUrl, 'accept', { ...agreed, answers })).status, status);
    const changed = await send(asking.publicUrl, 'accept', { ...agreed, answers: { purchaseOrder: '4712' } });
    assert.deepEqual(codeOf(changed), [409, 'quote_not_open']);
    assert.deepEqual(ok(await account.get(`/quotes/${asking.id}/acceptance`)).answers, answers);

    const byPage = await sentQuote(account);
    await accept(byPage.publicUrl);
    assert.equal(ok(await account.get(`/quotes/${byPage.id}/acceptance`)).via, 'page');
    const byPhone = await sentQuote(account);
    ok(await account.patch(`/quotes/${byPhone.id}`, { status: 'ACCEPTED' }));
    assert.equal(ok(await account.get(`/quotes/${byPhone.id}/acceptance`)).via, null);
  });

  test('the other forms: choose, ask, propose, decline', async () => {
    const account = await newAccount();
    const quote = await sentQuote(account, { items: ITEMS });
    const [chair, , lamp] = quote.items;
    const chosen = await send(quote.publicUrl, 'choose', { selection: [{ id: lamp.id, selected: true }] });
    assert.deepEqual([chosen.status, chosen.body.total], [200, quote.total + 9000]);
    assert.equal((await read(quote.publicUrl)).body.total, quote.total, 'nothing is stored');
    const asked = await send(quote.publicUrl, 'question', { question: 'When?\u0007' });
    assert.deepEqual([asked.status, asked.body.messages?.at(-1).text], [200, 'When?']);
    assert.deepEqual(pathsOf(await send(quote.publicUrl, 'question', { text: 'When?' })).sort(), [
      '/question',
      '/text',
    ]);

    const wish = { text: 'Six would do', changes: [{ itemId: chair.id, quantity: 6 }] };
    const proposed = await send(quote.publicUrl, 'proposal', wish);
    assert.deepEqual([proposed.status, proposed.body.proposal.text], [200, 'Six would do']);
    const [proposal] = ok(await account.get(`/quotes/${quote.id}/proposals`)).data;
    assert.equal(proposal.total, quote.total - 20_000);
    const priced = { text: 'x', changes: [{ itemId: chair.id, unitPrice: 1 }] };
    assert.deepEqual(pathsOf(await send(quote.publicUrl, 'proposal', priced)), ['/changes/0/unitPrice']);
    for (const quantity of [0, -1, 1e12, 1.23456, 'six']) {
      const wrong = await send(quote.publicUrl, 'proposal', {
        text: 'x',
        changes: [{ itemId: chair.id, quantity }],
      });
      assert.deepEqual(pathsOf(wrong), ['/changes/0/quantity'], String(quantity));
    }
    ok(await account.patch('/account', { proposals: 'off' }));
    assert.deepEqual(codeOf(await send(quote.publicUrl, 'proposal', wish)), [409, 'quote_not_open']);
    assert.equal((await read(quote.publicUrl)).body.actions.proposal, undefined);

    assert.deepEqual(codeOf(await send(quote.publicUrl, 'renewal', {})), [415, 'unsupported_media_type']);
    const stale = await send(quote.publicUrl, 'decline', { offerSha256: 'b'.repeat(64) });
    assert.deepEqual(codeOf(stale), [409, 'offer_changed']);
    const declined = await send(quote.publicUrl, 'decline', { reason: 'Too dear' });
    assert.deepEqual([declined.status, declined.body.status], [200, 'DECLINED']);
    assert.deepEqual(Object.keys(declined.body.actions), ['question']);
    assert.equal(ok(await account.get(`/quotes/${quote.id}/acceptance`)).via, 'program');
    assert.deepEqual(codeOf(await send(quote.publicUrl, 'choose', {})), [409, 'quote_not_open']);
  });

  test('programs of several signers sign in turn, once, and read what is fixed', async () => {
    const account = await newAccount({ programsMayAccept: true });
    const [ada, bob] = [
      { name: 'Ada', email: 'ada@example.com', order: 1 },
      { name: 'Bob', email: 'bob@example.com', order: 2 },
    ];
    const asked = { acceptanceFields: [{ key: 'email', label: 'Contact', kind: 'text', required: true }] };
    const quote = await sentQuote(account, { items: ITEMS, signers: [ada, bob], ...asked });
    const lamp = quote.items[2];
    const urlOf = async ({ email }: Json): Promise<string> =>
      ok(await account.get(`/quotes/${quote.id}`)).signers.find((one: Json) => one.email === email).publicUrl;
    const first = await urlOf(ada);
    const offer = await read(first);
    assert.deepEqual(offer.body.signers, [
      { name: 'Ada', hasSigned: false, isYou: true, voidedAt: null },
      { name: 'Bob', hasSigned: false },
    ]);
    assert.equal(offer.body.answers, null);
    const stale = { text: 'Less?', offerSha256: 'b'.repeat(64) };
    assert.deepEqual(codeOf(await send(first, 'proposal', stale)), [409, 'offer_changed']);

    const signing = {
      ...{ name: 'Ada', offerSha256: offer.body.offerSha256, answers: { email: 'a@example.com' } },
      selection: [{ id: lamp.id, selected: true }],
    };
    const signed = await send(first, 'accept', signing);
    assert.deepEqual([signed.status, signed.body.status], [200, 'SENT'], signed.text);
    assert.deepEqual(Object.keys(signed.body.actions), ['question'], 'who has signed may ask');
    assert.equal((await send(first, 'accept', signing)).status, 200, 'the first response was lost');
    assert.deepEqual(codeOf(await send(first, 'accept', { ...signing, name: 'Eve' })), [
      409,
      'quote_not_open',
    ]);
    assert.deepEqual(codeOf(await send(first, 'proposal', { text: 'Less?' })), [409, 'quote_not_open']);

    const second = await urlOf(bob);
    const { body } = await read(second);
    assert.deepEqual(body.answers, signing.answers, 'fixed by the first signature');
    assert.equal(body.items[2].selected, true);
    assert.deepEqual(Object.keys(body.actions).sort(), ['accept', 'decline', 'proposal', 'question']);
    const accepted = await send(second, 'accept', { name: 'Bob', offerSha256: body.offerSha256 });
    assert.deepEqual([accepted.status, accepted.body.status], [200, 'ACCEPTED'], accepted.text);
    for (const [url, again] of [
      [first, signing],
      [second, { name: 'Bob', offerSha256: body.offerSha256 }],
    ] as const)
      assert.equal((await send(url, 'accept', again)).status, 200, 'each repeats their own');
    const wrong = { ...signing, answers: { email: 'other@example.com' } };
    assert.deepEqual(codeOf(await send(first, 'accept', wrong)), [409, 'quote_not_open']);
  });

  test('nothing is typeset for a signer before their turn', async () => {
    const account = await newAccount({ programsMayAccept: true });
    const signers = [
      { name: 'Ada', email: 'ada@example.com', order: 1 },
      { name: 'Bob', email: 'bob@example.com', order: 1 },
    ];
    const quote = await sentQuote(account, { items: ITEMS, signers });
    const bob = quote.signers[1].publicUrl;
    const { body } = await read(bob);
    ok(
      await account.patch(`/quotes/${quote.id}`, {
        signers: signers.map((signer, index) => ({ ...signer, order: index + 1 })),
      }),
    );
    ok(await account.post(`/quotes/${quote.id}/send`, {}));
    const { offerSha256 } = (await read(bob)).body;
    const counted = async () => await service().db.read.get('SELECT count(*) AS n FROM documents');
    const before = await counted();
    for (const name of ['accept', 'choose', 'decline']) {
      const selection = [{ id: quote.items[2].id, selected: true }];
      const bodies: Json = {
        accept: { name: 'Bob', offerSha256, selection },
        choose: { selection },
        decline: {},
      };
      assert.deepEqual(codeOf(await send(bob, name, bodies[name])), [409, 'quote_not_open'], name);
    }
    assert.deepEqual(await counted(), before);
    assert.deepEqual(Object.keys((await read(bob)).body.actions), ['question']);
    assert.equal(body.status, 'SENT');
  });

  test('limits, revisions and revocation are those of the page', async () => {
    const account = await newAccount({ programsMayAccept: true });
    const quote = await sentQuote(account, { items: ITEMS });
    const { offerSha256 } = (await read(quote.publicUrl)).body;
    ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
    const late = await send(quote.publicUrl, 'accept', { name: 'Ada', offerSha256 });
    assert.deepEqual(codeOf(late), [409, 'offer_changed']);
    for (let n = 0; n < 5; n++) {
      assert.equal((await submit(quote.publicUrl, 'question', { question: 'When?' })).status, 303);
      assert.equal((await send(quote.publicUrl, 'question', { question: 'When?' })).status, 200);
    }
    const limited = await send(quote.publicUrl, 'question', { question: 'When?' });
    assert.deepEqual(codeOf(limited), [429, 'rate_limited']);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
    service().clock.advance(MINUTE);
    const huge = await send(quote.publicUrl, 'question', { question: 'x'.repeat(300_000) });
    assert.deepEqual(codeOf(huge), [413, 'body_too_large']);
    ok(await account.delete(`/quotes/${quote.id}/links`));
    assert.deepEqual(codeOf(await send(quote.publicUrl, 'question', { question: 'When?' })), [
      404,
      'not_found',
    ]);
    assert.deepEqual(codeOf(await read(quote.publicUrl)), [404, 'not_found']);
  });
});
