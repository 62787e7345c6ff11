import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approve, decide, openRuledAccount, setRules } from '../support/api/approval.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote, errorPaths, ITEM } from '../support/api/quotes.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService, type TestService } from '../support/service/service.ts';

const BIG = { items: [{ ...ITEM, unitPrice: 100_000 }] };
const RULES = { totalFrom: 50_000 };

/** Returns how many quotes Home says wait for the person. */
async function countWaiting(person: TestPerson): Promise<number> {
  const { text } = await person.page(`/${person.accountId}/`);
  return Number(/(\d+) quotes? waits? for your approval/.exec(text)?.[1] ?? 0);
}

async function ask(caller: Client, id: string): Promise<void> {
  const { status, text } = await caller.post(`/quotes/${id}/request-approval`);
  assert.equal(status, 200, text);
}

function describeWaiting(service: () => TestService, isFirstEngine: boolean): void {
  test('two owners who are both involved do not lock each other out', async () => {
    const api = await service().newAccount();
    const { accountId } = api;
    const [one, other] = [await signIn(service(), { accountId }), await signIn(service(), { accountId })];
    await setRules(api, RULES);
    const { id } = await createQuote(one, BIG);
    assert.equal((await decide(one, 'approve', id)).status, 403, 'the other one can still decide');
    await ask(other, id);
    for (const owner of [one, other]) {
      assert.equal(await countWaiting(owner), 1);
      assert.match((await owner.page(`/${accountId}/quotes/${id}`)).text, /Approve quote/);
    }
    const third = await signIn(service(), { accountId, role: 'member' });
    await one.patch(`/users/${third.userId}`, { mayApprove: true });
    for (const owner of [one, other]) {
      assert.equal((await decide(owner, 'approve', id)).status, 403, 'a third one can decide');
      assert.equal(await countWaiting(owner), 0);
      assert.doesNotMatch((await owner.page(`/${accountId}/quotes/${id}`)).text, /Approve quote/);
    }
    assert.equal(await countWaiting(third), 1);
    await one.patch(`/users/${third.userId}`, { mayApprove: false });
    await approve(one, id);
    assert.equal(await countWaiting(other), 0);
  });

  test('Home counts what the person can decide: not their own, and nothing that is over', async () => {
    const { api, owner, approver, member } = await openRuledAccount(service(), RULES);
    const create = async (by: Client = api) => (await createQuote(by, BIG)).id;
    await ask(owner, await create());
    await ask(api, await create(owner));
    assert.deepEqual([await countWaiting(owner), await countWaiting(approver)], [0, 2], 'asked or written');
    assert.equal(await countWaiting(member), 0);

    const [sent, accepted, converted, deleted, changed] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => create()),
    );
    for (const id of [sent, accepted, converted, deleted, changed]) await ask(member, id);
    assert.equal(await countWaiting(approver), 7);
    await setRules(api, { totalFrom: null });
    service().clock.advance(1000);
    await api.post(`/quotes/${sent}/send`);
    await api.patch(`/quotes/${accepted}`, { status: 'ACCEPTED' });
    await api.post(`/quotes/${converted}/convert-to-invoice`);
    await api.delete(`/quotes/${deleted}`);
    await api.patch(`/quotes/${changed}`, { title: 'Changed' });
    await setRules(api, RULES);
    assert.deepEqual([await countWaiting(owner), await countWaiting(approver)], [0, 2]);
    service().clock.advance(1000);
    await ask(member, sent);
    assert.equal(await countWaiting(approver), 3, 'to send it again');
    await setRules(api, { totalFrom: 200_000 });
    assert.equal(await countWaiting(approver), 0, 'nothing needs approval');
  });

  test('lists can show only what waits for approval', async () => {
    const { api, owner, approver, member } = await openRuledAccount(service(), RULES);
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) ids.push((await createQuote(member, BIG)).id);
    for (const id of ids) await ask(member, id);
    const [waiting = '', other = '', approved = '', changed = ''] = ids;
    await createQuote(member, BIG);
    const find = async (query: string, caller: Client = api) =>
      ok(await caller.get(`/quotes?approval=requested&${query}`)).data.map(({ id }: Json) => id);
    assert.deepEqual(await find('sort=createdAt'), ids);
    await approve(owner, approved);
    await api.patch(`/quotes/${changed}`, { title: 'Changed' });
    assert.deepEqual(await find(''), [other, waiting]);
    assert.deepEqual(await find('sort=validUntil&fields=summary'), [waiting, other]);
    assert.deepEqual(await find(`limit=1&after=${other}`), [waiting]);
    assert.deepEqual(await find('status=SENT'), []);
    assert.deepEqual(await find('q=no+such+text'), []);
    const { pagination } = ok(await api.get('/quotes?approval=requested&limit=1'));
    assert.deepEqual([pagination.total, pagination.hasMore], [2, true]);
    assert.deepEqual(await find('', await service().newAccount()), []);
    assert.deepEqual(errorPaths(await api.get('/quotes?approval=waiting')), ['/approval']);

    const home = await approver.page(`/${api.accountId}/`);
    assert.match(home.text, /href="[^"]*quotes\?approval=requested"/);
    const { text } = await approver.page(`/${api.accountId}/quotes?approval=requested`);
    assert.deepEqual(
      ids.map((id) => text.includes(`/quotes/${id}`)),
      [true, true, false, false],
    );
    assert.match(text, /Approval: <bdi>Waiting for approval/);
    expectValidHtml(text, 'the list');
    // What is agreed on without a decision, while no rule applies, no longer waits.
    await setRules(api, { totalFrom: null });
    await api.patch(`/quotes/${other}`, { status: 'ACCEPTED' });
    assert.deepEqual(await find(''), [waiting]);
    assert.deepEqual(await find('status=ACCEPTED'), [other]);
    await api.delete(`/quotes/${waiting}`);
    assert.deepEqual(await find(''), []);
  });

  test('the editor has no note about approval for what was accepted, until it is changed', async () => {
    const { api, member } = await openRuledAccount(service(), {});
    const { id } = await createQuote(api, BIG);
    const path = `/${api.accountId}/quotes/${id}`;
    const isNoted = async () => {
      const pages = await Promise.all([member.page(`${path}/edit`), member.page(`${path}/approval`)]);
      return pages.map(({ text }) => text.includes('Needs approval before it is sent'));
    };
    await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
    await setRules(api, RULES);
    assert.deepEqual(await isNoted(), [false, false]);
    await member.patch(`/quotes/${id}`, { title: 'Changed' });
    assert.deepEqual(await isNoted(), [true, true]);
  });

  if (!isFirstEngine) return;

  test('Home says that there are more than it counts', async () => {
    const { api, owner, member } = await openRuledAccount(service(), RULES);
    await Promise.all(Array.from({ length: 101 }, async () => ask(member, (await createQuote(api, BIG)).id)));
    assert.match((await owner.page(`/${api.accountId}/`)).text, />100\+ quotes wait for your approval/);
  });
}

describeService(describeWaiting);
