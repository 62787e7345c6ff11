import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createQuote, quoteBody } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const STEPS = [0, MINUTE, -HOUR, MINUTE, 2 * HOUR, -5 * MINUTE];
const QUOTES_EACH = 3;

describeService((service) => {
  let api: TestAccount;
  const expected: { id: string; createdAt: string }[] = [];
  before(async () => {
    api = await service().newAccount();
    for (const step of STEPS) {
      service().clock.advance(step);
      for (let made = 0; made < QUOTES_EACH; made++) {
        // Every other way to create one.
        const headers: Record<string, string> =
          made % 2 === 0 ? { 'Idempotency-Key': `${expected.length}` } : {};
        const reply = await api.post('/quotes', quoteBody({ title: 'Garden shed' }), { headers });
        assert.equal(reply.status, 201, reply.text);
        const { id, createdAt, number } = reply.body;
        assert.equal(createdAt, new Date(service().clock()).toISOString(), 'the time that it was');
        assert.equal(Number(number.slice(-5)), expected.length + 1, 'numbers go on');
        expected.push({ id, createdAt });
      }
    }
    expected.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1));
  });

  for (const filter of ['', 'search=Garden', 'search=ar', 'search=Q-', 'search=shed&status=DRAFT']) {
    test(`pages are in the order of creation though the clock was put back: ${filter}`, async () => {
      for (const [sort, wanted] of [
        ['createdAt', expected],
        ['-createdAt', expected.toReversed()],
      ] as const) {
        const found: Json[] = [];
        for (let page = 1; page <= 4; page++) {
          const { body } = await api.get(`/quotes?limit=5&page=${page}&sort=${sort}&${filter}`);
          assert.equal(body.pagination.total, expected.length);
          found.push(...body.data);
        }
        assert.deepEqual(
          found.map(({ id, createdAt }) => ({ id, createdAt })),
          wanted,
        );
      }
    });
  }

  test('an edit keeps a quote in its place', async () => {
    const other = await service().newAccount();
    const first = await createQuote(other, { title: 'Roof one' });
    service().clock.advance(-HOUR);
    const earlier = await createQuote(other, { title: 'Roof two' });
    await other.patch(`/quotes/${earlier.id}`, { title: 'Roof three' });
    await other.patch(`/quotes/${first.id}`, { title: 'Roof four' });
    const { body } = await other.get('/quotes?search=Roof');
    assert.deepEqual(
      body.data.map(({ title }: Json) => title),
      ['Roof four', 'Roof three'],
    );
  });
});
