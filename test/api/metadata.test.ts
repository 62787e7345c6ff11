import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from '../support/api/customer.ts';
import { convertedQuote, createQuote, errorPaths, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeWithDocuments } from '../support/service/service.ts';

const LONG_KEY = '🗝'.repeat(40);
const HOSTILE = {
  '<b>': '<script>alert(1)</script>',
  '=1+1': '=HYPERLINK("x")',
  '\u202eabc': '#eval("1")',
  __proto__of: 'x',
  'a/b~c': 'y',
};
const SECRET = { secret: 'walrus' };
const keys = (count: number, prefix = 'k'): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));

describeWithDocuments((service, isFirstEngine) => {
  test('metadata is merged by key, null removes a key, and null for the field removes all', async () => {
    const api = await service().newAccount();
    for (const path of await subjects(api)) {
      const patch = async (metadata: unknown) => (await api.patch(path, { metadata })).body.metadata;
      assert.deepEqual((await api.get(path)).body.metadata, {}, path);
      assert.deepEqual(await patch({ a: '1', [LONG_KEY]: 'x'.repeat(500), empty: '' }), {
        ...{ a: '1', [LONG_KEY]: 'x'.repeat(500), empty: '' },
      });
      assert.deepEqual(await patch({ a: null, b: '2', nothing: null, [LONG_KEY]: 'y' }), {
        ...{ [LONG_KEY]: 'y', empty: '', b: '2' },
      });
      const { headers } = await api.get(path);
      const same = await api.patch(path, { metadata: { b: '2', gone: null } });
      assert.equal(same.headers.get('ETag'), headers.get('ETag'), 'nothing has changed');
      assert.deepEqual(await patch(null), {});
      assert.deepEqual(await patch(HOSTILE), HOSTILE);
      const odd = await api.request('PATCH', path, undefined, { raw: '{"metadata":{"__proto__":"p"}}' });
      assert.deepEqual(Object.entries(odd.body.metadata).at(-1), ['__proto__', 'p']);
      assert.deepEqual((await api.get(path)).body.metadata, odd.body.metadata);
    }
  });

  test('metadata has at most 50 keys of 40 characters, with values of at most 500', async () => {
    const api = await service().newAccount();
    for (const path of await subjects(api)) {
      const bad = {
        [`${LONG_KEY}x`]: 'x',
        '': 'x',
        long: 'x'.repeat(501),
        'a number': 7,
        list: [],
        'in/side': { deep: 'x' },
      };
      assert.deepEqual(errorPaths(await api.patch(path, { metadata: bad })), [
        ...['/metadata/', '/metadata/a number', '/metadata/in~1side', '/metadata/list', '/metadata/long'],
        `/metadata/${LONG_KEY}x`,
      ]);
      for (const metadata of [[], 'x', 1, keys(51), keys(100_000 / 5)]) {
        assert.deepEqual(errorPaths(await api.patch(path, { metadata })), ['/metadata'], path);
      }
      assert.equal((await api.patch(path, { metadata: keys(50) })).status, 200);
      assert.deepEqual(errorPaths(await api.patch(path, { metadata: { more: 'x' } })), ['/metadata']);
      const swapped = {
        ...keys(50, 'n'),
        ...Object.fromEntries(Object.keys(keys(50)).map((key) => [key, null])),
      };
      assert.deepEqual((await api.patch(path, { metadata: swapped })).body.metadata, keys(50, 'n'));
      const raw = '{"metadata":{"a\\u0000b":"x"}}';
      assert.equal((await api.request('PATCH', path, undefined, { raw })).status, 400);
    }
  });

  test('a change of metadata changes the version for If-Match', async () => {
    const api = await service().newAccount();
    const reading = service().client((await service().newKey(api.accountId, 'read')).secret);
    for (const path of await subjects(api)) {
      const etag = (await reading.get(path)).headers.get('ETag') ?? '';
      const headers = { 'If-Match': etag };
      const changed = await api.patch(path, { metadata: { a: '1' } }, { headers });
      assert.equal(changed.status, 200, changed.text);
      assert.notEqual(changed.headers.get('ETag'), etag);
      assert.equal((await api.patch(path, { metadata: { a: '2' } }, { headers })).status, 412);
      assert.equal((await api.patch(path, { metadata: 7 }, { headers })).status, 412, 'before the body');
      assert.equal((await reading.patch(path, { metadata: {} })).status, 403);
      const known = { headers: { 'If-None-Match': changed.headers.get('ETag') ?? '' } };
      assert.equal((await api.get(path, known)).status, 304);
    }
  });

  test('PUT of a customer replaces its metadata with the rest', async () => {
    const api = await service().newAccount();
    const put = async (body: object) => (await api.put('/customers/c', { name: 'N', ...body })).body.metadata;
    assert.deepEqual(await put({ metadata: { a: '1', b: null } }), { a: '1' });
    assert.deepEqual(await put({ metadata: { c: '3' } }), { c: '3' });
    assert.deepEqual(await put({}), {});
    assert.deepEqual(errorPaths(await api.put('/customers/c', { name: 'N', metadata: keys(51) })), [
      '/metadata',
    ]);
    const patched = await api.patch('/customers/c', { email: 'a@example.com', phone: '1' });
    assert.deepEqual([patched.body.name, patched.body.email], ['N', 'a@example.com']);
    assert.deepEqual((await api.patch('/customers/c', { phone: null })).body, {
      ...patched.body,
      phone: null,
    });
    assert.deepEqual(errorPaths(await api.patch('/customers/c', { name: null, mail: 'x' })), [
      '/mail',
      '/name',
    ]);
    assert.equal((await api.patch('/customers/nobody', { name: '' })).status, 404);
  });

  // Documents do not depend on the engine.
  if (!isFirstEngine) return;
  test('reference and metadata are not content: a change keeps acceptances and documents', async () => {
    const api = await service().newAccount();
    const { id } = await sentQuote(api, { reference: 'PO-1', metadata: SECRET });
    const before = await pdfOf(api, `/quotes/${id}/pdf`);
    assert.ok(before.words.includes('ReferencePO-1'));
    const accepted = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
    const record = await pdfOf(api, `/quotes/${id}/pdf`);
    const changed = await api.patch(`/quotes/${id}`, {
      reference: 'PO-2',
      metadata: { a: 'walrus' },
      notes: 'x',
    });
    assert.deepEqual([changed.body.status, changed.body.revision], ['ACCEPTED', 1]);
    assert.deepEqual([changed.body.reference, changed.body.metadata], ['PO-2', { ...SECRET, a: 'walrus' }]);
    assert.equal(changed.body.acceptedAt, accepted.body.acceptedAt);
    assert.equal((await pdfOf(api, `/quotes/${id}/pdf`)).sha256, record.sha256);
    const events = (await api.get(`/quotes/${id}/events`)).body.data;
    assert.deepEqual(events.at(-1).data.fields.sort(), ['metadata', 'notes', 'reference']);
    assert.equal((await api.patch(`/quotes/${id}`, changed.body)).status, 200, 'a response can be sent back');

    const invoice = (await api.post(`/quotes/${id}/convert-to-invoice`)).body;
    assert.deepEqual([invoice.reference, invoice.metadata], ['PO-2', { ...SECRET, a: 'walrus' }]);
    const printed = await pdfOf(api, `/invoices/${invoice.id}/pdf`);
    assert.ok(printed.words.includes('ReferencePO-2') && !printed.words.includes('walrus'));
    const noted = await api.patch(`/invoices/${invoice.id}`, { metadata: { a: null, ledger: '8400' } });
    assert.deepEqual(noted.body.metadata, { ...SECRET, ledger: '8400' });
    assert.equal((await pdfOf(api, `/invoices/${invoice.id}/pdf`)).sha256, printed.sha256);
    const { quote: _, ...read } = invoice;
    assert.equal((await api.patch(`/invoices/${invoice.id}`, { ...read, metadata: {} })).status, 200);
    const other = { number: 'X', dueDate: '2030-01-01', reference: 'PO-3', paid: true, metadata: {} };
    assert.deepEqual(errorPaths(await api.patch(`/invoices/${invoice.id}`, other)), [
      ...['/number', '/paid'],
    ]);
    assert.equal((await api.patch(`/quotes/${id}`, { reference: 'PO-3' })).body.code, 'quote_converted');
  });

  test('a reference is printed on the quote from the next send on, metadata never', async () => {
    const api = await service().newAccount();
    const draft = await createQuote(api, { reference: HOSTILE['<b>'], metadata: SECRET });
    assert.ok(
      (await pdfOf(api, `/quotes/${draft.id}/pdf`)).words.includes('Reference<script>alert(1)</script>'),
    );
    const { id, publicUrl } = await sentQuote(api, { reference: '#eval("1") $x$', metadata: SECRET });
    const sent = await pdfOf(api, `/quotes/${id}/pdf`);
    assert.ok(sent.words.includes('Reference#eval("1")$x$'));
    await api.patch(`/quotes/${id}`, { reference: 'Second' });
    const page = async () => (await visit(publicUrl)).text;
    assert.equal((await pdfOf(api, `/quotes/${id}/pdf`)).sha256, sent.sha256, 'the sent PDF is unchanged');
    assert.ok((await page()).includes('#eval(&quot;1&quot;) $x$') && !(await page()).includes('Second'));
    const edited = await api.patch(`/quotes/${id}`, { title: 'Another title' });
    assert.equal(edited.body.revision, 2);
    const revised = await pdfOf(api, `/quotes/${id}/pdf`);
    assert.ok(revised.words.includes('Reference#eval') && !revised.words.includes('Second'));
    await api.post(`/quotes/${id}/send`);
    const again = await pdfOf(api, `/quotes/${id}/pdf`);
    assert.ok(again.words.includes('ReferenceSecond') && !again.words.includes('#eval'));
    await api.patch(`/quotes/${id}`, { reference: null });
    await api.post(`/quotes/${id}/send`);
    assert.ok(!(await pdfOf(api, `/quotes/${id}/pdf`)).words.includes('Reference'));
    assert.ok(!(await page()).includes('walrus'));
    const mails = await service().db.read.all<{ raw: Uint8Array }>(
      'SELECT raw FROM captured_mails WHERE account_id = ?',
      api.accountId,
    );
    assert.equal(mails.length, 3);
    for (const { raw } of mails) assert.ok(!Buffer.from(raw).toString().includes('walrus'));
    assert.deepEqual(errorPaths(await api.patch(`/quotes/${id}`, { reference: 'x'.repeat(101) })), [
      '/reference',
    ]);
    assert.deepEqual(errorPaths(await api.post('/quotes', { ...quoteBody(), metadata: keys(51) })), [
      '/metadata',
    ]);
  });
});

async function pdfOf(api: Client, path: string): Promise<{ sha256: string; words: string }> {
  const { body } = await api.get(path);
  const pdf = new Uint8Array(await (await fetch(body.url)).arrayBuffer());
  return { sha256: body.sha256, words: await wordsOf(pdf) };
}

/** Creates one of each resource that has metadata, and returns their paths. */
async function subjects(api: Client): Promise<string[]> {
  await api.put('/customers/c-1', { name: 'N' });
  const { id } = await createQuote(api);
  const { invoiceId } = await convertedQuote(api);
  return ['/customers/c-1', `/quotes/${id}`, `/invoices/${invoiceId}`];
}
