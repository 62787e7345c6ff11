import assert from 'node:assert/strict';
import { expectStatus, idsOf } from '../lib/expect.js';
import { group } from '../lib/runner.js';

/** The title, the search that finds it, and one that does not. */
const TITLES = [
  ['a part of the title', 'Kitchen and bath', 'chen and', 'chen  and'],
  ['another case', 'KITCHEN', 'kitchen', 'kitchens'],
  ['an accent in another case', 'ÉCLAIR Élan', 'éclair éLAN', 'eclair'],
  ['Greek in another case', 'Ελλάδα', 'ΕΛΛΆΔΑ', 'ΕΛΛΑΣ'],
  ['Cyrillic in another case', 'Дом и сад', 'дОМ И', 'дома'],
  ['Chinese', '設計と工事', '計と工', '計工'],
  ['Arabic', 'تصميم المطبخ', 'المطبخ', 'المطبخي'],
  ['a percent sign', 'Sale 100% off', '100%', '10%'],
  ['an underscore', 'part_no 7', 't_n', 'a_t'],
  ['a backslash', 'C:\\quotes', ':\\q', ':/q'],
  ['a quotation mark', `O'Neil "best"`, `'Neil "b`, `"Neil`],
  ['an emoji', 'Party 🎉 tent', '🎉 t', '🎈'],
];

export const SEARCH = group('search', [
  ...TITLES.map(([what, title, found, missed]) => [
    `finds ${what}`,
    async ({ createQuote, newCustomer, api }) => {
      const customerId = await newCustomer();
      const { id } = await createQuote({ customerId, title });
      await createQuote({ customerId, title: 'Unrelated' });
      const search = async (text) =>
        idsOf(
          expectStatus(
            await api.get(`/quotes?customerId=${customerId}&search=${encodeURIComponent(text)}`),
            200,
          ),
        );
      assert.deepEqual(await search(found), [id]);
      assert.deepEqual(await search(missed), []);
    },
  ]),
  [
    'finds the number',
    async ({ createQuote, api }) => {
      const { id, number } = await createQuote();
      const found = idsOf(await api.get(`/quotes?search=${encodeURIComponent(number)}`));
      assert.ok(found.includes(id));
      assert.ok(
        idsOf(await api.get(`/quotes?search=${encodeURIComponent(number.toLowerCase())}`)).includes(id),
      );
    },
  ],
  [
    'does not look into other fields',
    async ({ createQuote, api, unique }) => {
      const word = unique('hidden');
      await createQuote({ description: word, notes: word, terms: word });
      assert.equal((await api.get(`/quotes?search=${word}`)).body.pagination.total, 0);
    },
  ],
  [
    'follows a changed title',
    async ({ createQuote, api, unique }) => {
      const [before, after] = [unique('before'), unique('after')];
      const { id } = await createQuote({ title: before });
      expectStatus(await api.patch(`/quotes/${id}`, { title: after }), 200);
      assert.deepEqual(idsOf(await api.get(`/quotes?search=${before}`)), []);
      assert.deepEqual(idsOf(await api.get(`/quotes?search=${after}`)), [id]);
    },
  ],
]);
