import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertedQuote, createQuote, errorPaths } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

const FULL = {
  name: 'Müller & Söhne GmbH',
  email: 'info@mueller.example',
  phone: '+49 30 123456',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'DE',
  taxId: 'DE123456789',
  kind: 'company',
  locale: 'de-DE',
  street: 'Hauptstraße 1',
  street2: 'Hof 2',
  postalCode: '10115',
  city: 'Berlin',
  region: 'Berlin',
  contactName: 'Einkauf',
  electronicAddress: { scheme: '0088', id: '4012345000009' },
  registrationNumber: 'HRB 1234',
  buyerReference: '04011000-1234512345-06',
  eInvoiceFormat: 'xrechnung',
  priceListId: null,
  debtorNumber: 10_000,
};
const { name: _, kind: __, ...OPTIONAL } = FULL;
const ids = (body: Json): string[] => body.data.map((customer: Json) => customer.id);

describeService((service) => {
  test("PUT creates a customer under the caller's identifier, and replaces it", async () => {
    const api = await service().newAccount();
    const created = await api.put('/customers/c-1', FULL);
    const at = new Date(service().clock()).toISOString();
    assert.equal(created.status, 201);
    assert.equal(created.headers.get('Location'), '/api/v1/customers/c-1');
    const { eInvoice, ...stored } = created.body;
    assert.deepEqual(stored, { id: 'c-1', ...FULL, createdAt: at, updatedAt: at, metadata: {} });
    assert.equal(eInvoice.ready, false);
    assert.deepEqual((await api.get('/customers/c-1')).body, created.body);
    service().clock.advance(1000);
    const replaced = await api.put('/customers/c-1', { name: 'Short' });
    assert.equal(replaced.status, 200);
    const nothing = Object.fromEntries(Object.keys(OPTIONAL).map((field) => [field, null]));
    const empty = { ...nothing, kind: 'person', debtorNumber: 10_000 };
    const updatedAt = new Date(service().clock()).toISOString();
    assert.deepEqual(replaced.body, {
      id: 'c-1',
      name: 'Short',
      ...empty,
      createdAt: at,
      updatedAt,
      metadata: {},
      eInvoice: null,
    });
    assert.equal((await api.put('/customers/c-1', replaced.body)).status, 200, 'a response can be sent back');
  });

  test('identifiers have letters, digits and . _ : @ -, and at most 128 characters', async () => {
    const api = await service().newAccount();
    for (const id of ['a', 'A9', 'x.y_z:1@b-c', 'x'.repeat(128), '42']) {
      assert.equal((await api.put(`/customers/${encodeURIComponent(id)}`, { name: 'N' })).status, 201, id);
      assert.equal((await api.get(`/customers/${encodeURIComponent(id)}`)).body.id, id);
    }
    for (const id of ['x'.repeat(129), '-a', '.a', 'a b', 'é', 'a/b', 'a%b', '<a>', '😀']) {
      const reply = await api.put(`/customers/${encodeURIComponent(id)}`, { name: 'N' });
      assert.deepEqual(errorPaths(reply), ['/id'], id);
    }
  });

  test('a customer is a company or a person, as given or by its tax number', async () => {
    const api = await service().newAccount();
    const kindOf = async (more: Json) => (await api.put('/customers/c', { name: 'N', ...more })).body.kind;
    assert.equal(await kindOf({}), 'person');
    assert.equal(await kindOf({ taxId: '  ' }), 'person');
    assert.equal(await kindOf({ taxId: 'DE1' }), 'company');
    assert.equal(await kindOf({ taxId: 'DE1', kind: null }), 'company');
    assert.equal(await kindOf({ taxId: 'DE1', kind: 'person' }), 'person');
    assert.equal(await kindOf({ kind: 'company' }), 'company');
    assert.equal((await api.get('/customers/c')).body.kind, 'company');
    assert.deepEqual(errorPaths(await api.put('/customers/c', { name: 'N', kind: 'firm' })), ['/kind']);
  });

  test('an invalid customer is rejected with all its errors', async () => {
    const api = await service().newAccount();
    const reply = await api.put('/customers/c', {
      ...{ name: '  ', email: 'a@b@c', phone: 'x'.repeat(51), address: 'x'.repeat(1001) },
      ...{ country: 'de', taxId: 'x'.repeat(51), locale: 'not a locale', mail: 'x' },
      ...{
        street: 'x'.repeat(201),
        postalCode: 'x'.repeat(21),
        city: 'x'.repeat(101),
        eInvoiceFormat: 'pdf',
      },
    });
    assert.deepEqual(errorPaths(reply), [
      ...[
        '/address',
        '/city',
        '/country',
        '/eInvoiceFormat',
        '/email',
        '/locale',
        '/mail',
        '/name',
        '/phone',
      ],
      ...['/postalCode', '/street', '/taxId'],
    ]);
    const wrong: [electronicAddress: unknown, path: string][] = [
      [{ scheme: '0000', id: '1' }, '/electronicAddress/scheme'],
      [{ scheme: '0088', id: ' ' }, '/electronicAddress/id'],
      [{ scheme: '0088' }, '/electronicAddress/id'],
      ['0088:1', '/electronicAddress'],
    ];
    for (const [electronicAddress, path] of wrong) {
      assert.deepEqual(errorPaths(await api.put('/customers/c', { name: 'N', electronicAddress })), [path]);
    }
    assert.deepEqual(errorPaths(await api.put('/customers/c', {})), ['/name']);
    assert.equal((await api.get('/customers/c')).status, 404);
  });

  test('a customer of an earlier version is returned with every field, and can be changed', async () => {
    const api = await service().newAccount();
    const { body } = await api.put('/customers/c', { name: 'N', metadata: { eInvoiceFormat: 'peppol' } });
    const { eInvoice: _, ...stored } = body;
    const { street, street2, postalCode, city, region, contactName, electronicAddress, ...less } = stored;
    const { registrationNumber, buyerReference, eInvoiceFormat, ...earlier } = less;
    await service().db.write((tx) =>
      tx.run(
        `UPDATE customers SET doc = ?, shape = 0 WHERE account_id = ? AND id = 'c'`,
        ...[JSON.stringify(earlier), api.accountId],
      ),
    );
    const { headers } = await api.get('/customers/c');
    assert.deepEqual((await api.get('/customers/c')).body, body);
    const listed = (await api.get('/customers?search=c')).body.data;
    assert.deepEqual(
      listed.find(({ id }: Json) => id === 'c'),
      stored,
    );
    const same = await api.patch('/customers/c', { city: null });
    assert.equal(same.headers.get('ETag'), headers.get('ETag'), 'a patch without an effect changes nothing');
    assert.equal((await api.patch('/customers/c', { city: 'Bonn' })).body.city, 'Bonn');
    assert.equal((await api.get('/customers/c')).body.city, 'Bonn');
  });

  test('a customer cannot be deleted while quotes refer to it', async () => {
    const api = await service().newAccount();
    await api.put('/customers/c', FULL);
    const quote = await createQuote(api, { customerId: 'c' });
    const refused = await api.delete('/customers/c');
    assert.deepEqual([refused.status, refused.body.code], [409, 'customer_in_use']);
    await api.delete(`/quotes/${quote.id}`);
    assert.equal((await api.delete('/customers/c')).status, 204);
    assert.equal((await api.get('/customers/c')).status, 404);
    assert.equal((await api.delete('/customers/c')).status, 404);
    await convertedQuote(api);
    assert.equal((await api.delete('/customers/cus_test')).status, 409, 'also after a conversion');
  });

  test('customers are listed by id, in pages, and searched by id, name and email', async () => {
    const api = await service().newAccount();
    await api.put('/customers/b', { name: 'Élodie 100%', email: 'one@shop.example' });
    await api.put('/customers/a', { name: 'under_score', email: 'two@shop.example' });
    const { body } = await api.get('/customers?limit=2');
    assert.deepEqual(ids(body), ['a', 'b']);
    assert.deepEqual(body.pagination, {
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasMore: true,
      totalIsExact: true,
    });
    for (const [search, expected] of Object.entries({
      ...{ élodie: ['b'], ÉLO: ['b'], '%': ['b'], _: ['a', 'cus_test'], shop: ['a', 'b'], TWO: ['a'] },
      ...{ cus_: ['cus_test'], nothing: [], '\\': [], '\uffff': [], '\ufdd0': [] },
    })) {
      const { body: found } = await api.get(`/customers?search=${encodeURIComponent(search)}`);
      assert.deepEqual(ids(found), expected, search);
      assert.equal(found.pagination.total, expected.length);
    }
    assert.deepEqual(errorPaths(await api.get('/customers?limit=101&page=0&sort=x')), [
      '/limit',
      '/page',
      '/sort',
    ]);
  });

  test('the demo customers exist, and no quotes', async () => {
    const { automation } = service();
    for (const id of ['cus_demo', 'cus_demo_fr', 'cus_demo_jp']) {
      assert.equal((await automation.get(`/customers/${id}`)).status, 200);
    }
    assert.equal((await automation.get('/quotes')).body.pagination.total, 0);
  });
});
