import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { HOUR } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const ask = (url: string) => submit(url, 'question', { question: 'When?' });

describeService((service) => {
  test('a link takes 20 questions in 24 hours, whatever their pace', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const { id, publicUrl } = await sentQuote(account);
    for (let times = 0; times < 20; times++) {
      assert.equal((await ask(publicUrl)).status, 303);
      clock.advance(HOUR);
    }
    const refused = await ask(publicUrl);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('Retry-After'), String(4 * 3600));
    assert.equal((await eventTypes(account, id)).filter((type) => type === 'question').length, 20);

    const again = await account.post(`/quotes/${id}/send`);
    assert.notEqual(again.body.publicUrl, publicUrl);
    assert.equal((await ask(again.body.publicUrl)).status, 303, 'another link');

    clock.advance(4 * HOUR);
    assert.equal((await ask(publicUrl)).status, 303, 'the oldest is a day ago');
    assert.equal((await ask(publicUrl)).status, 429, 'the next oldest is not');
  });
});
