import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireAccount } from '../../src/actions/account/require-account.ts';
import { judgeApproval } from '../../src/actions/agreement/approval/judge-approval.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import { findQuoteRow } from '../../src/store/tables/quote/quotes.ts';
import { approve, decide, expectHeld, openRuledAccount, setRules } from '../support/api/approval.ts';
import { createQuote, errorPaths, ITEM, quoteBody } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { HOUR } from '../support/service/clock.ts';
import { describeService, type TestService } from '../support/service/service.ts';

const BIG = { items: [{ ...ITEM, unitPrice: 100_000 }] };
const RULES = { totalFrom: 50_000 };

function describeApproval(service: () => TestService): void {
  const etagOf = async (api: Client, id: string) =>
    (await api.get(`/quotes/${id}`)).headers.get('ETag') ?? '';

  test('rules are fields of the account, merged one by one', async () => {
    const { accountId } = await service().newAccount();
    const api = await signIn(service(), { accountId });
    const none = { totalFrom: null, discountFrom: null, marginBelow: null, madeByKeys: null };
    assert.deepEqual((await api.get('/account')).body.approval, none);
    await setRules(api, { totalFrom: 1, madeByKeys: true });
    await setRules(api, { discountFrom: 12.5, totalFrom: null });
    assert.deepEqual((await api.get('/account')).body.approval, {
      ...none,
      discountFrom: 12.5,
      madeByKeys: true,
    });
    const wrong = { totalFrom: -1, discountFrom: 101, marginBelow: '5', madeByKeys: 1, other: 1 };
    const paths = errorPaths(await api.patch('/account', { approval: wrong }));
    assert.deepEqual(
      paths,
      Object.keys(wrong)
        .map((name) => `/approval/${name}`)
        .sort(),
    );
    await setRules(api, null);
    assert.deepEqual((await api.get('/account')).body.approval, none);
  });

  test('the amounts of a content are judged once, and again by other rules', async () => {
    const { api } = await openRuledAccount(service(), RULES);
    const { id } = await createQuote(api, BIG);
    const { read } = service().db;
    const account = await requireAccount(read, api.accountId);
    const row = (await findQuoteRow(read, api.accountId, id)) ?? assert.fail();
    const quote = JSON.parse(row.doc) as Quote;
    let reads = 0;
    const items = quote.items.map((item) =>
      Object.defineProperty({ ...item }, 'unitPrice', { enumerable: true, get: () => ++reads && 100_000 }),
    );
    const judge = async (totalFrom: number, more: Partial<Quote> = {}) => {
      reads = 0;
      const ruled = { ...account, approval: { ...account.approval, totalFrom } };
      const { reasons } = await judgeApproval(read, ruled, { ...quote, items, ...more });
      return [reasons.length, reads] as const;
    };
    const [first, again, other] = [await judge(60_000), await judge(60_000), await judge(999_999_999)];
    assert.deepEqual([first[0], again[0], other[0]], [1, 1, 0]);
    assert.ok(again[1] < first[1] && other[1] > again[1], `${first[1]}, ${again[1]} and ${other[1]} reads`);
    assert.equal((await judge(60_000, { title: 'Another', notes: 'Only texts' }))[1], again[1]);
    const half = await judge(60_000, { discountType: 'percentage', discountValue: 50 });
    assert.ok(half[1] > again[1]);
  });

  test('members and keys that may write ask, and the quote says who, when and for what', async () => {
    const { api, member, approver } = await openRuledAccount(service(), RULES);
    const { id, updatedAt } = await createQuote(api, BIG);
    const reader = await signIn(service(), { accountId: api.accountId, role: 'reader' });
    const keys = async (scope: 'read' | 'draft') =>
      service().client((await service().newKey(api.accountId, scope)).secret);
    for (const caller of [reader, await keys('read')]) {
      assert.equal((await caller.post(`/quotes/${id}/request-approval`)).status, 403);
    }
    const etag = await etagOf(api, id);
    const asked = await member.post(`/quotes/${id}/request-approval`, {
      ...{ to: [approver.userId], note: 'Please, today' },
    });
    const { approval } = asked.body;
    assert.deepEqual(approval, {
      ...{ state: 'requested', revision: 1, sha256: approval.sha256 },
      requestedBy: { type: 'user', id: member.userId, name: 'Mia Member' },
      ...{ requestedAt: approval.requestedAt, note: 'Please, today' },
      ...{ decidedBy: null, decidedAt: null, decisionNote: null },
    });
    assert.match(approval.sha256, /^[0-9a-f]{64}$/);
    assert.ok(asked.body.updatedAt >= updatedAt && (await etagOf(api, id)) !== etag);
    assert.deepEqual((await api.get(`/quotes/${id}`)).body.approval, approval);
    assert.equal((await (await keys('draft')).post(`/quotes/${id}/request-approval`, {})).status, 200);
    assert.equal((await api.post(`/quotes/${id}/request-approval`)).status, 200);

    // A key that drafts could email approvers without end; who may send anyway is not limited by this.
    const drafting = await keys('draft');
    const asks = async (client: Client, total: number) => {
      assert.equal((await api.patch(`/quotes/${other.id}`, { title: `Version ${total}` })).status, 200);
      return client.post(`/quotes/${other.id}/request-approval`, {});
    };
    const other = await createQuote(api, BIG);
    for (let round = 0; round < 10; round++) assert.equal((await asks(drafting, round)).status, 200);
    const limited = await asks(drafting, 10);
    assert.deepEqual([limited.status, limited.body.code], [429, 'send_limited'], limited.text);
    assert.equal((await asks(api, 11)).status, 200);
    service().clock.advance(HOUR);
    assert.equal((await asks(drafting, 12)).status, 200);

    const repeated = { headers: { 'Idempotency-Key': 'ask' } };
    const first = await api.post(`/quotes/${id}/request-approval`, { note: 'Once' }, repeated);
    const again = await api.post(`/quotes/${id}/request-approval`, { note: 'Once' }, repeated);
    assert.equal(again.text, first.text);
    const { body } = await api.get(`/events?quoteId=${id}&type=quote.approval_requested`);
    assert.equal(body.data.length, 2, 'a request that asks nobody else is the one that waits');
    const { note, revision, sha256 } = body.data[0].data;
    assert.deepEqual([note, revision, sha256], ['Please, today', 1, approval.sha256]);
    assert.deepEqual(body.data[0].actor, approval.requestedBy);
  });

  test('asking is checked in the documented order', async () => {
    const { api, member } = await openRuledAccount(service(), RULES);
    const small = await createQuote(api);
    const asked = (id: string, body: Json = { unknown: 1 }) =>
      api.post(`/quotes/${id}/request-approval`, body);
    const none = await asked(small.id);
    assert.deepEqual([none.status, none.body.code], [409, 'approval_not_needed']);
    await api.post(`/quotes/${small.id}/convert-to-invoice`);
    assert.equal((await asked(small.id)).body.code, 'quote_converted');
    assert.equal((await asked('quo_nothing')).status, 404);
    const { id } = await createQuote(api, BIG);
    assert.deepEqual(errorPaths(await asked(id)), ['/unknown']);
    assert.deepEqual(errorPaths(await asked(id, { to: [member.userId, 'usr_x'] })), ['/to/0', '/to/1']);
    assert.deepEqual(errorPaths(await asked(id, { note: 'x'.repeat(2001) })), ['/note']);
    assert.equal((await asked(id, { to: [], note: ' ' })).body.approval.note, null);
    expectHeld(await api.post(`/quotes/${id}/send`, { unknown: 1 }), ['totalFrom']);
    expectHeld(await api.post(`/quotes/${id}/convert-to-invoice`, { unknown: 1 }), ['totalFrom']);
  });

  test('people who may approve decide on the version that they have read, and no key does', async () => {
    const { api, owner, approver, member } = await openRuledAccount(service(), RULES);
    const { id } = await createQuote(api, BIG);
    const other = { headers: { 'If-Match': '"77"' } };
    for (const action of ['approve', 'reject']) {
      const url = `/quotes/${id}/${action}`;
      for (const caller of [api, member]) {
        assert.equal((await caller.post(url, undefined, other)).status, 403);
        assert.equal((await caller.post(`/quotes/quo_no/${action}`)).status, 403);
      }
      const unread = await approver.post(url);
      assert.deepEqual([unread.status, unread.body.code], [428, 'precondition_required']);
      assert.equal((await approver.post(url, undefined, { headers: { 'If-Match': '*' } })).status, 428);
      assert.equal((await approver.post(url, undefined, other)).status, 412);
      assert.equal((await approver.post(`/quotes/quo_no/${action}`)).status, 404);
    }
    await member.post(`/quotes/${id}/request-approval`, { note: 'Why not?' });
    const rejected = await decide(approver, 'reject', id);
    const { approval } = rejected.body;
    assert.deepEqual(
      [approval.state, approval.note, approval.decisionNote],
      ['rejected', 'Why not?', 'Noted'],
    );
    assert.equal(approval.requestedBy.id, member.userId);
    assert.equal(approval.decidedBy.id, approver.userId);
    expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
    await approve(owner, id);
    const twice = await decide(approver, 'approve', id);
    assert.deepEqual([twice.status, twice.body.code], [409, 'approval_not_needed']);
    assert.equal((await api.post(`/quotes/${id}/request-approval`)).body.code, 'approval_not_needed');
    assert.equal((await decide(approver, 'reject', id)).body.approval.state, 'rejected');
    expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
    const types = (await api.get(`/quotes/${id}/events`)).body.data.map(({ type }: Json) => type);
    assert.deepEqual(types, ['created', 'approval_requested', 'rejected', 'approved', 'rejected']);
    const { body } = await api.get(`/events?quoteId=${id}&type=quote.rejected`);
    const { data, actor } = body.data.at(-1);
    assert.deepEqual([data.note, data.sha256, actor.name], ['Noted', approval.sha256, 'Abe Approver']);
    const small = await createQuote(api);
    assert.equal((await decide(owner, 'approve', small.id)).body.code, 'approval_not_needed');
  });

  test('nobody decides on what they asked for or changed since the last approval', async () => {
    const { api, owner, approver } = await openRuledAccount(service(), RULES);
    const third = await signIn(service(), { accountId: api.accountId, name: 'Theo Third' });
    const { id } = await createQuote(approver, BIG);
    assert.equal((await decide(approver, 'approve', id)).status, 403, 'who created it');
    await owner.post(`/quotes/${id}/request-approval`);
    assert.equal((await decide(owner, 'approve', id)).status, 403, 'who asked');
    await approve(third, id);
    await api.patch(`/quotes/${id}`, { title: 'Of a key' });
    await approver.patch(`/quotes/${id}`, { notes: 'No content' });
    await approve(approver, id);
    await owner.patch(`/quotes/${id}`, { title: 'Of the owner' });
    assert.equal((await decide(owner, 'approve', id)).status, 403, 'who changed it');
    await approve(approver, id);
    const sha256 = (await api.get(`/quotes/${id}`)).body.approval.sha256;
    await decide(third, 'reject', id);
    assert.equal((await decide(owner, 'approve', id)).status, 403, 'the approval was withdrawn');
    assert.equal((await approve(approver, id)).approval.sha256, sha256);
  });

  test('who is alone may approve their own', async () => {
    const api = await service().newAccount();
    const owner = await signIn(service(), { accountId: api.accountId });
    await signIn(service(), { accountId: api.accountId, role: 'member' });
    await setRules(api, RULES);
    const { id } = await createQuote(owner, BIG);
    await owner.post(`/quotes/${id}/request-approval`, { to: [owner.userId] });
    await approve(owner, id);
    assert.equal((await owner.post(`/quotes/${id}/send`)).status, 200);
  });

  test('each rule is judged, and all that are crossed are named', async () => {
    const { api, member } = await openRuledAccount(service(), { discountFrom: 10 });
    const held = async (rules: object, quote: object, reasons: string[]) => {
      await setRules(api, null);
      await setRules(api, rules);
      const { id } = await createQuote(member, quote);
      const reply = await api.post(`/quotes/${id}/send`);
      if (reasons.length > 0) expectHeld(reply, reasons);
      else assert.equal(reply.status, 200, reply.text);
    };
    const off = (discountValue: number) => ({ discountType: 'percentage', discountValue });
    await held({ discountFrom: 10 }, off(10), ['discountFrom']);
    await held({ discountFrom: 10 }, off(9), []);
    await held({ discountFrom: 14 }, { items: [{ ...ITEM, ...off(10) }], ...off(5) }, ['discountFrom']);
    await held({ discountFrom: 15 }, { items: [{ ...ITEM, ...off(10) }], ...off(5) }, []);
    await held({ totalFrom: 10_001 }, {}, []);
    await held({ totalFrom: 10_000, discountFrom: 5 }, {}, ['totalFrom']);
    await held({ totalFrom: 999_999 }, { currency: 'USD' }, ['totalFrom']);
    await held({ discountFrom: 50 }, { currency: 'USD' }, []);
    await held({ marginBelow: 20 }, {}, ['marginBelow']);
    await held({ marginBelow: 20, madeByKeys: false }, {}, ['marginBelow']);
  });

  test('margins are judged by costs, and a change of costs is an edit', async () => {
    const { api, owner, approver } = await openRuledAccount(service(), { marginBelow: 20 });
    const { id, items } = await createQuote(owner, { items: [{ ...ITEM, cost: 8_000 }] });
    const sent = await api.post(`/quotes/${id}/send`);
    assert.equal(sent.body.status, 'SENT', sent.text);
    const costed = await owner.patch(`/quotes/${id}`, { items: [{ ...items[0], cost: 8_001 }] });
    assert.deepEqual([costed.body.status, costed.body.revision], ['DRAFT', 1]);
    expectHeld(await api.post(`/quotes/${id}/send`), ['marginBelow']);
    await approve(approver, id);
    await owner.patch(`/quotes/${id}`, { items: [{ ...items[0], cost: 8_002 }] });
    expectHeld(await api.post(`/quotes/${id}/send`), ['marginBelow']);
    await owner.patch(`/quotes/${id}`, { items: [{ ...items[0], cost: 8_001 }] });
    assert.equal((await api.post(`/quotes/${id}/send`)).body.status, 'SENT', 'approved before');
    const dear = await owner.patch(`/quotes/${id}`, { items: [{ ...items[0], cost: 9_000 }] });
    assert.equal(dear.body.status, 'DRAFT');
  });

  test('who may not see costs learns nothing of them by asking for approval', async () => {
    const { api, owner } = await openRuledAccount(service(), { marginBelow: 20 });
    const { accountId } = api;
    const key = service().client((await service().newKey(accountId, 'draft')).secret);
    const ask = async (asker: Client, cost: number) => {
      const { id } = await createQuote(owner, { items: [{ ...ITEM, cost }] });
      const { status, body } = await asker.post(`/quotes/${id}/request-approval`, { note: 'Please' });
      return [status, body.code ?? body.approval?.state];
    };
    assert.deepEqual(await ask(key, 8_001), [200, 'requested']);
    assert.deepEqual(await ask(key, 8_000), [200, 'requested'], 'the same as if the margin were too low');
    const seeing = (await service().newKey(accountId, 'draft', { seesCosts: true })).secret;
    assert.deepEqual(await ask(service().client(seeing), 8_000), [409, 'approval_not_needed']);
    await setRules(api, { marginBelow: null, totalFrom: 999_999 });
    assert.deepEqual(await ask(key, 8_001), [409, 'approval_not_needed']);
  });

  test('who may not see costs gets twenty verdicts per hour, about all quotes and by all ways together', async () => {
    const { api, owner, member } = await openRuledAccount(service(), { marginBelow: 20 });
    const { accountId } = api;
    const dear = async (unitPrice: number) =>
      createQuote(owner, { items: [{ ...ITEM, unitPrice, cost: 8_000 }] });
    const tries: [
      name: string,
      status: number,
      attempt: (quote: Json) => Promise<{ status: number; text: string }>,
    ][] = [
      ['the PDF', 200, ({ id }) => member.get(`/quotes/${id}/pdf`)],
      ['a send', 409, ({ id }) => member.post(`/quotes/${id}/send`)],
      ['a conversion', 409, ({ id }) => member.post(`/quotes/${id}/convert-to-invoice`)],
      [
        'an acceptance',
        409,
        ({ id, items }) =>
          member.patch(`/quotes/${id}`, {
            items: [{ ...ITEM, id: items[0].id, unitPrice: 200 }],
            status: 'ACCEPTED',
          }),
      ],
      ['the PDF of the console', 200, ({ id }) => member.page(`/${accountId}/quotes/${id}/pdf`)],
      [
        'the form that sends',
        409,
        ({ id }) => member.page(`/${accountId}/quotes/${id}/send`, { to: 'a@example.com', version: '1' }),
      ],
    ];
    for (let price = 1; price <= 20; price++) {
      const [name, status, attempt] = tries[price % tries.length] as (typeof tries)[number];
      const reply = await attempt(await dear(price));
      assert.equal(reply.status, status, `${name}: ${reply.text.slice(0, 500)}`);
    }
    for (const [name, , attempt] of tries) {
      const quote = await dear(100);
      const reply = await attempt(quote);
      assert.equal(reply.status, 429, `${name}, the next one: ${reply.text.slice(0, 500)}`);
      assert.equal((await attempt(quote)).status, 429, `${name}, again`);
    }
    const quote = await dear(100);
    assert.equal((await api.post(`/quotes/${quote.id}/send`)).status, 409, 'a key has a count of its own');
    assert.equal((await owner.post(`/quotes/${quote.id}/send`)).status, 409, 'who sees costs has none');
    service().clock.advance(HOUR);
    for (let time = 0; time < 22; time++) {
      assert.equal(
        (await member.get(`/quotes/${quote.id}/pdf`)).status,
        200,
        'the same content is told once',
      );
    }
    assert.equal((await member.post(`/quotes/${(await dear(101)).id}/send`)).status, 409, 'an hour later');
  });

  test('no page says whether a margin is too low to those who may not see costs', async () => {
    const rules = { marginBelow: 20, totalFrom: 1_000_000 };
    const { api, owner, member } = await openRuledAccount(service(), rules);
    const { accountId } = api;
    const pages = async (person: typeof member, cost: number) => {
      const { id, number, updatedAt } = await createQuote(owner, { items: [{ ...ITEM, cost }] });
      const texts: string[] = [];
      for (const path of ['', '/edit', '/approval', '/send', '/accept', '/invoice', '/preview']) {
        const reply = await person.page(`/${accountId}/quotes/${id}${path}`);
        texts.push(`${path} ${reply.status} ${reply.text}`);
      }
      const bulk = await person.page(`/${accountId}/quotes/several`, {
        do: 'send',
        [`pick-${id}`]: updatedAt,
      });
      texts.push(`bulk ${bulk.status} ${bulk.text}`);
      const said = texts.join('\n').replaceAll(id, 'ID').replaceAll(number, 'NUMBER');
      return said.replaceAll(/(?<=name="(once|pick-ID)" value=")[^"]*|itm_\w+|\d{13}/g, '').split('\n');
    };
    const [low, high] = [await pages(member, 9_999), await pages(member, 1)];
    assert.deepEqual(
      low.filter((line, at) => line !== high[at]),
      [],
    );
    assert.match(low.join(), /checked when you send it/);
    assert.doesNotMatch(low.join(), /margin is too low|Needs approval/);
    assert.match((await pages(owner, 9_999)).join(), /margin is too low/);
    const { id } = await createQuote(owner, { items: [{ ...ITEM, unitPrice: 9_000_000, cost: 1 }] });
    const other = await member.page(`/${accountId}/quotes/${id}`);
    assert.match(other.text, /Needs approval/, 'a rule that has nothing to do with costs');
  });

  test('the final costs of an accepted quote can be recorded, whatever margin they leave', async () => {
    const { api, owner } = await openRuledAccount(service(), { marginBelow: 20 });
    const { id, items } = await createQuote(owner, { items: [{ ...ITEM, cost: 8_000 }] });
    await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
    const costed = await owner.patch(`/quotes/${id}`, { items: [{ ...items[0], cost: 9_000 }] });
    assert.deepEqual([costed.status, costed.body.status, costed.body.margin], [200, 'ACCEPTED', 1_000]);
    assert.equal((await api.post(`/quotes/${id}/convert-to-invoice`)).status, 201);
  });

  test('what keys made needs approval until somebody has approved it', async () => {
    const { api, owner, approver } = await openRuledAccount(service(), { madeByKeys: true });
    const own = await createQuote(owner);
    assert.equal((await api.post(`/quotes/${own.id}/send`)).body.status, 'SENT', 'sending is no change');
    const edited = await api.patch(`/quotes/${own.id}`, { title: 'Of a key' });
    assert.equal(edited.body.status, 'DRAFT');
    expectHeld(await owner.post(`/quotes/${own.id}/send`), ['madeByKeys']);
    const { id } = await createQuote(api);
    expectHeld(await owner.post(`/quotes/${id}/send`), ['madeByKeys']);
    await owner.patch(`/quotes/${id}`, { title: 'Of a person' });
    expectHeld(await owner.post(`/quotes/${id}/send`), ['madeByKeys']);
    await approve(approver, id);
    await owner.patch(`/quotes/${id}`, { title: 'Of a person again' });
    assert.equal((await owner.post(`/quotes/${id}/send`)).body.status, 'SENT', 'no key since the approval');
    await decide(approver, 'reject', own.id);
    const again = await createQuote(api);
    await approve(approver, again.id);
    assert.equal((await decide(approver, 'reject', again.id)).status, 200);
    expectHeld(await owner.post(`/quotes/${again.id}/send`), ['madeByKeys']);
    assert.equal((await api.patch(`/quotes/${id}`, { notes: 'Internal' })).body.status, 'SENT');
    const environment = service().automation;
    await setRules(environment, { madeByKeys: true });
    const made = await environment.post('/quotes', quoteBody({ customerId: 'cus_demo' }));
    expectHeld(await environment.post(`/quotes/${made.body.id}/send`), ['madeByKeys']);
    await setRules(await signIn(service()), null);
  });

  test('a request ends with the content that it was about, and with the quote', async () => {
    const { api, approver } = await openRuledAccount(service(), RULES);
    const { id } = await createQuote(api, BIG);
    const waiting = async () => {
      const sql = `SELECT count(*) AS n FROM approvals WHERE account_id = ? AND state = 'requested'`;
      return Number((await service().db.read.get<{ n: number }>(sql, api.accountId))?.n);
    };
    await api.post(`/quotes/${id}/request-approval`);
    assert.equal(await waiting(), 1);
    const edited = await api.patch(`/quotes/${id}`, { title: 'Edited' });
    assert.deepEqual([edited.body.approval, await waiting()], [undefined, 0]);
    await api.post(`/quotes/${id}/request-approval`);
    await approve(approver, id);
    assert.equal(await waiting(), 0);
    assert.equal((await api.delete(`/quotes/${id}`)).status, 204);
    const rows = await service().db.read.all('SELECT 1 FROM approvals WHERE account_id = ?', api.accountId);
    assert.equal(rows.length, 0);
  });
}

describeService(describeApproval);
