import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ok, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, ITEM } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const TITLES = [
  'Garden shed',
  '100% cotton_shirts',
  'École élémentaire',
  'ΟΔΥΣΣΕΥΣ and Σίσυφος',
  'Straße nach Süden',
  'Ремонт Квартиры',
  '東京タワーの見積もり',
  'عرض سعر',
  'ใบเสนอราคา',
  'O\'Brien; DROP TABLE quotes -- "x" \\ * ^ AND OR NOT NEAR(',
  '𝄞 clef and 👩‍👩‍👧 family',
  'cafe\u0301 (decomposed)',
  'a',
  'İstanbul',
  'noncharacter \uffff inside',
  'another \ufdd0 one',
];

/** Search texts with the indexes of the titles that it finds. */
const FOUND: [search: string, ...titles: number[]][] = [
  ['garden', 0],
  ['GARDEN SHED', 0],
  ['arden sh', 0],
  ['den', 0, 4],
  ['100%', 1],
  ['%', 1],
  ['_', 1],
  ['n_s', 1],
  ['n%s'],
  ['cotton shirts'],
  ['É', 2, 11],
  ['é', 2, 11],
  ['école', 2],
  ['ÉCOLE ÉLÉM', 2],
  ['e\u0301cole', 2],
  ['CAFÉ', 11],
  ['ecole'],
  ['σ', 3],
  ['ς', 3],
  ['Σ', 3],
  ['οδυσσευς', 3],
  ['οδυσσευσ', 3],
  ['ΣΊΣΥΦΟΣ', 3],
  ['strasse', 4],
  ['STRASSE NACH SÜ', 4],
  ['straße', 4],
  ['квартиры', 5],
  ['РЕМОНТ', 5],
  ['京', 6],
  ['東京', 6],
  ['見積もり', 6],
  ['tower'],
  ['سعر', 7],
  ['เสนอ', 8],
  ["o'brien", 9],
  ['drop table quotes', 9],
  ['"', 9],
  ['\\', 9],
  ['*', 9],
  ['^', 9],
  ['NEAR(', 9],
  [' AND ', 3, 9, 10],
  ['𝄞', 10],
  ['👩‍👩‍👧', 10],
  ['İSTANBUL', 13],
  ['\uffff', 14],
  ['\ufdd0', 15],
  ['zzz'],
  ['x'.repeat(3000)],
];

