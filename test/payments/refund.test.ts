import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PageAnswer, signIn } from '../support/console/sign-in.ts';
import { newPayer, type Payer, PUBLIC_URL } from '../support/payments/paying.ts';
import { providersOn, startTills, type Till, type Tills } from '../support/payments/tills.ts';
import { testAll } from '../support/run/all.ts';
import { createClock, DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';

for (const engine of engines()) {
  for (const kind of providersOn(engine)) {
    describe(`Refunds by ${kind} on ${engine}`, () => {
      let service: TestService;
      let tills: Tills;
      let till: Till;
      before(async () => {
        let now: () => number = createClock();
        tills = await startTills(() => now());
        till = tills[kind];
        service = await startTestService({
          engine,
          env: { ...tills.env, PUBLIC_URL, PROFFER_SECRET: 's'.repeat(40) },
          payments: { caCertificates: [tills.ca], timeoutMs: MINUTE },
        });
        now = service.clock;
      });
      after(() => Promise.all([service?.close(), tills?.close()]));

      /** An invoice that was paid at the provider. */
      async function newPaid(): Promise<{
        payer: Payer;
        checkout: string;
        paymentId: string;
        total: number;
        path: string;
      }> {
        const payer = await newPayer(service, till);
        const checkout = await payer.start();
        till.pay(checkout);
        await payer.comeBack(checkout);
        const [payment] = await payer.payments();
        assert.ok(payment);
        const path = `/invoices/${payer.invoiceId}/payments/${payment.id}/refund`;
        return { payer, checkout, paymentId: payment.id, total: payment.amount, path };
      }

      it('gives back a part, then the rest, and never more; the later notification books nothing twice', async () => {
        const { payer, checkout, paymentId, total, path } = await newPaid();
        const { api } = payer;
        const { headers } = await api.get(`/invoices/${payer.invoiceId}`);
        const stale = await api.post(path, {}, { headers: { 'If-Match': '"999"' } });
        assert.equal(stale.status, 412);
        const once = { headers: { 'Idempotency-Key': 'refund', 'If-Match': headers.get('etag') ?? '' } };
        const part = await api.post(path, { amount: 100 }, once);
        assert.equal(part.status, 201, part.text);
        const { amount, kind: rowKind, provider, originalPaymentId } = part.body;
        assert.deepEqual([amount, rowKind, provider, originalPaymentId], [-100, 'refund', kind, paymentId]);
        assert.deepEqual((await api.post(path, { amount: 100 }, once)).body, part.body, 'a repeat');
        const tooMuch = await api.post(path, { amount: total });
        assert.deepEqual(
          [tooMuch.status, tooMuch.body.code, tooMuch.body.refundable],
          [409, 'more_than_paid', total - 100],
        );
        const rest = await api.post(path);
        assert.equal(rest.body.amount, 100 - total);
        assert.equal((await api.post(path)).body.code, 'more_than_paid');
        await payer.notify(checkout);
        await payer.assertBalanced();
        const invoice = await payer.invoice();
        assert.deepEqual([invoice.status, invoice.amountPaid, till.holds(checkout)], ['ISSUED', 0, 0]);
        const { data: events } = (await api.get('/events?type=payment.refunded')).body;
        assert.deepEqual(
          events.map(
            ({ actor, data }: { actor: { type: string }; data: { payment: { amount: number } } }) => [
              actor.type,
              data.payment.amount,
            ],
          ),
          [
            ['key', -100],
            ['key', 100 - total],
          ],
        );
      });

      /** Browsers that use the public URL have another cookie. */
      async function signInByHttps(accountId: string, role: 'member' | 'reader') {
        const { cookie, page } = await signIn(service, { accountId, role });
        const headers = { Cookie: `__Host-${cookie}`, Origin: PUBLIC_URL };
        return { page: (path: string, form?: Record<string, string>) => page(path, form, headers) };
      }

      (kind === 'stripe' ? it : testAll)(
        'is asked for on a page of the console that says what will happen',
        async () => {
          const { payer, checkout, path, total } = await newPaid();
          const { accountId } = payer.api;
          const [member, reader] = await Promise.all(
            (['member', 'reader'] as const).map((role) => signInByHttps(accountId, role)),
          );
          assert.ok(member && reader);
          const at = `/${accountId}${path}`;
          const shown = await member.page(`/${accountId}/invoices/${payer.invoiceId}`);
          assert.ok(shown.text.includes(`href="${at}"`));
          assert.ok(!(await reader.page(`/${accountId}/invoices/${payer.invoiceId}`)).text.includes(at));
          assert.equal((await reader.page(at, {})).status, 403);
          const page = await member.page(at);
          assert.match(page.text, /gives the money back to the customer/);
          const readValue = (name: string) =>
            new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
          const form = { version: readValue('version'), once: readValue('once'), amount: '1.00' };
          assert.equal((await member.page(at, { ...form, amount: 'x' })).status, 400);
          const tooMuch = await member.page(at, { ...form, once: 'other', amount: '999999.00' });
          assert.deepEqual([tooMuch.status, /At most .* is left/.test(tooMuch.text)], [409, true]);
          for (let times = 0; times < 2; times++) {
            const done: PageAnswer = await member.page(at, form);
            assert.equal(done.location, `/${accountId}/invoices/${payer.invoiceId}?done=refunded`, done.text);
          }
          assert.equal(till.holds(checkout), total - 100, 'pressed twice, refunded once');
          await payer.assertBalanced();
        },
      );

      it('rejects what is not of a provider, unknown or not valid', async () => {
        const { payer, path } = await newPaid();
        const { api } = payer;
        const refund = (await api.post(path, { amount: 1 })).body;
        const byHand = await newPayer(service, till);
        const other = await byHand.api.post(`/invoices/${byHand.invoiceId}/payments`, { amount: 5 });
        for (const [caller, invoiceId, paymentId, code] of [
          [api, payer.invoiceId, refund.id, 'payment_not_refundable'],
          [byHand.api, byHand.invoiceId, other.body.id, 'payment_not_refundable'],
          [byHand.api, payer.invoiceId, refund.id, 'not_found'],
          [api, payer.invoiceId, 'pay_none', 'not_found'],
        ] as const) {
          const { body } = await caller.post(`/invoices/${invoiceId}/payments/${paymentId}/refund`, {
            amount: 0,
          });
          assert.equal(body.code, code);
        }
        for (const amount of [0, -1, 1.5, '1']) {
          assert.equal((await api.post(path, { amount })).body.errors[0].path, '/amount');
        }
      });

      it('refunds once if the provider takes the call and does not say so, or is down, also by concurrent requests', async () => {
        for (const fault of ['error_after', 'cut_after', 'down', 'error'] as const) {
          const { payer, checkout, total, path } = await newPaid();
          till.server.fail(fault);
          const failed = await payer.api.post(path, { amount: 100 });
          till.server.fail();
          assert.deepEqual([failed.status, failed.body.code], [502, 'provider_unreachable'], fault);
          const [one, two] = await Promise.all([1, 2].map(() => payer.api.post(path, { amount: 100 })));
          const statuses = [one?.status, two?.status].sort();
          assert.ok(
            ['201,201', '201,409'].includes(statuses.join()),
            `${statuses} ${one?.text} ${two?.text}`,
          );
          await payer.notify(checkout);
          await payer.assertBalanced();
          const refunded = statuses.join() === '201,201' && one?.body.id !== two?.body.id ? 200 : 100;
          assert.equal(till.holds(checkout), total - refunded, fault);
        }
      });

      (kind === 'stripe' ? it : testAll)(
        'after the provider has forgotten the call, asks what became of it before it refunds again',
        async () => {
          const { payer, checkout, total, path } = await newPaid();
          till.server.fail('error_after');
          assert.equal((await payer.api.post(path)).status, 502);
          till.server.fail();
          assert.equal(till.holds(checkout), 0, 'the provider took it');
          service.clock.advance(2 * HOUR);
          const again = await payer.api.post(path);
          assert.deepEqual([again.status, again.body.code], [409, 'more_than_paid'], again.text);
          await payer.assertBalanced();
          assert.equal((await payer.invoice()).amountPaid, 0);
          assert.ok(total > 0);
        },
      );

      it('left by a process that died while the clock was ahead goes on once it is set back', async () => {
        const { payer, path } = await newPaid();
        const right = service.clock();
        service.clock.advance(60 * DAY);
        till.server.fail('error_after');
        assert.equal((await payer.api.post(path)).status, 502);
        till.server.fail();
        const { accountId } = payer.api;
        const leased = service.clock() + MINUTE;
        await service.db.write((tx) =>
          tx.run('UPDATE refunds SET running_until = ? WHERE account_id = ?', leased, accountId),
        );
        service.clock.set(right);
        await service.runJob('due times');
        const again = await payer.api.post(path);
        assert.deepEqual([again.status, again.body.code], [409, 'more_than_paid'], again.text);
        await payer.assertBalanced();
      });

      it('says why the provider rejects a refund, and forgets it', async () => {
        const { payer, checkout, path } = await newPaid();
        till.refund(checkout);
        const refused = await payer.api.post(path, { amount: 100 });
        assert.deepEqual([refused.status, refused.body.code], [409, 'provider_refused'], refused.text);
        await payer.notify(checkout);
        await payer.assertBalanced();
        assert.equal((await payer.api.post(path)).body.code, 'more_than_paid');
      });
    });
  }
}
