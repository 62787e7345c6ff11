import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setRules } from '../support/api/approval.ts';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { liveAccount, startSlowSend } from '../support/mail/sendings.ts';

describeSending((service, desk) => {
  test('an edit that needs approval while the email is on its way leaves a draft', async () => {
    const api = await liveAccount(service());
    await setRules(api, { totalFrom: 50_000 });
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id);
    await api.patch(`/quotes/${id}`, { items: [{ ...ITEM, unitPrice: 100_000 }] });
    mail.accept();
    const { status, body } = await reply;
    assert.deepEqual([status, body.status, body.revision], [200, 'DRAFT', 2]);
    assert.notEqual(body.sentAt, null);
    const page = await fetch(body.publicUrl);
    assert.ok(!(await page.text()).includes('1,000.00'), 'the page shows what was sent');
    const lost = await createQuote(api);
    const maybe = await startSlowSend(desk(), api, lost.id);
    maybe.mail.drop();
    assert.notEqual((await maybe.reply).status, 200);
    const { publicUrl } = (await api.get(`/quotes/${lost.id}`)).body;
    assert.equal((await fetch(publicUrl)).status, 200);
    await api.patch(`/quotes/${lost.id}`, { items: [{ ...ITEM, unitPrice: 100_000 }] });
    assert.equal(
      (await fetch(publicUrl)).status,
      404,
      'a link that may have arrived shows nothing unapproved',
    );
    await api.patch(`/quotes/${lost.id}`, { status: 'DECLINED' });
    assert.equal((await fetch(publicUrl)).status, 404, 'nor after a decline was recorded');
    const message = await api.post(`/quotes/${lost.id}/messages`, { text: 'Look' });
    assert.equal(message.status, 201);
    const { data } = (await api.get(`/quotes/${lost.id}/events`)).body;
    assert.equal(data.at(-1).data.to, null, 'and there is nothing to write to the customer about');
    const harmless = await createQuote(api);
    const second = await startSlowSend(desk(), api, harmless.id);
    await api.patch(`/quotes/${harmless.id}`, { title: 'Another shed' });
    second.mail.accept();
    assert.equal((await second.reply).body.status, 'SENT');
  });
});
