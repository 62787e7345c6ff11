import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ITEM, quoteBody } from '../support/api/quotes.ts';
import { describeService } from '../support/service/service.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describeService((service) => {
  const post = (body: object) => service().automation.post('/quotes', { customerId: 'cus_demo', ...body });

  test('too many items are one error, and they are not looked at', async () => {
    for (const item of [ITEM, {}, { unknown: 1 }, { ...ITEM, title: '\0' }]) {
      const { status, body } = await post(quoteBody({ customerId: 'cus_demo', items: times(1001, item) }));
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [{ path: '/items', message: 'must have at most 1000 entries' }]);
      assert.equal(body.errorsOmitted, undefined);
    }
  });

  test('numbers in too many items are not looked at either, what stands beside them is', async () => {
    const items = times(1001, '{"quantity":9007199254740993}').join();
    const raw = `{"customerId":"cus_demo","title":"\\u0000","items":[${items}]}`;
    const { body } = await service().automation.post('/quotes', undefined, { raw });
    assert.deepEqual(body.errors.map(({ path }: { path: string }) => path).sort(), ['/items', '/title']);
  });

  test('a thousand wrong items are looked at, and 100 errors are told', async () => {
    const { status, body } = await post(quoteBody({ customerId: 'cus_demo', items: times(1000, {}) }));
    assert.equal(status, 400);
    assert.equal(body.errors.length, 100);
    assert.equal(body.errorsOmitted, true);
    assert.match(body.detail, /more errors/);
    assert.equal(body.errors[0].path, '/items/0/description');
  });

  test('100 errors are all, 101 are too many', async () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    const all = await post(quoteBody({ customerId: 'cus_demo', ...unknown(100) }));
    assert.deepEqual([all.body.errors.length, all.body.errorsOmitted], [100, undefined]);
    assert.match(all.body.detail, /^100 things are wrong/);
    const more = await post(quoteBody({ customerId: 'cus_demo', ...unknown(101) }));
    assert.deepEqual([more.body.errors.length, more.body.errorsOmitted], [100, true]);
  });

  test('long names are shortened, and all errors together have at most 64 KB', async () => {
    const named = (length: number) =>
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`${index}${'\0'.repeat(length)}`, 1]));
    const { status, body, text } = await post(quoteBody({ customerId: 'cus_demo', ...named(1000) }));
    assert.equal(status, 400);
    assert.ok(Buffer.byteLength(JSON.stringify(body.errors)) <= 65_536);
    assert.ok(text.length < 70_000);
    assert.equal(body.errorsOmitted, true);
    assert.ok(body.errors.length > 30);
  });

  test('a number of more than 100 characters is an error at its path', async () => {
    for (const number of [`1${'0'.repeat(100)}`, `0.${'0'.repeat(99)}`, `1e${'0'.repeat(98)}1`]) {
      assert.equal(number.length, 101);
      const send = (quantity: string) =>
        service().automation.post('/quotes', undefined, {
          raw: `{"customerId":"cus_demo","title":"x","items":[{"description":"x","quantity":${quantity},"unitPrice":1}]}`,
        });
      const { status, body } = await send(number);
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [
        { path: '/items/0/quantity', message: 'must be written with at most 100 characters' },
      ]);
    }
    const zeros = `1.${'0'.repeat(98)}`;
    const raw = `{"customerId":"cus_demo","title":"x","items":[{"description":"x","quantity":${zeros},"unitPrice":1}]}`;
    const { status, body } = await service().automation.post('/quotes', undefined, { raw });
    assert.deepEqual([status, body.items?.[0].quantity], [201, 1]);
  });

  test('of many unknown query parameters the first hundred are told', async () => {
    const query = Array.from({ length: 300 }, (_, index) => `x${index}=1`).join('&');
    const { status, body } = await service().automation.get(`/quotes?${query}`);
    assert.deepEqual([status, body.errors.length, body.errorsOmitted], [400, 100, true]);
    assert.match(body.detail, /more errors/);
  });

  test('all bodies are bounded alike', async () => {
    const { automation } = service();
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]));
    const { body: quote } = await post(quoteBody({ customerId: 'cus_demo' }));
    for (const [method, path] of [
      ['PATCH', `/quotes/${quote.id}`],
      ['POST', `/quotes/${quote.id}/send`],
      ['POST', `/quotes/${quote.id}/convert-to-invoice`],
      ['PUT', '/customers/many'],
      ['PATCH', '/account'],
    ] as const) {
      const { status, body } = await automation.request(method, path, wide);
      assert.deepEqual([status, body.errors.length, body.errorsOmitted], [400, 100, true], path);
    }
    const cc = await automation.post(`/quotes/${quote.id}/send`, { cc: times(21, 5) });
    assert.deepEqual(cc.body.errors, [{ path: '/cc', message: 'must have at most 20 entries' }]);
  });
});
