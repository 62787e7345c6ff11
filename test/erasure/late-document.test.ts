import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accept } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { blankRenderer } from '../support/pdf/blank-renderer.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';
import { findText } from '../support/store/find-text.ts';

const YEAR_MS = 366 * 86_400_000;
const MARK = 'Quixotter';

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    before(async () => {
      const blank = blankRenderer();
      service = await startTestService({
        engine,
        renderer: {
          ...blank,
          async render(source, options) {
            if (source.kind === 'quote' && source.acceptance) {
              begun.resolve();
              await mayEnd.promise;
            }
            return blank.render(source, options);
          },
        },
      });
    });
    after(() => service?.close());

    it('a document of an acceptance that is ready only after the erasure of its quote is not stored', async () => {
      const account = await service.newAccount();
      await account.patch('/account', { retentionYears: 1 });
      await account.put('/customers/quix', { name: `Zephyrina ${MARK}`, email: 'quix@mail.example' });
      const { publicUrl } = await sentQuote(account, { customerId: 'quix', title: `House of ${MARK}` });
      await accept(publicUrl, `Zephyrina ${MARK}`);
      const outbox = service.runJob('outbox');
      await begun.promise;
      const owner = await signIn(service, { accountId: account.accountId });
      assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      service.clock.advance(2 * YEAR_MS);
      await service.runJob('erasures');
      mayEnd.resolve();
      await outbox;
      assert.deepEqual(await findText(service.db, MARK, account.accountId), []);
    });
  });
}
