import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approve, decide, openRuledAccount, setRules } from '../support/api/approval.ts';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import type { Client } from '../support/service/client.ts';
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

function describeWaiting(service: () => TestService): void {
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
}

describeService(describeWaiting);
