import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
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
});
