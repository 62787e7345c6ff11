import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQuote, quoteIn } from '../support/api/quotes.ts';
import { historyOf, send } from '../support/mail/sendings.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import type { Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';

describeOnOneEngine(
  (service) => {
    for (const status of ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED']) {
      it(`a quote that is ${status} can be sent`, async () => {
        const api = await service().newAccount();
        const { id } = await quoteIn(api, status);
        const { status: code, body, headers } = await send(api, id);
        assert.equal(code, 200);
        assert.equal(body.status, 'SENT');
        assert.equal(body.sentAt, new Date(service().clock()).toISOString());
        assert.deepEqual([body.acceptedAt, body.declinedAt, body.revision], [null, null, 1]);
        assert.ok(Date.parse(body.validUntil) > service().clock());
        const stored = await api.get(`/quotes/${id}`);
        assert.deepEqual(stored.body, body);
        assert.equal(stored.headers.get('ETag'), headers.get('ETag'));
        assert.equal((await historyOf(api, id)).at(-1), 'sent taken');
      });
    }

    it('a quote that is CONVERTED cannot be sent', async () => {
      const api = await service().newAccount();
      const { id, invoiceId } = await quoteIn(api, 'CONVERTED');
      const { status, body } = await send(api, id);
      assert.equal(status, 409);
      assert.equal(body.code, 'quote_converted');
      assert.equal(body.invoiceId, invoiceId);
      assert.deepEqual(await historyOf(api, id), ['created', 'converted']);
    });

    it('an expired validity is renewed in the response, the email and the PDF', async () => {
      const api = await service().newAccount();
      assert.equal((await api.patch('/account', { validityDays: 10 })).status, 200);
      const { id } = await createQuote(api, { validUntil: '2020-02-02T12:00:00Z' });
      const { body } = await send(api, id);
      const until = new Date(service().clock() + 10 * DAY);
      assert.equal(body.validUntil, until.toISOString());
      const day = until.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
      const { text, pdf } = await lastMail(service().url, api);
      assert.ok(text.includes(day), text);
      assert.ok((await wordsOf(pdf)).includes(day.replaceAll(' ', '')));
    });

    it('a validity that has not ended stays, however near its end is', async () => {
      const api = await service().newAccount();
      const validUntil = new Date(service().clock() + 1).toISOString();
      const { id } = await createQuote(api, { validUntil });
      const { body } = await send(api, id);
      assert.deepEqual([body.status, body.validUntil], ['SENT', validUntil]);
      service().clock.advance(1);
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'EXPIRED');
    });
  },
  { documents: 'typeset', env: { PDF_WORKERS: '1' } },
);

async function lastMail(url: string, { key }: TestAccount): Promise<{ text: string; pdf: Uint8Array }> {
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
  const get = async (path: string): Promise<Json> =>
    (await fetch(`${url}/outbox${path}`, { headers })).json();
  const [{ id }] = (await get('')).data;
  const { text } = await get(`/${id}`);
  const pdf = await fetch(`${url}/outbox/${id}/attachments/0`, { headers });
  return { text, pdf: new Uint8Array(await pdf.arrayBuffer()) };
}
