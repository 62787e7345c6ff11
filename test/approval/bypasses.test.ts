import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayNotChangeRules } from '../../src/actions/agreement/approval/approval-problems.ts';
import { putMembership } from '../../src/store/tables/person/users.ts';
import {
  approve,
  decide,
  expectHeld,
  openRuledAccount,
  type RuledAccount,
  setRules,
} from '../support/api/approval.ts';
import { accept, mailsOf, visit } from '../support/api/customer.ts';
import { createQuote, ITEM, sentQuote } from '../support/api/quotes.ts';
import { fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import type { Client, Json } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { describeService, type TestService } from '../support/service/service.ts';

const BIG = { items: [{ ...ITEM, unitPrice: 100_000 }] };
const RULES = { totalFrom: 50_000 };

/** Everything that lets a quote out, as a caller would try it. */
const EXITS: Record<string, (api: Client, id: string) => ReturnType<Client['post']>> = {
  send: (api, id) => api.post(`/quotes/${id}/send`),
  'record the acceptance': (api, id) => api.patch(`/quotes/${id}`, { status: 'ACCEPTED' }),
  convert: (api, id) => api.post(`/quotes/${id}/convert-to-invoice`),
};

async function expectAllHeld(api: Client, id: string, rules: string[]): Promise<void> {
  for (const exit of Object.values(EXITS)) expectHeld(await exit(api, id), rules);
}

async function statusOf(api: Client, id: string): Promise<string> {
  return (await api.get(`/quotes/${id}`)).body.status;
}

function describeBypasses(service: () => TestService): void {
  const open = (rules: object = RULES): Promise<RuledAccount> => openRuledAccount(service(), rules);

  test('nothing leaves before it is approved: API, console, a key, an owner, also the one who may approve', async () => {
    const { api, owner, approver, member } = await open();
    const { id } = await createQuote(api, BIG);
    for (const caller of [api, owner, approver, member]) await expectAllHeld(caller, id, ['totalFrom']);
    assert.equal(await statusOf(api, id), 'DRAFT');
    assert.deepEqual(await mailsOf(service(), api), []);
    await approve(approver, id);
    assert.equal((await member.post(`/quotes/${id}/send`)).body.status, 'SENT');
  });

  test('a change that crosses the limit does not slip through with an acceptance in one request', async () => {
    const { api } = await open();
    for (const { id, status } of [await createQuote(api), await sentQuote(api)]) {
      const both = await api.patch(`/quotes/${id}`, { ...BIG, status: 'ACCEPTED' });
      expectHeld(both, ['totalFrom']);
      assert.equal(await statusOf(api, id), status, 'nothing was changed');
    }
  });

  test('an edit after the approval needs another one, whatever it changes, and back again needs none', async () => {
    const { api, approver } = await open();
    const { id, items } = await createQuote(api, BIG);
    const { approval } = await approve(approver, id);
    assert.deepEqual([approval.state, approval.revision, approval.sha256.length], ['approved', 1, 64]);
    const edits = [
      { title: 'Another' },
      { items: [{ ...items[0], quantity: 2 }] },
      { discountType: 'fixed', discountValue: 1 },
      { terms: 'Others' },
      { invoiceOnAcceptance: true },
      { show: { linePrices: false } },
      { currency: 'USD' },
    ];
    for (const edit of edits) {
      const before = (await api.get(`/quotes/${id}`)).body;
      const edited = await api.patch(`/quotes/${id}`, edit);
      assert.equal(edited.body.approval, undefined, JSON.stringify(edit));
      expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
      const undo = Object.fromEntries(Object.keys(edit).map((field) => [field, before[field]]));
      const undone = await api.patch(`/quotes/${id}`, { ...undo, discountType: null, discountValue: null });
      assert.equal(undone.body.approval?.state, 'approved', JSON.stringify(edit));
    }
    const headers = { 'Content-Type': 'application/octet-stream' };
    await api.put(`/quotes/${id}/attachments/plan.txt`, undefined, { raw: 'plan', headers });
    expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
    await api.delete(`/quotes/${id}/attachments/plan.txt`);
    await api.patch(`/quotes/${id}`, { notes: 'Internal', metadata: { a: 'b' } });
    assert.equal((await api.post(`/quotes/${id}/send`)).status, 200, 'notes are no content');
  });

  test('a duplicate of an approved quote is not approved', async () => {
    const { api, approver } = await open();
    const { id } = await createQuote(api, BIG);
    await approve(approver, id);
    const copy = (await api.post(`/quotes/${id}/duplicate`)).body;
    assert.equal(copy.approval, undefined);
    await expectAllHeld(api, copy.id, ['totalFrom']);
    const sent = await api.post('/quotes', (await api.get(`/quotes/${id}`)).body);
    assert.equal(sent.body.approval, undefined, 'nor one that is posted as it was read');
    expectHeld(await api.post(`/quotes/${sent.body.id}/send`), ['totalFrom']);
  });

  test('an edit of a sent quote takes it back to a draft, and its page shows what was sent', async () => {
    const { api, approver } = await open();
    const { id, publicUrl } = await sentQuote(api, { title: 'A small shed' });
    const edited = (await api.patch(`/quotes/${id}`, { ...BIG, title: 'A large shed' })).body;
    assert.deepEqual([edited.status, edited.revision], ['DRAFT', 2]);
    const page = await visit(publicUrl);
    assert.ok(page.text.includes('A small shed') && !page.text.includes('A large shed'));
    assert.equal((await accept(publicUrl)).status, 409);
    assert.equal(await statusOf(api, id), 'DRAFT');
    await expectAllHeld(api, id, ['totalFrom']);
    assert.equal((await api.post(`/quotes/${id}/remind`)).status, 409);
    assert.equal((await api.patch(`/quotes/${id}`, { status: 'DECLINED' })).body.status, 'DECLINED');
    const declined = await visit(publicUrl);
    assert.ok(declined.text.includes('A small shed') && !declined.text.includes('A large shed'));
    await expectAllHeld(api, id, ['totalFrom']);
    const { body } = await api.get(`/events?quoteId=${id}&type=quote.updated`);
    assert.equal(body.data.at(-1).data.previous.status, 'SENT');
    await approve(approver, id);
    assert.equal((await api.post(`/quotes/${id}/send`)).body.status, 'SENT');
    assert.ok((await visit(publicUrl)).text.includes('A large shed'));
  });

  test('a change that is recorded together with a decline shows nothing new on the page', async () => {
    const { api } = await open();
    const { id, publicUrl } = await sentQuote(api, { title: 'A small shed' });
    const change = { ...BIG, title: 'A large shed', status: 'DECLINED' };
    assert.equal((await api.patch(`/quotes/${id}`, change)).body.status, 'DECLINED');
    const page = await visit(publicUrl);
    assert.ok(page.text.includes('A small shed') && !page.text.includes('A large shed'));
    const before = await sentQuote(api, { title: 'As sent' });
    await setRules(api, { totalFrom: 1 });
    await api.patch(`/quotes/${before.id}`, { status: 'DECLINED' });
    assert.match((await visit(before.publicUrl)).text, /As sent[\s\S]*eclined/, 'a decline of what was sent');
  });

  test('the email of a message names what was sent, not what must be approved', async () => {
    const { api } = await open();
    const { id } = await sentQuote(api, { title: 'A small shed' });
    await api.patch(`/quotes/${id}`, { ...BIG, title: 'A large shed' });
    const write = (text: string) => api.post(`/quotes/${id}/messages`, { text });
    assert.equal((await write('While it is a draft')).status, 201);
    await api.patch(`/quotes/${id}`, { status: 'DECLINED' });
    assert.equal((await write('After a decline')).status, 201);
    await setRules(api, null);
    assert.equal((await write('Without rules')).status, 201);
    const mails = await mailsOf(service(), api);
    const showsChange = (message: string) => {
      const mail = mails.find(({ text }) => text.includes(message));
      assert.ok(mail, message);
      return /A large shed|1,000\.00/.test(mail.subject + mail.text + mail.html);
    };
    assert.deepEqual(['While it is a draft', 'After a decline', 'Without rules'].map(showsChange), [
      false,
      false,
      true,
    ]);
  });

  test('an edit of an expired quote is withheld too, and an extension does not open it', async () => {
    const { api } = await open();
    const { id } = await sentQuote(api);
    await api.patch(`/quotes/${id}`, { validUntil: '2001-01-01T00:00:00Z' });
    assert.equal(await statusOf(api, id), 'EXPIRED');
    const edited = await api.patch(`/quotes/${id}`, { ...BIG, validUntil: null });
    assert.equal(edited.body.status, 'DRAFT');
    const attached = await sentQuote(api, { title: 'Small' });
    await setRules(api, { totalFrom: 1 });
    assert.equal(await statusOf(api, attached.id), 'SENT');
    const headers = { 'Content-Type': 'application/octet-stream' };
    await api.put(`/quotes/${attached.id}/attachments/a.txt`, undefined, { raw: 'a', headers });
    assert.equal(await statusOf(api, attached.id), 'DRAFT', 'an attachment is an edit');
    await setRules(api, null);
    const moved = await sentQuote(api);
    await setRules(api, { totalFrom: 1 });
    await api.put('/customers/cus_other', { name: 'Other', email: 'other@example.test' });
    const given = await api.patch(`/quotes/${moved.id}`, { customerId: 'cus_other' });
    assert.equal(given.body.status, 'DRAFT', 'and so is another customer');
  });

  test('options, alternatives and quantities count as the customer could take them', async () => {
    const { api } = await open();
    const small = { ...ITEM, unitPrice: 10_000 };
    const cases: Json[][] = [
      [small, { ...small, optional: true, unitPrice: 40_000 }],
      [
        { ...small, choice: 'Size', selected: true },
        { ...small, choice: 'Size', unitPrice: 50_000 },
      ],
      [{ ...small, quantity: 1, quantityRange: { min: 1, max: 5 } }],
    ];
    for (const items of cases) {
      const { id, total } = await createQuote(api, { items });
      assert.equal(total, 10_000);
      await expectAllHeld(api, id, ['totalFrom']);
      const chosen = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED', selection: [] });
      expectHeld(chosen, ['totalFrom']);
    }
    const { id } = await createQuote(api, { items: [{ ...small, quantityRange: { min: 1, max: 4 } }] });
    assert.equal((await api.post(`/quotes/${id}/send`)).status, 200);
  });

  test('an accepted selection of approved content stands, also for the conversion', async () => {
    const { api, approver } = await open();
    const items = [ITEM, { ...ITEM, optional: true, unitPrice: 90_000 }];
    const { id, items: stored } = await createQuote(api, { items });
    await approve(approver, id);
    const selection = [{ id: stored[1].id, selected: true }];
    const accepted = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED', selection });
    assert.deepEqual([accepted.body.status, accepted.body.total], ['ACCEPTED', 100_000]);
    assert.equal((await api.post(`/quotes/${id}/convert-to-invoice`)).status, 201);
  });

  test('what the customer takes of approved content needs no other approval, and any other change does', async () => {
    const { api, member, approver } = await open();
    const items = [
      ITEM,
      { ...ITEM, optional: true, unitPrice: 90_000 },
      { ...ITEM, quantity: 1, quantityRange: { min: 1, max: 9 } },
    ];
    const { id, items: stored } = await createQuote(api, { items });
    const { sha256 } = (await approve(approver, id)).approval;
    assert.equal((await api.post(`/quotes/${id}/send`)).status, 200);
    const selection = [
      { id: stored[1].id, selected: true },
      { id: stored[2].id, quantity: 3 },
    ];
    const decisions = [{ status: 'ACCEPTED', selection }, { status: 'DECLINED' }, { status: 'ACCEPTED' }];
    for (const decision of decisions) {
      const { status, body, text } = await api.patch(`/quotes/${id}`, decision);
      assert.deepEqual([status, body.approval?.sha256], [200, sha256], text);
      assert.equal(body.total, 130_000);
      const { text: page } = await member.page(`/${api.accountId}/quotes/${id}`);
      assert.ok(!page.includes('Needs approval'));
    }
    const again = await api.post(`/quotes/${id}/send`);
    assert.deepEqual([again.status, again.body.approval?.sha256], [200, sha256], again.text);
    const { items: chosen } = again.body;
    const smuggled = [
      [{ ...chosen[0], quantity: 2 }, chosen[1], chosen[2]],
      [chosen[0], chosen[1], { ...chosen[2], quantityRange: { min: 1, max: 10 } }],
      [chosen[0], chosen[1], { ...chosen[2], quantityRange: null }],
      [chosen[0], { ...chosen[1], optional: null }, chosen[2]],
    ];
    for (const changed of smuggled) {
      const { body, text } = await api.patch(`/quotes/${id}`, { items: changed });
      assert.deepEqual([body.status, body.approval], ['DRAFT', undefined], text);
      expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
    }
    await api.patch(`/quotes/${id}`, { items: [{ ...chosen[0], quantity: 2 }, chosen[1], chosen[2]] });
    const { text: page } = await approver.page(`/${api.accountId}/quotes/${id}`);
    const [changes] = page.slice(page.indexOf('id="approval"')).split('</section>');
    assert.equal(changes?.match(/<li class="changed"/g)?.length, 1, 'what was only chosen is no change');
  });

  testAll('bulk sending in the console sends only what is approved', async () => {
    const { api, member } = await open();
    const small = await createQuote(api);
    const big = await createQuote(api, BIG);
    const list = `/${api.accountId}/quotes/several`;
    const picks = { [`pick-${small.id}`]: small.updatedAt, [`pick-${big.id}`]: big.updatedAt, do: 'send' };
    const ask = await member.page(list, picks);
    await member.page(list, { ...picks, sure: '1', once: fieldIn(ask.text, 'once') });
    assert.deepEqual([await statusOf(api, small.id), await statusOf(api, big.id)], ['SENT', 'DRAFT']);
    const one = await member.page(`/${api.accountId}/quotes/${big.id}/send`, {
      ...{ version: '1', once: 'o', to: 'ada@example.test', cc: '', subject: 's', message: 'm' },
    });
    assert.notEqual(one.status, 303);
    assert.equal(await statusOf(api, big.id), 'DRAFT', 'the form of one quote');
    for (const step of ['accept', 'invoice']) {
      const form = { version: '1', once: step, do: 'create' };
      const done = await member.page(`/${api.accountId}/quotes/${big.id}/${step}`, form);
      assert.notEqual(done.status, 303, step);
      assert.equal(await statusOf(api, big.id), 'DRAFT', step);
    }
    const sure = { version: '1', once: 'small', do: 'create' };
    const made = await member.page(`/${api.accountId}/quotes/${(await createQuote(api)).id}/invoice`, sure);
    assert.equal(made.status, 303, 'what needs no approval');
  });

  testAll('the command line sends only what is approved', async () => {
    const { api, approver } = await open();
    const { id, number } = await createQuote(api, BIG);
    const { dataDir, databaseUrl } = service().config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
    const args = ['quotes', 'send', number, '--account', api.accountId];
    const refused = await command(args, env);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /approved first.*totalFrom/s);
    assert.doesNotMatch(refused.stderr, /POST|api\/v1/);
    assert.equal(await statusOf(api, id), 'DRAFT');
    await approve(approver, id);
    const sent = await command(args, env);
    assert.equal(sent.code, 0, sent.stderr);
    assert.equal(await statusOf(api, id), 'SENT');
  });

  test('a catalogue price is looked at as it is now and as it was when the line was written', async () => {
    const { api, approver } = await open({ discountFrom: 50 });
    const item = (await api.post('/catalogue-items', { description: 'Chair', unitPrice: 10_000 })).body;
    const chair = { quantity: 1, catalogueItemId: item.id };
    const full = await createQuote(api, { items: [chair] });
    const cheap = await createQuote(api, { items: [{ ...chair, unitPrice: 9_999 }] });
    expectHeld(await api.post(`/quotes/${cheap.id}/send`), ['discountFrom']);
    await api.patch(`/catalogue-items/${item.id}`, { unitPrice: 9_000 });
    expectHeld(await api.post(`/quotes/${cheap.id}/send`), ['discountFrom']);
    await api.patch(`/catalogue-items/${item.id}`, { unitPrice: 10_001 });
    expectHeld(await api.post(`/quotes/${full.id}/send`), ['discountFrom']);
    await approve(approver, full.id);
    await api.patch(`/catalogue-items/${item.id}`, { unitPrice: 20_000 });
    assert.equal((await api.post(`/quotes/${full.id}/send`)).status, 200, 'approved as it is');
  });

  test('a catalogue price is compared with a price that includes tax as the account writes its prices', async () => {
    const { api } = await open({ discountFrom: 50 });
    const body = { description: 'Chair', unitPrice: 10_001, taxRate: 19 };
    const item = (await api.post('/catalogue-items', body)).body;
    const send = async (unitPrice: number, pricesIncludeTax: boolean) => {
      const items = [{ quantity: 1, catalogueItemId: item.id, unitPrice }];
      const { id } = await createQuote(api, { pricesIncludeTax, items });
      return api.post(`/quotes/${id}/send`);
    };
    expectHeld(await send(10_000, false), ['discountFrom']);
    expectHeld(await send(10_001, true), ['discountFrom']);
    expectHeld(await send(11_900, true), ['discountFrom']);
    assert.equal((await send(11_901, true)).status, 200, '100.01 and 19 % are 119.0119');
    const { id } = await createQuote(api, { items: [{ quantity: 1, catalogueItemId: item.id }] });
    await api.patch(`/quotes/${id}`, { pricesIncludeTax: true });
    expectHeld(await api.post(`/quotes/${id}/send`), ['discountFrom']);
    const cheap = [{ quantity: 1, catalogueItemId: item.id, unitPrice: 11_900 }];
    const written = await createQuote(api, { pricesIncludeTax: true, items: cheap });
    await api.patch(`/catalogue-items/${item.id}`, { unitPrice: 1 });
    expectHeld(await api.post(`/quotes/${written.id}/send`), ['discountFrom']);
    await api.patch(`/catalogue-items/${item.id}`, { unitPrice: 11_900 });
    await api.patch('/account', { pricesIncludeTax: true });
    assert.equal((await send(11_900, true)).status, 200, 'the catalogue includes tax too');
    assert.equal((await send(10_000, false)).status, 200);
    expectHeld(await send(9_999, false), ['discountFrom']);
  });

  test('a template that changed in between is judged by what came of it', async () => {
    const { api } = await open();
    const template = (await api.post('/templates', { name: 'Shed', title: 'Shed', items: [ITEM] })).body;
    const before = await createQuote(api, { templateId: template.id, items: undefined });
    await api.patch(`/templates/${template.id}`, BIG);
    const after = await createQuote(api, { templateId: template.id, items: undefined });
    assert.equal((await api.post(`/quotes/${before.id}/send`)).status, 200);
    expectHeld(await api.post(`/quotes/${after.id}/send`), ['totalFrom']);
  });

  test('no link is handed out, and acceptance with a deposit issues nothing', async () => {
    const { api, member } = await open();
    const due = { when: 'acceptance' };
    const paymentSchedule = [
      { label: 'Deposit', type: 'percentage', value: 30, due },
      { label: 'Rest', type: 'rest', due: { when: 'completion' } },
    ];
    const { id } = await createQuote(api, { ...BIG, invoiceOnAcceptance: true, paymentSchedule });
    await expectAllHeld(api, id, ['totalFrom']);
    const stage = await api.post(`/quotes/${id}/convert-to-invoice`, { stage: 0 });
    assert.equal(stage.status, 409);
    assert.deepEqual((await api.get('/invoices')).body.data, []);
    assert.equal((await api.get(`/quotes/${id}`)).body.publicUrl, null);
    assert.ok(!(await member.page(`/${api.accountId}/quotes/${id}`)).text.includes('/q/'));
    const message = await api.post(`/quotes/${id}/messages`, { text: 'Look' });
    assert.equal(message.status, 409);
  });

  test('test accounts, their keys and the key of the environment are bound as well', async () => {
    for (const api of [await service().newAccount({ kind: 'test' }), service().automation]) {
      await setRules(api, RULES);
      await api.put('/customers/cus_1', { name: 'Ada', email: 'ada@example.test' });
      const { id } = await createQuote(api, { ...BIG, customerId: 'cus_1' });
      await expectAllHeld(api, id, ['totalFrom']);
      await setRules(api, null);
    }
  });

  test('of two approvals at once, one is recorded', async () => {
    const { api, owner, approver } = await open();
    const { id } = await createQuote(api, BIG);
    const replies = await Promise.all([decide(owner, 'approve', id), decide(approver, 'approve', id)]);
    const statuses = replies.map(({ status }) => status).sort();
    assert.ok(statuses[0] === 200 && [409, 412].includes(statuses[1] ?? 0), String(statuses));
    const { body } = await api.get(`/events?quoteId=${id}&type=quote.approved`);
    assert.equal(body.data.length, 1);
  });

  test('an approver who is removed in between decides nothing more, and what they decided stands', async () => {
    const { api, owner, approver, member } = await open();
    const [one, other] = [await createQuote(api, BIG), await createQuote(api, BIG)];
    await approve(approver, one.id);
    const { accountId } = api;
    await service().db.write((tx) => putMembership(tx, approver.userId, { accountId, role: 'member' }, 1));
    assert.equal((await decide(approver, 'approve', other.id)).status, 403);
    assert.equal((await decide(member, 'approve', other.id)).status, 403);
    await owner.delete(`/users/${approver.userId}`);
    assert.notEqual((await decide(approver, 'approve', other.id)).status, 200);
    assert.equal((await api.post(`/quotes/${one.id}/send`)).status, 200);
    expectHeld(await api.post(`/quotes/${other.id}/send`), ['totalFrom']);
  });

  test('rules that change while a request waits: tightened, loosened and off', async () => {
    const { api, owner, approver } = await open();
    const { id } = await createQuote(api, BIG);
    await api.post(`/quotes/${id}/request-approval`);
    await setRules(api, { totalFrom: 50_000, madeByKeys: true });
    expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom', 'madeByKeys']);
    await setRules(owner, null);
    assert.equal((await approve(approver, id)).approval.state, 'approved', 'what waits can be decided');
    await setRules(api, { totalFrom: 1, madeByKeys: true });
    assert.equal((await api.post(`/quotes/${id}/send`)).status, 200, 'an approval covers the content');
    const free = await createQuote(api);
    expectHeld(await api.post(`/quotes/${free.id}/send`), ['totalFrom', 'madeByKeys']);
    await setRules(owner, null);
    assert.equal((await api.post(`/quotes/${free.id}/send`)).status, 200);
  });

  test('a key does not lift the rules while they hold back what keys have made', async () => {
    const { api } = await open();
    const accounts: [Client, TestPerson][] = [
      [api, await signIn(service(), { accountId: api.accountId })],
      [service().automation, await signIn(service())],
    ];
    for (const [key, owner] of accounts) {
      await setRules(key, { totalFrom: null });
      await setRules(key, { ...RULES, madeByKeys: true });
      const { approval } = (await key.get('/account')).body;
      const lifts = [
        null,
        { madeByKeys: null },
        { madeByKeys: false },
        { totalFrom: null },
        { totalFrom: 1 },
      ];
      for (const rules of lifts) {
        const lifted = await key.patch('/account', { name: 'Lifted', approval: rules });
        assert.deepEqual([lifted.status, lifted.body.code], [403, 'forbidden'], JSON.stringify(rules));
        assert.match(lifted.body.detail, /An owner can.*\/settings\/approval/);
      }
      const { body } = await key.get('/account');
      assert.deepEqual(body.approval, approval);
      assert.notEqual(body.name, 'Lifted');
      const sentBack = await key.patch('/account', { ...body, phone: '123' });
      assert.deepEqual(
        [sentBack.status, sentBack.body.phone],
        [200, '123'],
        'what was read can be sent back',
      );
      await setRules(key, { madeByKeys: true });
      await setRules(owner, { totalFrom: 1 });
      await setRules(owner, { madeByKeys: false });
      await setRules(key, null);
    }
  });

  testAll('the operator lifts the rules where there is no console', async () => {
    const { api } = await open();
    await setRules(api, { madeByKeys: true });
    const { config, url } = service();
    const deps = { config: { ...config, console: false }, publicUrl: () => url };
    assert.match(mayNotChangeRules(deps, api.accountId).message, /operator.*proffer account set approval=/);
    const env = {
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
    };
    const args = ['account', 'set', 'approval=madeByKeys: false', '--account', api.accountId];
    const { code, stderr } = await command(args, env);
    assert.equal(code, 0, stderr);
    await setRules(api, null);
  });

  test('what was sent before a rule existed stays acceptable, and sending it again is judged', async () => {
    const { api, member } = await open({});
    const [sent, recorded, expired, other] = await Promise.all([1, 2, 3, 4].map(() => sentQuote(api, BIG)));
    await api.patch(`/quotes/${expired.id}`, { validUntil: '2001-01-01T00:00:00Z' });
    await setRules(api, RULES);
    assert.equal((await accept(sent.publicUrl)).status, 303);
    assert.equal((await api.patch(`/quotes/${recorded.id}`, { status: 'ACCEPTED' })).status, 200);
    assert.equal((await api.patch(`/quotes/${expired.id}`, { status: 'ACCEPTED' })).status, 200);
    const isMarked = async ({ id }: Json) =>
      (await member.page(`/${api.accountId}/quotes/${id}`)).text.includes('Needs approval');
    assert.deepEqual([await isMarked(recorded), await isMarked(other)], [false, true]);
    for (const { id } of [sent, recorded, other]) {
      expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
      assert.equal((await api.post(`/quotes/${id}/convert-to-invoice`)).status, 201);
    }
    const draft = await createQuote(api, BIG);
    await api.patch(`/quotes/${draft.id}`, { status: 'DECLINED' });
    await expectAllHeld(api, draft.id, ['totalFrom']);
  });

  test('an approval that is raced by an edit covers what was read, or nothing', async () => {
    const { api, approver } = await open();
    for (let round = 0; round < 5; round++) {
      const { id } = await createQuote(api, BIG);
      const [decided, edited] = await Promise.all([
        approver.post(`/quotes/${id}/approve`, undefined, { headers: { 'If-Match': '"1"' } }),
        api.patch(`/quotes/${id}`, { items: [{ ...ITEM, unitPrice: 900_000 }] }),
      ]);
      assert.equal(edited.status, 200);
      assert.ok([200, 412].includes(decided.status), decided.text);
      expectHeld(await api.post(`/quotes/${id}/send`), ['totalFrom']);
    }
  });
}

describeService(describeBypasses);
