import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { errorPaths, ITEM, quoteBody } from '../support/api/quotes.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

const CHOICE = { ...ITEM, choice: 'size' };
/** A quote with a value for every validation rule. */
const RICH = {
  customerId: 'cus_demo',
  title: 'Website',
  description: 'Text',
  items: [
    { ...ITEM, taxRate: 19, discountType: 'percentage', discountValue: 10 },
    { ...ITEM, quantity: 2, quantityRange: { min: 1, max: 5, step: 1 }, section: 'Work' },
    { ...CHOICE, selected: true },
    { ...CHOICE, selected: false },
    { ...ITEM, unitPrice: 1 },
    { ...ITEM, optional: true, selected: false },
  ],
  discountType: 'percentage',
  discountValue: 5,
  currency: 'EUR',
  validUntil: '2030-01-31T12:00:00Z',
  reference: 'PO 1',
  metadata: { crm: '4711' },
  paymentSchedule: [
    { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance' } },
    { label: 'Date', type: 'fixed', value: 10, due: { when: 'date', date: '2030-02-01' } },
    { label: 'Rest', type: 'rest', due: { when: 'completion', days: 10 } },
  ],
};

type Broken = Record<string, unknown> & { items: Json[]; paymentSchedule: Json[] };
// biome-ignore lint/suspicious/noExplicitAny: intentionally invalid bodies
type Json = any;

/** Independent ways to break one field each. */
const BREAKS: Record<string, (body: Broken) => void> = {
  '/customerId': (body) => Object.assign(body, { customerId: 'cus_nobody' }),
  '/title': (body) => Object.assign(body, { title: ' ' }),
  '/description': (body) => Object.assign(body, { description: 'a\0b' }),
  '/currency': (body) => Object.assign(body, { currency: 'euro' }),
  '/validUntil': (body) => Object.assign(body, { validUntil: 'soon' }),
  '/reference': (body) => Object.assign(body, { reference: 5 }),
  '/colour': (body) => Object.assign(body, { colour: 'red' }),
  '/metadata/crm': (body) => Object.assign(body, { metadata: { crm: 5 } }),
  '/discountType': (body) => Object.assign(body, { discountType: 'some' }),
  '/discountValue': (body) => Object.assign(body, { discountValue: undefined }),
  '/items/0/description': ({ items }) => Object.assign(items[0], { description: undefined }),
  '/items/0/taxRate': ({ items }) => Object.assign(items[0], { taxRate: '19' }),
  '/items/0/discountValue': ({ items }) => Object.assign(items[0], { discountValue: 101 }),
  '/items/1/quantity': ({ items }) => Object.assign(items[1], { quantity: 2.5 }),
  '/items/1/section': ({ items }) => Object.assign(items[1], { section: 'x'.repeat(201) }),
  '/items/2/unitPrice': ({ items }) => Object.assign(items[2], { unitPrice: 1.5 }),
  '/items/3/selected': ({ items }) => Object.assign(items[3], { selected: true }),
  '/items/3/discountType': ({ items }) => Object.assign(items[3], { discountValue: 5 }),
  '/items/4': ({ items }) => items.splice(4, 1, { ...ITEM, quantity: 1e9, unitPrice: 1e12 }),
  '/items/5/optional': ({ items }) => Object.assign(items[5], { optional: 'yes' }),
  '/paymentSchedule/0/value': ({ paymentSchedule: [stage] }) => Object.assign(stage, { value: undefined }),
  '/paymentSchedule/0/due/when': ({ paymentSchedule: [stage] }) =>
    Object.assign(stage.due, { when: 'later' }),
  '/paymentSchedule/1/due/date': ({ paymentSchedule: [, stage] }) => Object.assign(stage.due, { date: null }),
  '/paymentSchedule/1/label': ({ paymentSchedule: [, stage] }) => Object.assign(stage, { label: '' }),
  '/paymentSchedule/2/value': ({ paymentSchedule: [, , stage] }) => Object.assign(stage, { value: 5 }),
};

describeOnOneEngine((service) => {
  test('any combination of broken fields reports exactly those fields', async () => {
    const { automation } = service();
    const whole = await automation.post('/quotes', RICH);
    assert.equal(whole.status, 201, whole.text);
    const broken = fc.shuffledSubarray(Object.keys(BREAKS), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(broken, fc.boolean(), async (paths, isPatch) => {
        const body = structuredClone(RICH) as Broken;
        for (const path of paths) BREAKS[path]?.(body);
        const reply = isPatch
          ? await automation.patch(`/quotes/${whole.body.id}`, withNulls(body))
          : await automation.post('/quotes', body);
        if (reply.body.code === 'customer_unknown') assert.deepEqual(paths, ['/customerId']);
        assert.deepEqual(errorPaths(reply), [...paths].sort());
      }),
      { numRuns: 150 },
    );
  });

  test('every body reports all its invalid fields', async () => {
    const { automation } = service();
    const { body: quote } = await post(quoteBody({ customerId: 'cus_demo' }));
    const wrong = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, { a: 1 }]));
    for (const [method, path, ...fields] of [
      ['PUT', '/customers/cus_many', 'name', 'email', 'country', 'locale', 'metadata/a'],
      ['PATCH', '/account', 'name', 'currency', 'locale', 'timeZone', 'validityDays', 'logo'],
      ['POST', '/catalogue-items', 'description', 'unitPrice', 'taxRate', 'sku'],
      ['POST', '/templates', 'name', 'title', 'terms', 'currency', 'validityDays'],
      ['POST', `/quotes/${quote.id}/send`, 'email', 'subject', 'message'],
      ['POST', `/quotes/${quote.id}/convert-to-invoice`, 'dueDate', 'paymentMethod'],
      ['PATCH', `/quotes/${quote.id}`, 'status', 'title', 'reference'],
    ] as const) {
      const names = fields.map((field) => field.split('/')[0] ?? '');
      const reply = await automation.request(method, path, wrong(...names, 'unheardOf'));
      const expected = [...fields, 'unheardOf'].map((field) => `/${field}`).sort();
      assert.deepEqual(errorPaths(reply), expected, path);
    }
  });

  test('a wrong status does not hide a wrong selection, nor vice versa', async () => {
    const { automation } = service();
    const { body: quote } = await automation.post('/quotes', RICH);
    const ids = quote.items.map(({ id }: { id: string }) => id);
    const patch = {
      status: 'SENT',
      selection: [{ id: 'itm_nobody' }, { id: ids[0], selected: 'yes' }, { id: ids[1], quantity: 99 }],
    };
    const reply = await automation.patch(`/quotes/${quote.id}`, patch);
    assert.deepEqual(errorPaths(reply), [
      ...['/selection/0/id', '/selection/1/selected', '/selection/2/quantity', '/status'],
    ]);
  });

  test('an error names the part of the request and a path in one format', async () => {
    const { automation } = service();
    const places = async (reply: Promise<{ body: Json }>) =>
      (await reply).body.errors.map((error: { in: string; path: string }) => [error.in, error.path]);
    assert.deepEqual(await places(automation.get('/quotes?limit=0&sort=x&metadata[]=1&a%2Fb=1')), [
      ['query', '/limit'],
      ['query', '/metadata[]'],
      ['query', '/sort'],
      ['query', '/a~1b'],
    ]);
    assert.deepEqual(await places(automation.put('/customers/a%20b', { name: '' })), [
      ['path', '/id'],
      ['body', '/name'],
    ]);
    const key = { headers: { 'Idempotency-Key': 'x'.repeat(256) } };
    assert.deepEqual(await places(automation.post('/quotes', {}, key)), [['header', '/Idempotency-Key']]);
    assert.deepEqual(await places(automation.get('/events?after=nothing')), [['query', '/after']]);
    const { body: quote } = await post(quoteBody({ customerId: 'cus_demo' }));
    const named = automation.request('PUT', `/quotes/${quote.id}/attachments/a%3Ab`, undefined, { raw: 'x' });
    assert.deepEqual(await places(named), [['path', '/name']]);
  });

  const post = (body: object) => service().automation.post('/quotes', { customerId: 'cus_demo', ...body });

  test('too many items are one error, and the items are not validated', async () => {
    for (const item of [ITEM, {}, { unknown: 1 }, { ...ITEM, title: '\0' }]) {
      const { status, body } = await post(quoteBody({ customerId: 'cus_demo', items: times(1001, item) }));
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [
        { in: 'body', path: '/items', message: 'must have at most 1000 entries' },
      ]);
      assert.equal(body.errorsOmitted, undefined);
    }
  });

  test('numbers in too many items are not validated either, but other fields are', async () => {
    const items = times(1001, '{"quantity":9007199254740993}').join();
    const raw = `{"customerId":"cus_demo","title":"\\u0000","items":[${items}]}`;
    const { body } = await service().automation.post('/quotes', undefined, { raw });
    assert.deepEqual(body.errors.map(({ path }: { path: string }) => path).sort(), ['/items', '/title']);
  });

  test('a thousand invalid items are validated, and 100 errors are reported', async () => {
    const { status, body } = await post(quoteBody({ customerId: 'cus_demo', items: times(1000, {}) }));
    assert.equal(status, 400);
    assert.equal(body.errors.length, 100);
    assert.equal(body.errorsOmitted, true);
    assert.match(body.detail, /more errors/);
    assert.equal(body.errors[0].path, '/items/0/description');
  });

  test('rules between fields are checked for all items and reported like the others', async () => {
    const dear = { ...ITEM, quantity: 1e9, unitPrice: 1e12 };
    const { body } = await post({ title: '', items: times(1000, { ...dear, discountType: 'fixed' }) });
    assert.deepEqual([body.errors.length, body.errorsOmitted], [100, true]);
    const { body: few } = await post({ title: '', items: [dear, ITEM, dear, { ...dear, discountValue: 1 }] });
    assert.deepEqual(
      few.errors.map(({ path }: { path: string }) => path),
      ['/title', '/items/3/discountType', '/items/0', '/items/2'],
    );
  });

  test('100 errors are all reported, and of 101 one is omitted', async () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    const all = await post(quoteBody({ customerId: 'cus_demo', ...unknown(100) }));
    assert.deepEqual([all.body.errors.length, all.body.errorsOmitted], [100, undefined]);
    assert.match(all.body.detail, /^The request has 100 errors;/);
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
        { in: 'body', path: '/items/0/quantity', message: 'must be written with at most 100 characters' },
      ]);
    }
    const zeros = `1.${'0'.repeat(98)}`;
    const raw = `{"customerId":"cus_demo","title":"x","items":[{"description":"x","quantity":${zeros},"unitPrice":1}]}`;
    const { status, body } = await service().automation.post('/quotes', undefined, { raw });
    assert.deepEqual([status, body.items?.[0].quantity], [201, 1]);
  });

  test('only the first hundred unknown query parameters are reported', async () => {
    const query = Array.from({ length: 300 }, (_, index) => `x${index}=1`).join('&');
    const { status, body } = await service().automation.get(`/quotes?${query}`);
    assert.deepEqual([status, body.errors.length, body.errorsOmitted], [400, 100, true]);
    assert.match(body.detail, /more errors/);
  });

  test('the same limits hold for all bodies', async () => {
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
    assert.deepEqual(cc.body.errors, [{ in: 'body', path: '/cc', message: 'must have at most 20 entries' }]);
  });
});

/** In a PATCH a missing field stays, so the equivalent error is to clear it. */
function withNulls(body: Broken): object {
  const nulled = Object.entries(body).map(([name, value]) => [name, value === undefined ? null : value]);
  return Object.fromEntries(nulled);
}
