import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { newId } from '../../src/domain/ids.ts';
import type { Checkout } from '../../src/domain/invoice/payment/checkout.ts';
import type { Database } from '../../src/store/database.ts';
import { DUE_TIMES, isMisscheduled, makeDue } from '../../src/store/due-times.ts';
import {
  claimDueCheckouts,
  clearCheckoutLink,
  findActiveCheckout,
  findCheckout,
  findCheckoutByProviderId,
  findCheckoutByToken,
  findNextCheckoutPoll,
  insertCheckout,
  pollCheckoutOfInvoice,
  scheduleCheckoutPoll,
  updateCheckout,
} from '../../src/store/tables/payment/checkouts.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { insertSampleInvoice, NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('Checkouts', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  let made = 0;
  /** Begins a checkout of an invoice of its own. */
  async function begin(accountId: string, more: Partial<Checkout> = {}): Promise<Checkout> {
    const n = ++made;
    const checkout: Checkout = {
      ...{
        accountId,
        id: `chk_${n}`,
        invoiceId: newId('inv', NOW),
        linkId: `lnk_${n}`,
        connectionId: 'pcn_1',
        provider: 'stripe',
      },
      ...{
        providerId: `cs_${n}`,
        amount: 100 + n,
        currency: 'EUR',
        state: 'open',
        url: `https://pay.example/${n}`,
      },
      ...{ problem: null, polls: 0, nextPollAt: null, createdAt: NOW + n },
      ...more,
    };
    await db.write(async (tx) => {
      await insertSampleInvoice(tx, accountId, `INV-${n}`, { id: checkout.invoiceId });
      await insertCheckout(tx, checkout, `hash ${checkout.id}`);
    });
    return checkout;
  }
  const stored = async ({ accountId, id }: Checkout) => findCheckout(db.read, accountId, id);
  const newAccount = async () => (await sampleAccount(db)).id;
  const endedAt = async ({ accountId, id }: Checkout) =>
    (
      await db.read.get<{ at: number | null }>(
        'SELECT ended_at AS at FROM checkouts WHERE account_id = ? AND id = ?',
        ...[accountId, id],
      )
    )?.at;

  it('are found by their id, invoice, token and the identifier of the provider, in their account', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const [checkout, theirs] = [await begin(account), await begin(other)];
    assert.deepEqual(await stored(checkout), checkout);
    assert.deepEqual(await findActiveCheckout(db.read, account, checkout.invoiceId), checkout);
    assert.deepEqual(await findCheckoutByToken(db.read, `hash ${checkout.id}`), checkout);
    const key = { accountId: account, connectionId: 'pcn_1', providerId: checkout.providerId ?? '' };
    assert.deepEqual(await findCheckoutByProviderId(db.read, key), checkout);
    assert.equal(await findCheckout(db.read, account, theirs.id), undefined);
    assert.equal(await findActiveCheckout(db.read, account, theirs.invoiceId), undefined);
    assert.equal(await findCheckoutByToken(db.read, 'hash'), undefined);
    for (const wrong of [{ accountId: other }, { connectionId: 'pcn_2' }, { providerId: 'cs_0' }]) {
      assert.equal(await findCheckoutByProviderId(db.read, { ...key, ...wrong }), undefined);
    }
  });

  it('are active until they are paid or have ended, and end once', async () => {
    const checkout = await begin(await newAccount(), { nextPollAt: NOW + 5 });
    const change = (state: Checkout['state'], at: number) =>
      db.write((tx) => updateCheckout(tx, { ...checkout, state, nextPollAt: null, problem: 'currency' }, at));
    const isActive = async () =>
      (await findActiveCheckout(db.read, checkout.accountId, checkout.invoiceId)) !== undefined;
    await change('processing', NOW + 10);
    assert.deepEqual([await isActive(), await endedAt(checkout)], [true, null]);
    await change('ended', NOW + 20);
    assert.deepEqual([await isActive(), await endedAt(checkout)], [false, NOW + 20]);
    await change('paid', NOW + 30);
    assert.deepEqual([await isActive(), await endedAt(checkout)], [false, NOW + 20]);
    const expected = { ...checkout, state: 'paid', nextPollAt: null, problem: 'currency' };
    assert.deepEqual(await stored(checkout), expected);
  });

  it('change alone', async () => {
    const account = await newAccount();
    const [checkout, beside, elsewhere] = [
      await begin(account, { nextPollAt: NOW + 90 }),
      await begin(account, { nextPollAt: NOW + 90 }),
      await begin(await newAccount(), { nextPollAt: NOW + 90 }),
    ];
    await db.write(async (tx) => {
      await updateCheckout(tx, { ...checkout, url: null }, NOW);
      await clearCheckoutLink(tx, checkout);
      await scheduleCheckoutPoll(tx, checkout, NOW + 95);
    });
    assert.equal((await stored(checkout))?.nextPollAt, NOW + 95);
    await db.write((tx) => pollCheckoutOfInvoice(tx, account, checkout.invoiceId, NOW + 80));
    assert.deepEqual(await stored(checkout), { ...checkout, url: null, linkId: null, nextPollAt: NOW + 80 });
    for (const one of [beside, elsewhere]) assert.deepEqual(await stored(one), one);
    await db.write((tx) => scheduleCheckoutPoll(tx, checkout, NOW + 99));
    assert.equal((await stored(checkout))?.nextPollAt, NOW + 80, 'something else has happened since');
    const processing = await begin(account, { state: 'processing', nextPollAt: NOW + 90 });
    await db.write((tx) => pollCheckoutOfInvoice(tx, account, processing.invoiceId, NOW));
    assert.equal((await stored(processing))?.nextPollAt, NOW + 90, 'only an open one can end by itself');
  });

  it('are claimed when they are due, the earliest first, until the lease ends', async () => {
    await db.write((tx) => tx.run('UPDATE checkouts SET next_poll_at = NULL'));
    assert.equal(await findNextCheckoutPoll(db.read), undefined);
    const account = await newAccount();
    const [late, early, future] = [
      await begin(account, { nextPollAt: NOW + 2 }),
      await begin(account, { nextPollAt: NOW + 1 }),
      await begin(account, { nextPollAt: NOW + 3 }),
    ];
    await begin(account);
    assert.equal(await findNextCheckoutPoll(db.read), NOW + 1);
    const claim = (now: number, limit: number) =>
      db.write((tx) => claimDueCheckouts(tx, now, NOW + 100, limit));
    assert.deepEqual(await claim(NOW, 5), []);
    assert.deepEqual(await claim(NOW + 2, 1), [{ ...early, polls: 1, nextPollAt: NOW + 100 }]);
    assert.deepEqual(await claim(NOW + 2, 5), [{ ...late, polls: 1, nextPollAt: NOW + 100 }]);
    assert.deepEqual(await stored(future), future);
    assert.equal((await claim(NOW + 100, 5)).length, 3);
  });

  it('of a clock that was ahead are due once it is set back', async () => {
    await db.write((tx) => tx.run('UPDATE checkouts SET next_poll_at = NULL'));
    const checkout = await begin(await newAccount(), { nextPollAt: NOW + 10 });
    assert.equal(await isMisscheduled(db.read, DUE_TIMES.checkouts, NOW + 10), false);
    assert.equal(await isMisscheduled(db.read, DUE_TIMES.checkouts, NOW + 9), true);
    await db.write((tx) => makeDue(tx, DUE_TIMES.checkouts, NOW + 10, NOW));
    assert.equal((await stored(checkout))?.nextPollAt, NOW + 10);
    await db.write((tx) => makeDue(tx, DUE_TIMES.checkouts, NOW + 9, NOW));
    assert.equal((await stored(checkout))?.nextPollAt, NOW);
  });
});
