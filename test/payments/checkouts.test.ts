import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { deleteClosedAccount, insertClosedAccount } from '../../src/store/tables/account/closed-accounts.ts';
import { connect, disconnect, newPayer, type Payer, PUBLIC_URL } from '../support/payments/paying.ts';
import { signedHeaders, WEBHOOK_SECRET } from '../support/payments/stripe-server.ts';
import { providersOn, startTills, type Till, type Tills } from '../support/payments/tills.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let tills: Tills;
    before(async () => {
      tills = await startTills(() => service.clock());
      service = await startTestService({
        engine,
        env: { ...tills.env, PUBLIC_URL, PROFFER_SECRET: 'a secret of at least 32 characters' },
        payments: { caCertificates: [tills.ca], timeoutMs: MINUTE },
      });
    });
    after(async () => {
      await service?.close();
      await tills?.close();
    });
    afterEach(() => {
      for (const { server } of [tills.stripe, tills.mollie]) server.fail();
    });

    const poll = () => service.runJob('checkouts');
    const eventTypes = async ({ api, invoiceId }: Payer): Promise<string[]> =>
      (await api.get(`/invoices/${invoiceId}/events`)).body.data.map(({ type }: Json) => type);

    for (const kind of providersOn(engine)) {
      describe(kind, () => {
        const till = (): Till => tills[kind];
        /** For what our own code decides; what Mollie does otherwise is tested with both. */
        const onFirst = kind === 'stripe' ? test : testAll;
        const payer = (options?: Parameters<typeof newPayer>[2]) => newPayer(service, till(), options);

        test('an invoice is paid, and told thrice it is booked once', async () => {
          const it = await payer();
          const page = await it.open();
          assert.match(page.text, /<form method="post" action="\/i\/[\w-]{43}\/pay">/);
          const pressed = await it.press();
          const [id = ''] = till().checkouts().slice(-1);
          assert.equal(pressed.headers.get('Refresh'), `1; url=${till().urlOf(id)}`);
          assert.ok(pressed.text.includes(`href="${till().urlOf(id)}"`));
          assert.equal(
            pressed.headers.get('Content-Security-Policy'),
            page.headers.get('Content-Security-Policy'),
          );
          assert.equal(till().amountOf(id), 10_000);
          assert.match((await it.comeBack(id)).text, /Not paid yet/);
          assert.equal(await it.start(), id, 'a second press leads to the same checkout');

          till().pay(id);
          assert.match((await it.comeBack(id)).text, /Payment received/);
          const invoice = await it.invoice();
          assert.deepEqual([invoice.status, invoice.amountDue], ['PAID', 0]);
          for (let round = 0; round < 3; round++) {
            const statuses = await it.notify(id, round === 1 ? 'reverse' : 'forward');
            assert.deepEqual(new Set(statuses), new Set([200]));
          }
          await it.comeBack(id);
          await it.assertBalanced();
          const [payment] = await it.payments();
          const { kind: what, provider, amount } = payment;
          assert.deepEqual([what, provider, amount], ['payment', kind, 10_000]);
          assert.deepEqual((await eventTypes(it)).slice(-2), ['payment_recorded', 'paid']);
          const removed = await it.api.delete(`/invoices/${it.invoiceId}/payments/${payment.id}`);
          assert.deepEqual([removed.status, removed.body.code], [409, 'payment_of_provider']);
          assert.doesNotMatch((await it.open()).text, /\/pay"/);
          assert.equal((await it.press()).headers.get('Location'), it.path);
        });

        onFirst('a notification arrives before the customer, in any order', async () => {
          const it = await payer();
          const id = await it.start();
          till().pay(id);
          assert.deepEqual(new Set(await it.notify(id, 'reverse')), new Set([200]));
          assert.equal((await it.invoice()).status, 'PAID');
          till().server.fail('down');
          assert.match((await it.comeBack(id)).text, /Payment received/, 'the provider is not asked again');
          await it.assertBalanced();
        });

        onFirst(
          'without a notification, polls after 1, 5 and 30 minutes and every hour find the payment',
          async () => {
            const it = await payer();
            const id = await it.start();
            const asked = async (ms: number) => {
              service.clock.advance(ms);
              const count = till().server.requests.length;
              await poll();
              return till().server.requests.length > count;
            };
            assert.deepEqual(
              [await asked(MINUTE - 1), await asked(1), await asked(3 * MINUTE), await asked(MINUTE)],
              [false, true, false, true],
            );
            assert.deepEqual(
              [await asked(24 * MINUTE), await asked(MINUTE), await asked(59 * MINUTE)],
              [false, true, false],
            );
            till().pay(id);
            assert.equal(await asked(MINUTE), true);
            await it.assertBalanced();
            assert.equal((await it.invoice()).status, 'PAID');
            assert.equal(await asked(2 * HOUR), false);
          },
        );

        onFirst('a provider that fails loses nothing, and the next press repeats the same call', async () => {
          const it = await payer();
          const count = till().checkouts().length;
          for (const fault of ['down', 'error'] as const) {
            till().server.fail(fault);
            const page = await it.press();
            assert.deepEqual([page.status, /try again in a minute/.test(page.text)], [503, true], fault);
          }
          assert.equal(till().checkouts().length, count);
          for (const fault of ['error_after', 'cut_after'] as const) {
            till().server.fail(fault);
            assert.equal((await it.press()).status, 503, fault);
          }
          till().server.fail();
          const id = await it.start();
          assert.deepEqual(till().checkouts().slice(count), [id]);
          till().pay(id);
          till().server.fail('down');
          const waiting = await it.comeBack(id);
          assert.match(waiting.text, /Payment on its way/);
          assert.equal(waiting.headers.get('Refresh'), '3; url=?looks=1');
          assert.deepEqual(new Set(await it.notify(id)), new Set([503]), 'the provider sends it again');
          till().server.fail();
          await it.notify(id);
          await it.assertBalanced();
          assert.equal((await it.invoice()).status, 'PAID');
        });

        onFirst('two tabs open one checkout', async () => {
          const it = await payer();
          const count = till().checkouts().length;
          const pages = await Promise.all([1, 2, 3, 4, 5].map(() => it.press()));
          assert.deepEqual(new Set(pages.map(({ status }) => status)), new Set([200]));
          assert.equal(new Set(pages.map(({ headers }) => headers.get('Refresh'))).size, 1);
          assert.equal(till().checkouts().length, count + 1);
          const [id = ''] = till().checkouts().slice(-1);
          till().pay(id);
          await Promise.all([
            it.comeBack(id),
            it.comeBack(id),
            it.notify(id),
            it.notify(id),
            it.comeBack(id),
          ]);
          await it.assertBalanced();
        });

        test('a changed amount ends the open checkout, and one that was paid meanwhile counts', async () => {
          const it = await payer();
          const first = await it.start();
          await it.api.post(`/invoices/${it.invoiceId}/payments`, { amount: 4000 });
          const second = await it.start();
          assert.notEqual(second, first);
          assert.equal(till().amountOf(second), 6000);
          await it.api.post(`/invoices/${it.invoiceId}/payments`, { amount: 1000 });
          till().pay(second);
          assert.equal((await it.press()).status, 303, 'nothing is due');
          const invoice = await it.invoice();
          assert.deepEqual([invoice.status, invoice.amountPaid, invoice.amountDue], ['PAID', 11_000, -1000]);
          await it.assertBalanced();
        });

        test('a checkout is ended in the background once the invoice is paid or credited', async () => {
          const it = await payer();
          const id = await it.start();
          await it.api.post(`/invoices/${it.invoiceId}/credit`, {});
          await poll();
          if (kind === 'stripe') assert.equal(till().isOpen(id), false);
          // Mollie cannot end this one: the customer pays it anyway.
          if (kind === 'mollie') till().pay(id);
          service.clock.advance(HOUR);
          await poll();
          const invoice = await it.invoice();
          assert.deepEqual(
            [invoice.status, invoice.amountDue],
            ['CREDITED', kind === 'mollie' ? -10_000 : 0],
          );
          await it.assertBalanced();
        });

        onFirst(
          'a payment after the invoice was paid by bank is recorded, and the owner is told',
          async () => {
            const it = await payer();
            const id = await it.start();
            till().pay(id);
            await it.api.post(`/invoices/${it.invoiceId}/payments`, { amount: 10_000 });
            await it.notify(id);
            const invoice = await it.invoice();
            assert.deepEqual([invoice.status, invoice.amountDue], ['PAID', -10_000]);
            await it.assertBalanced();
            await service.runJob('outbox');
            const rows = await service.db.read.all<{ doc: string }>(
              'SELECT doc FROM outbox WHERE account_id = ? ORDER BY id',
              it.api.accountId,
            );
            const texts = rows.map(({ doc }) => JSON.parse(doc).message);
            const [receipt, notice] = texts.slice(-2);
            assert.match(receipt.subject, /^Payment received for invoice/);
            assert.equal(notice.to[0].address, 'owner@example.test');
            assert.match(notice.text, /More was paid than was due: €100\.00/);
          },
        );

        test('refunds, disputes and their failures are rows of their own', async () => {
          const it = await payer();
          const id = await it.start();
          till().pay(id);
          await it.notify(id);
          const told = async (status: string, amountDue: number) => {
            await it.notify(id);
            const invoice = await it.invoice();
            assert.deepEqual([invoice.status, invoice.amountDue], [status, amountDue]);
            await it.assertBalanced();
          };
          const part = till().refund(id, 2500);
          await told('ISSUED', 2500);
          till().failRefund(part);
          await told('PAID', 0);
          till().refund(id);
          await told('ISSUED', 10_000);
          const { months } = (await it.api.get('/statistics')).body.invoices;
          assert.deepEqual(months.at(-1).paid, { count: 4, totals: [{ currency: 'EUR', total: 0 }] });
          const other = await payer();
          const disputed = await other.start();
          till().pay(disputed);
          await other.notify(disputed);
          const dispute = till().dispute(disputed);
          await other.notify(disputed);
          assert.equal((await other.invoice()).amountDue, 10_000);
          await other.assertBalanced();
          till().winDispute(dispute);
          await other.notify(disputed);
          assert.equal((await other.invoice()).status, 'PAID');
          await other.assertBalanced();
          const kinds = (await other.payments()).map(({ kind: what }) => what);
          assert.deepEqual(kinds, ['payment', 'dispute', 'dispute_won']);
          const [payment, ...later] = await other.payments();
          for (const { originalPaymentId } of later) assert.equal(originalPaymentId, payment?.id);
          const feed = (await other.api.get('/events?limit=100&type=payment.disputed')).body.data;
          assert.deepEqual(
            feed.map(({ data }: Json) => data.payment.amount),
            [-10_000, 10_000],
          );
        });

        test('money on its way can neither be paid again nor stopped', async () => {
          const it = await payer();
          const id = await it.start();
          till().payLater(id);
          const back = await it.comeBack(id);
          assert.match(back.text, /Payment on its way/);
          const pressed = await it.press();
          assert.deepEqual(
            [pressed.status, pressed.headers.get('Location')],
            [303, new URL(till().returnUrlOf(id)).pathname],
          );
          till().settle(id, true);
          service.clock.advance(HOUR);
          await poll();
          assert.equal((await it.invoice()).status, 'PAID');
          await it.assertBalanced();

          const failed = await payer();
          const first = await failed.start();
          till().payLater(first);
          await failed.comeBack(first);
          till().settle(first, false);
          assert.notEqual(await failed.start(), first);
          await failed.assertBalanced();
        });

        onFirst('an expired checkout is replaced, and a late payment of it counts', async () => {
          const it = await payer();
          const first = await it.start();
          till().expire(first);
          const second = await it.start();
          assert.notEqual(second, first);
          assert.equal((await it.invoice()).amountDue, 10_000);
          till().pay(second);
          await it.comeBack(second);
          await it.assertBalanced();
        });

        test('another currency is never booked', async () => {
          const it = await payer();
          const id = await it.start();
          till().changeCurrency(id, 'USD');
          till().pay(id);
          await it.notify(id);
          await it.notify(id);
          assert.deepEqual([(await it.payments()).length, (await it.invoice()).status], [0, 'ISSUED']);
          const types = await eventTypes(it);
          assert.equal(types.filter((type) => type === 'payment_not_booked').length, 1);
        });

        onFirst('a replaced connection keeps its key until its checkouts have ended', async () => {
          const it = await payer();
          const id = await it.start();
          await connect(service, it.api.accountId, till());
          till().pay(id);
          service.clock.advance(MINUTE);
          await poll();
          assert.equal((await it.invoice()).status, 'PAID');
          await it.assertBalanced();
          assert.deepEqual(new Set(await it.notify(id)), new Set([200]));
          service.clock.advance(MINUTE);
          await service.runJob('clean-up');
          assert.deepEqual(new Set(await it.notify(id)), new Set([404]), 'it is forgotten now');
        });

        onFirst(
          'the customer pays at the new connection, not by the open checkout of the replaced one',
          async () => {
            const it = await payer();
            const first = await it.start();
            await connect(service, it.api.accountId, till());
            const second = await it.start();
            assert.notEqual(second, first);
            assert.ok(till().isOpen(second));
            till().pay(second);
            await it.comeBack(second);
            assert.equal((await it.invoice()).status, 'PAID');
            await it.assertBalanced();
          },
        );

        onFirst('a test key in a live account starts no checkout, and its money is not booked', async () => {
          const it = await payer({ kind: 'live' });
          const page = await it.press();
          assert.deepEqual([page.status, /cannot be paid online/.test(page.text)], [409, true]);
          const [id = ''] = till().checkouts().slice(-1);
          till().pay(id);
          await it.notify(id);
          assert.deepEqual([(await it.payments()).length, (await it.invoice()).status], [0, 'ISSUED']);
        });

        onFirst('a currency without decimals is paid exactly', async () => {
          const it = await payer({ quote: { currency: 'JPY' } });
          const id = await it.start();
          assert.equal(till().amountOf(id), 10_000);
          till().pay(id);
          await it.comeBack(id);
          await it.assertBalanced();
          assert.equal((await it.invoice()).status, 'PAID');
        });

        test('after any sequence of events, what is booked is what the provider holds', async () => {
          await fc.assert(
            fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 25 }), async (steps) => {
              const it = await payer();
              const before = till().checkouts().length;
              const ours = () => till().checkouts().slice(before);
              const disputes: string[] = [];
              const record = (path: string, amount: number) =>
                it.api.post(`/invoices/${it.invoiceId}/${path}`, { amount });
              const perform: Record<(typeof STEPS)[number], () => unknown> = {
                press: () => it.press(),
                'press twice': () => Promise.all([it.press(), it.press()]),
                pay: () => ours().filter(till().isOpen).slice(-1).forEach(till().pay),
                expire: () => ours().filter(till().isOpen).slice(-1).forEach(till().expire),
                return: () => Promise.all(ours().slice(-1).map(it.comeBack)),
                notify: () => Promise.all(ours().map((id) => it.notify(id))),
                'notify backwards': () => Promise.all(ours().map((id) => it.notify(id, 'reverse'))),
                poll: async () => {
                  service.clock.advance(HOUR);
                  await poll();
                },
                bank: () => record('payments', 1000),
                credit: () => record('credit', 1000),
                refund: () => {
                  const id = ours().find((known) => till().holds(known) >= 500);
                  if (id && disputes.length === 0) till().refund(id, 500);
                },
                dispute: () => {
                  const id = ours().find((known) => till().holds(known) > 0);
                  if (id && disputes.length === 0) disputes.push(till().dispute(id));
                },
                win: () => disputes.splice(0).forEach(till().winDispute),
                break: () => till().server.fail('error_after'),
                repair: () => till().server.fail(),
              };
              for (const step of steps) await perform[step]();
              till().server.fail();
              await perform.poll();
              await perform.notify();
              await it.assertBalanced();
            }),
            { numRuns: 8, endOnFailure: true },
          );
        });

        onFirst('a currency or an amount that the provider does not take has no button', async () => {
          const it = await payer({ quote: { currency: kind === 'stripe' ? 'EUR' : 'KWD', items: [SMALL] } });
          assert.doesNotMatch((await it.open()).text, /\/pay"/);
          assert.equal((await it.press()).status, 409);
        });
      });
    }

    test('money of the invoice is booked next to money of another currency', async () => {
      const it = await newPayer(service, tills.mollie);
      const id = await it.start();
      tills.mollie.pay(id);
      // A refund has the currency that the payment has when it is made.
      tills.mollie.changeCurrency(id, 'USD');
      tills.mollie.refund(id, 1000);
      tills.mollie.changeCurrency(id, 'EUR');
      await it.notify(id);
      await it.notify(id);
      const payments = await it.payments();
      assert.deepEqual(
        payments.map(({ kind, amount }) => [kind, amount]),
        [['payment', 10_000]],
      );
      assert.equal((await it.invoice()).status, 'PAID');
      const types = await eventTypes(it);
      assert.equal(types.filter((type) => type === 'payment_not_booked').length, 1);
    });

    test('a closed account calls no provider, and books what was paid once it is open again', async () => {
      for (const kind of ['stripe', 'mollie'] as const) {
        const till = tills[kind];
        const it = await newPayer(service, till);
        const id = await it.start();
        till.pay(id);
        const { accountId } = it.api;
        await service.db.write((tx) => insertClosedAccount(tx, accountId, service.clock()));
        const count = () => till.server.requests.filter(({ path }) => path.includes(id)).length;
        const before = [count(), till.checkouts().length];
        await it.notify(id);
        await it.open();
        await it.press();
        service.clock.advance(HOUR);
        await poll();
        assert.deepEqual([count(), till.checkouts().length], before, kind);
        await service.db.write((tx) => deleteClosedAccount(tx, accountId));
        service.clock.advance(DAY);
        await poll();
        assert.equal((await it.invoice()).status, 'PAID', kind);
      }
    });

    test('what moves while an account is closed for half a year is booked once it is open again', async () => {
      for (const kind of ['stripe', 'mollie'] as const) {
        const till = tills[kind];
        const it = await newPayer(service, till);
        const { accountId } = it.api;
        const [id, other] = [await it.start(), await newPayer(service, till)];
        const closeFor = async (days: number) => {
          await service.db.write((tx) => insertClosedAccount(tx, accountId, service.clock()));
          await it.notify(id);
          for (const part of [days - 1, 1]) {
            service.clock.advance(part * DAY);
            await poll();
          }
          await service.db.write((tx) => deleteClosedAccount(tx, accountId));
          service.clock.advance(DAY);
          await poll();
        };
        till.pay(id);
        await closeFor(180);
        assert.equal((await it.invoice()).amountDue, 0, kind);
        // What has ended is not polled any more, but was notified.
        till.refund(id, till.amountOf(id));
        await closeFor(2);
        assert.equal((await it.invoice()).amountPaid, 0, kind);
        assert.equal((await other.invoice()).amountPaid, 0);
      }
    });

    test('forged, old and foreign notifications change nothing, and nothing is fetched', async () => {
      const [stripe, mollie] = await Promise.all([
        newPayer(service, tills.stripe),
        newPayer(service, tills.mollie),
      ]);
      const ids = { stripe: await stripe.start(), mollie: await mollie.start() };
      tills.stripe.pay(ids.stripe);
      tills.mollie.pay(ids.mollie);
      // Checkouts of other tests may be due for a poll meanwhile.
      const counts = () =>
        (['stripe', 'mollie'] as const).map(
          (kind) => tills[kind].server.requests.filter(({ path }) => path.includes(ids[kind])).length,
        );
      const before = counts();
      const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
        (await fetch(service.url + path, { method: 'POST', body, headers })).status;
      const url = `/hooks/stripe/${stripe.connectionId}`;
      assert.equal(await post(url, '{}'), 400);
      assert.equal(await post(url, '{}', { 'stripe-signature': 't=1,v1=abc' }), 400);
      assert.equal(await post('/hooks/stripe/con_unknown', '{}'), 404);
      assert.equal(await post(`/hooks/mollie/${stripe.connectionId}`, '{}'), 404);
      assert.equal(await post('/hooks/paypal/con_unknown', '{}'), 404);
      assert.equal(await post(url, 'x'.repeat(65 * 1024)), 413);
      const body = `id=${ids.mollie}`;
      const hook = `/hooks/mollie/${mollie.connectionId}`;
      assert.equal(await post(hook, body), 400);
      assert.equal(await post(`${hook}/${'a'.repeat(43)}`, body), 400);
      const token = new URL(tills.mollie.returnUrlOf(ids.mollie)).pathname.split('/').at(-1);
      const foreign = await newPayer(service, tills.mollie);
      assert.equal(await post(`/hooks/mollie/${foreign.connectionId}/${token}`, body), 400);
      assert.deepEqual(await stripe.notify(ids.stripe, 'forward', 6 * MINUTE), [400, 400], 'signed long ago');
      assert.deepEqual(counts(), before);
      assert.equal((await stripe.invoice()).status, 'ISSUED');
      assert.equal((await mollie.invoice()).status, 'ISSUED');
      assert.equal(await post(`${hook}/${token}`, body), 200);
      assert.deepEqual(new Set(await stripe.notify(ids.stripe)), new Set([200]));
      await mollie.assertBalanced();
      await stripe.assertBalanced();
    });

    test('a return page leads only to the link that led to it', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      const linkOn = async () => /href="(\/i\/[\w-]{43})"/.exec((await it.comeBack(id)).text)?.[1];
      assert.equal(await linkOn(), it.path);
      const invoice = `/invoices/${it.invoiceId}`;
      const sendTo = async (email: string) => {
        const sent = await it.api.post(`${invoice}/send`, { email });
        assert.equal(sent.status, 200, sent.text);
        return new URL(sent.body.publicUrl).pathname;
      };
      const second = await sendTo('second@example.test');
      assert.equal(await linkOn(), it.path, 'not the newest link');
      await it.api.delete(`${invoice}/links`);
      const third = await sendTo('third@example.test');
      assert.equal(await linkOn(), undefined, 'the links of before stay revoked');
      assert.equal((await it.open(second)).status, 404);
      // The second holder gets the same checkout, whose return page the first one knows.
      const pressed = await fetch(`${service.url}${third}/pay`, {
        method: 'POST',
        body: new URLSearchParams(),
      });
      assert.equal(pressed.headers.get('Refresh'), `1; url=${tills.stripe.urlOf(id)}`);
      assert.equal(await linkOn(), undefined);
    });

    test('a checkout that two links led to has no link on its return page', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      const sent = await it.api.post(`/invoices/${it.invoiceId}/send`, { email: 'second@example.test' });
      const second = new URL(sent.body.publicUrl).pathname;
      const press = { method: 'POST', body: new URLSearchParams() };
      await (await fetch(`${service.url}${second}/pay`, press)).text();
      assert.doesNotMatch((await it.comeBack(id)).text, /href="\/i\//);
    });

    test('a return page works after the links were revoked, and an unknown one is not found', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      tills.stripe.pay(id);
      assert.equal((await it.api.delete(`/invoices/${it.invoiceId}/links`)).status, 204);
      const back = await it.comeBack(id);
      assert.match(back.text, /Payment received/);
      assert.doesNotMatch(back.text, /href="\/i\//);
      assert.equal((await it.open(`/pay/${'a'.repeat(43)}`)).status, 404);
      assert.equal((await it.press()).status, 404);
    });

    test('a form of another site, or none, starts nothing', async () => {
      const it = await newPayer(service, tills.stripe);
      const count = tills.stripe.checkouts().length;
      const send = async (headers: Record<string, string>) =>
        (await fetch(`${service.url}${it.path}/pay`, { method: 'POST', headers, body: 'a=b' })).status;
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.equal(await send({ ...form, 'Sec-Fetch-Site': 'cross-site' }), 403);
      assert.equal(await send({ ...form, Origin: 'https://elsewhere.test' }), 403);
      assert.equal(await send({ 'Content-Type': 'text/plain' }), 415);
      assert.equal(tills.stripe.checkouts().length, count);
      assert.equal((await it.open(`${it.path}/pay`)).headers.get('Location'), it.path);
      for (let press = 0; press < 20; press++) await it.press();
      const limited = await it.press();
      assert.deepEqual([limited.status, limited.headers.has('Retry-After')], [429, true]);
    });

    test('a checkout without an answer ends after a day, and one that never ends is given up', async () => {
      const { server } = tills.stripe;
      const it = await newPayer(service, tills.stripe);
      const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']).filter(Boolean);
      const pressDown = async () => {
        server.fail('down');
        await it.press();
        server.fail();
        return keys().at(-1);
      };
      const key = await pressDown();
      service.clock.advance(DAY - MINUTE);
      await poll();
      assert.equal(await pressDown(), key);
      service.clock.advance(HOUR);
      await poll();
      const id = await it.start();
      assert.notEqual(keys().at(-1), key);
      const asked = async (ms: number) => {
        service.clock.advance(ms);
        const count = server.requests.length;
        await poll();
        return server.requests.length > count;
      };
      assert.equal(await asked(119 * DAY), true);
      assert.equal(await asked(2 * DAY), true, 'a last time');
      assert.equal(await asked(DAY), false);
      assert.notEqual(await it.start(), id);
    });

    test('a refund in a later month takes its sum below zero', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      tills.stripe.pay(id);
      await it.notify(id);
      service.clock.advance(40 * DAY);
      tills.stripe.refund(id, 1000);
      await it.notify(id);
      const { months } = (await it.api.get('/statistics')).body.invoices;
      assert.deepEqual(months.at(-1).paid, { count: 1, totals: [{ currency: 'EUR', total: -1000 }] });
    });

    const sendSigned = async ({ connectionId }: Payer, type: string, object: Json) => {
      const event = { id: 'evt_1', object: 'event', livemode: false, type, data: { object } };
      const body = JSON.stringify(event);
      const headers = signedHeaders(body, WEBHOOK_SECRET, service.clock());
      const url = `${service.url}/hooks/stripe/${connectionId}`;
      const response = await fetch(url, { method: 'POST', body, headers });
      return response.status;
    };

    test('a signed session that is not the stored one pays nothing, whatever it refers to', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      const sql = 'SELECT id FROM checkouts WHERE invoice_id = ?';
      const ours = (await service.db.read.get<{ id: string }>(sql, it.invoiceId))?.id;
      const created = Math.floor(service.clock() / 1000);
      const money = { amount_total: 10_000, currency: 'eur', created, payment_status: 'paid' };
      const metadata = { proffer_checkout: ours };
      const session = {
        ...money,
        id: 'cs_test_other',
        object: 'checkout.session',
        payment_intent: 'pi_other',
      };
      const intent = { id: 'pi_other', object: 'payment_intent', currency: 'eur', created, metadata };
      const foreign: [type: string, object: Json][] = [
        ['checkout.session.completed', { ...session, metadata: {}, client_reference_id: ours }],
        ['checkout.session.completed', { ...session, metadata }],
        ['payment_intent.succeeded', { ...intent, amount: 10_000, amount_received: 10_000 }],
      ];
      for (const [type, object] of foreign) assert.equal(await sendSigned(it, type, object), 200);
      assert.deepEqual(await it.payments(), []);
      tills.stripe.pay(id);
      await it.comeBack(id);
      for (const [type, object] of foreign) assert.equal(await sendSigned(it, type, object), 200);
      await it.assertBalanced();
    });

    test('a refund of more than was paid, or without a time, is not booked', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      tills.stripe.pay(id);
      await it.comeBack(id);
      const [payment] = await it.payments();
      const refund = {
        id: 're_wrong',
        object: 'refund',
        currency: 'eur',
        status: 'succeeded',
        amount: 10_001,
      };
      const named = { ...refund, payment_intent: payment?.providerId, created: 1 };
      const { created: _, ...timeless } = { ...named, amount: 500 };
      for (const wrong of [named, timeless]) {
        assert.equal(await sendSigned(it, 'refund.created', wrong), 200);
      }
      assert.equal((await it.payments()).length, 1);
      assert.equal(await sendSigned(it, 'refund.created', { ...named, amount: 500 }), 200);
      assert.deepEqual(
        (await it.payments()).map(({ amount }) => amount),
        [10_000, -500],
      );
    });

    test('three decimals are paid exactly', async () => {
      const it = await newPayer(service, tills.stripe, { quote: { currency: 'KWD' } });
      const id = await it.start();
      tills.stripe.pay(id);
      await it.comeBack(id);
      await it.assertBalanced();
      assert.equal((await it.invoice()).status, 'PAID');
    });

    test('the test clock dates a payment, but no poll waits for it', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      await it.api.post('/test-clock', { advanceBy: 'P40D' });
      assert.equal((await it.invoice()).overdue, true);
      tills.stripe.pay(id);
      service.clock.advance(MINUTE);
      await poll();
      const { overdue, status } = await it.invoice();
      assert.deepEqual([overdue, status], [false, 'PAID']);
      const [payment] = await it.payments();
      assert.equal(payment?.date, new Date(service.clock() + 40 * DAY).toISOString().slice(0, 10));
    });

    test('without a provider there is no button', async () => {
      const it = await newPayer(service, tills.stripe);
      await disconnect(service, it.api.accountId);
      assert.doesNotMatch((await it.open()).text, /\/pay"/);
      assert.equal((await it.press()).status, 409);
    });

    test('a reminder that waits does not go out after a refund or a dispute', async () => {
      const it = await newPayer(service, tills.stripe);
      const id = await it.start();
      tills.stripe.pay(id);
      await it.notify(id);
      tills.stripe.refund(id, 1000);
      await it.notify(id);
      await it.api.post('/test-clock', { advanceBy: 'P40D' });
      const path = `/invoices/${it.invoiceId}/remind`;
      const reminded = async () => (await eventTypes(it)).filter((type) => type === 'reminded').length;
      const holdMail = () =>
        service.db.write((tx) =>
          tx.run(
            `UPDATE outbox SET state = 'waiting', next_at = 0 WHERE account_id = ? AND kind = 'overdue'`,
            it.api.accountId,
          ),
        );
      assert.equal((await it.api.post(path)).status, 200, 'a person decides after the refund');
      await holdMail();
      await service.runJob('outbox');
      assert.equal(await reminded(), 2);
      await holdMail();
      service.clock.advance(MINUTE);
      tills.stripe.dispute(id);
      await it.notify(id);
      await service.runJob('outbox');
      assert.equal(await reminded(), 2);
    });
  });
}

const STEPS = [
  ...([
    'press',
    'press twice',
    'pay',
    'pay',
    'expire',
    'return',
    'notify',
    'notify backwards',
    'poll',
  ] as const),
  ...(['bank', 'credit', 'refund', 'dispute', 'win', 'break', 'repair'] as const),
] as const;

/** Below the smallest amount of Stripe. */
const SMALL = { description: 'Work', quantity: 1, unitPrice: 10 };