describeService((service) => {
  let api: TestAccount;
  before(async () => {
    api = await service().newAccount();
    await api.patch('/account', { quoteNumberFormat: '№ {seq:4}' });
    for (const title of TITLES) await createQuote(api, { title });
    // The same words in another account must not match.
    const other = await service().newAccount();
    await createQuote(other, { title: 'Garden shed' });
  });

  const search = async (text: string): Promise<string[]> => {
    const {
      status,
      body,
      text: raw,
    } = await api.get(`/quotes?limit=100&sort=createdAt&search=${encodeURIComponent(text)}`);
    assert.equal(status, 200, raw);
    assert.equal(body.pagination.total, body.data.length);
    return body.data.map((quote: { title: string }) => quote.title);
  };

  for (const [text, ...numbers] of FOUND) {
    test(`${JSON.stringify(text.slice(0, 30))} finds ${numbers.length}`, async () => {
      assert.deepEqual(
        await search(text),
        numbers.map((number) => TITLES[number]),
      );
    });
  }

  test('every substring of one, two, three and five characters of every title finds it', async () => {
    for (const title of TITLES) {
      const chars = [...title];
      for (const length of [1, 2, 3, 5]) {
        const start = Math.max(0, Math.floor((chars.length - length) / 2));
        const part = chars.slice(start, start + length).join('');
        assert.ok((await search(part)).includes(title), `${part} in ${title}`);
      }
    }
  });

  test('a search finds the number, complete and in part', async () => {
    assert.deepEqual(await search('№ 0003'), [TITLES[2]]);
    assert.deepEqual(await search('0003'), [TITLES[2]]);
    assert.deepEqual(await search('№'), TITLES);
    assert.deepEqual(await search('0005'.slice(1)), [TITLES[4]]);
  });

  test('a search does not match across the number and the title', async () => {
    assert.deepEqual(await search('0001garden'), []);
    assert.deepEqual(await search('1g'), []);
  });

  test('a search covers number and title only', async () => {
    await createQuote(api, { title: 'Other', description: 'hidden-word', notes: 'hidden-word' });
    assert.deepEqual(await search('hidden-word'), []);
  });

  test('search results follow an edit and a deletion immediately', async () => {
    const { id } = await createQuote(api, { title: 'walrus' });
    assert.deepEqual(await search('walrus'), ['walrus']);
    await api.patch(`/quotes/${id}`, { title: 'narwhal' });
    assert.deepEqual(await search('walrus'), []);
    assert.deepEqual(await search('NARWHAL'), ['narwhal']);
    await api.delete(`/quotes/${id}`);
    assert.deepEqual(await search('narwhal'), []);
  });

  test('an empty search is ignored', async () => {
    assert.equal((await search('')).length, (await api.get('/quotes')).body.pagination.total);
  });

  test('q finds a quote by number, title, reference, items and the name of its customer', async () => {
    const own = await service().newAccount();
    ok(await own.put('/customers/cus_q', { name: 'Søren & Ødegård 50%' }));
    const items = [ITEM, { ...ITEM, description: 'Στέγη_tiles' }];
    const { number } = await createQuote(own, {
      ...{ customerId: 'cus_q', title: 'Garden shed', reference: 'PO-77/ü', items },
      ...{ notes: 'hidden-word', metadata: { note: 'hidden-word' } },
    });
    await createQuote(own, { title: 'Other' });
    const find = async (q: string, more = '') =>
      titlesOf(ok(await own.get(`/quotes?q=${encodeURIComponent(q)}${more}`)));
    for (const q of ['SØREN & ø', '50%', 'arden SHED', 'po-77/Ü', 'στέγη_', 'ΣΤΈΓΗ', number]) {
      assert.deepEqual(await find(q), ['Garden shed'], q);
      for (const more of ['&customerId=cus_q', '&sort=customerName', '&sort=-total&currency=EUR']) {
        assert.deepEqual(await find(q, more), ['Garden shed'], q + more);
      }
    }
    for (const q of ['hidden-word', '50_', 'shedpo', 'tiles søren', 'cus_q']) {
      assert.deepEqual(await find(q), [], q);
    }
    assert.deepEqual(await find('other'), ['Other']);
    assert.deepEqual(await find('shed', '&customerId=cus_test'), []);
    assert.deepEqual(await find('shed', '&search=other'), []);
    assert.equal((await find('')).length, 2);
    const csv = await own.get('/quotes?q=s%C3%B8ren', { headers: { Accept: 'text/csv' } });
    assert.equal(csv.text.trim().split('\n').length, 2, csv.text);
    const { pagination } = ok(await own.get('/quotes?q=shed&count=none&fields=summary'));
    assert.deepEqual([pagination.total, pagination.hasMore], [null, false]);
  });

  test('q follows a new name, a new customer, an edit and a deletion immediately', async () => {
    const own = await service().newAccount();
    for (const [id, name] of [
      ['cus_1', 'Walrus Ltd'],
      ['cus_2', 'Puffin Ltd'],
    ]) {
      ok(await own.put(`/customers/${id}`, { name }));
    }
    const { id } = await createQuote(own, { customerId: 'cus_1', title: 'Boat' });
    const count = async (q: string) => ok(await own.get(`/quotes?q=${q}`)).pagination.total;
    const counts = async () => [await count('walrus'), await count('puffin'), await count('narwhal')];
    assert.deepEqual(await counts(), [1, 0, 0]);
    ok(await own.put('/customers/cus_1', { name: 'Narwhal Ltd' }));
    assert.deepEqual(await counts(), [0, 0, 1]);
    ok(await own.patch(`/quotes/${id}`, { customerId: 'cus_2' }));
    assert.deepEqual(await counts(), [0, 1, 0]);
    ok(await own.patch(`/quotes/${id}`, { items: [{ ...ITEM, description: 'A walrus' }] }));
    assert.deepEqual(await counts(), [1, 1, 0]);
    assert.equal((await own.delete(`/quotes/${id}`)).status, 204);
    assert.deepEqual(await counts(), [0, 0, 0]);
  });

  test('lists are sorted by customer, amount and last event, and pages cover each quote once', async () => {
    const own = await service().newAccount();
    const names = ['Zeta', 'beta', 'Älpha', 'beta'];
    for (const [index, name] of names.entries()) ok(await own.put(`/customers/cus_${index}`, { name }));
    const made = [];
    for (let index = 0; index < 9; index++) {
      service().clock.advance(1000);
      const items = [{ ...ITEM, unitPrice: 100 * ((index * 5) % 7) }];
      const currency = index === 8 ? 'USD' : 'EUR';
      const customerId = `cus_${index % 4}`;
      made.push(await createQuote(own, { title: `Quote ${index}`, customerId, items, currency }));
    }
    service().clock.advance(1000);
    const { publicUrl } = ok(await own.post(`/quotes/${made[4].id}/send`, { email: 'a@example.test' }));
    service().clock.advance(1000);
    ok(await own.patch(`/quotes/${made[2].id}`, { notes: 'Changed' }));
    service().clock.advance(60_000);
    assert.equal((await visit(publicUrl)).status, 200);
    const read = async (query: string) => {
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const body = ok(await own.get(`/quotes?${query}&limit=2&page=${page}&fields=summary`));
        seen.push(...titlesOf(body).map((title) => title.replace('Quote ', '')));
        if (!body.pagination.hasMore) return seen.join(' ');
      }
    };
    const orders = {
      'sort=customerName': '1 5 3 7 0 4 8 2 6',
      'sort=-customerName': '6 2 8 4 0 7 3 5 1',
      'sort=customerName&status=DRAFT': '1 5 3 7 0 8 2 6',
      'sort=total&currency=EUR': '0 7 3 6 2 5 1 4',
      'sort=-total&currency=EUR&totalTo=400': '5 2 6 3 7 0',
      'sort=lastEventAt': '0 1 3 5 6 7 8 2 4',
      'sort=-lastEventAt&status=DRAFT': '2 8 7 6 5 3 1 0',
    };
    for (const [query, wanted] of Object.entries(orders)) assert.equal(await read(query), wanted, query);
    for (const sort of ['total', '-total']) {
      const reply = await own.get(`/quotes?sort=${sort}`);
      assert.deepEqual(errorPaths(reply), ['/currency']);
      assert.match(reply.body.errors[0].message, /is needed with sort=/);
    }
  });
});

function titlesOf(body: Json): string[] {
  return body.data.map(({ title }: Json) => title);
}
