import assert from 'node:assert/strict';
import { expectStatus, idsOf } from '../lib/expect.js';
import { group } from '../lib/runner.js';

const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2034-01-01T00:00:00.000Z';

async function change({ api }, id, patch) {
  return expectStatus(await api.patch(`/quotes/${id}`, patch), 200).body;
}

export const STATUS = [
  ...group('status', [
    ...[
      ['ACCEPTED', 'acceptedAt'],
      ['DECLINED', 'declinedAt'],
    ].map(([status, field]) => [
      `a decision is recorded: ${status}`,
      async (context) => {
        const { id } = await context.createQuote();
        const quote = await change(context, id, { status });
        assert.equal(quote.status, status);
        assert.ok(quote[field]);
      },
    ]),
    [
      'the present status is no change',
      async (context) => {
        const before = await context.createQuote();
        const after = await change(context, before.id, { status: 'DRAFT' });
        assert.equal(after.updatedAt, before.updatedAt);
      },
    ],
    [
      'a decision can change',
      async (context) => {
        const { id } = await context.createQuote();
        await change(context, id, { status: 'ACCEPTED' });
        assert.equal((await change(context, id, { status: 'DECLINED' })).status, 'DECLINED');
      },
    ],
    ...['ACCEPTED', 'DECLINED'].map((status) => [
      `a change of content makes a quote with status ${status} a DRAFT`,
      async (context) => {
        const { id } = await context.createQuote();
        await change(context, id, { status });
        assert.equal((await change(context, id, { title: 'Changed' })).status, 'DRAFT');
      },
    ]),
    [
      'a change of notes keeps the decision',
      async (context) => {
        const { id } = await context.createQuote();
        await change(context, id, { status: 'ACCEPTED' });
        assert.equal((await change(context, id, { notes: 'Called them' })).status, 'ACCEPTED');
      },
    ],
    [
      'a DRAFT does not expire',
      async ({ createQuote, readQuote }) => {
        const { id } = await createQuote({ validUntil: PAST });
        assert.equal((await readQuote(id)).status, 'DRAFT');
      },
    ],
    [
      'a draft that was never sent keeps its revision',
      async (context) => {
        const { id, revision } = await context.createQuote();
        assert.equal((await change(context, id, { title: 'Changed' })).revision, revision);
      },
    ],
  ]),
  ...group(
    'status',
    [
      [
        'a sent quote expires when its validity has passed',
        async (context) => {
          const { id } = await context.sentQuote();
          assert.equal((await change(context, id, { validUntil: PAST })).status, 'EXPIRED');
          assert.equal((await context.readQuote(id)).status, 'EXPIRED');
        },
      ],
      [
        'an expired quote is in the list of expired ones, and not in that of sent ones',
        async (context) => {
          const customerId = await context.newCustomer();
          const { id } = await context.sentQuote({ customerId });
          await change(context, id, { validUntil: PAST });
          const list = async (status) =>
            idsOf(await context.api.get(`/quotes?customerId=${customerId}&status=${status}`));
          assert.deepEqual([await list('EXPIRED'), await list('SENT')], [[id], []]);
        },
      ],
      [
        'a later validity brings an expired quote back',
        async (context) => {
          const { id } = await context.sentQuote();
          await change(context, id, { validUntil: PAST });
          assert.equal((await change(context, id, { validUntil: FUTURE })).status, 'SENT');
        },
      ],
      [
        'an expired quote can be sent again',
        async (context) => {
          const { id } = await context.sentQuote();
          await change(context, id, { validUntil: PAST });
          const email = `${context.unique('to')}@example.com`;
          const { body } = expectStatus(await context.api.post(`/quotes/${id}/send`, { email }), 200);
          assert.equal(body.status, 'SENT');
          assert.ok(Date.parse(body.validUntil) > Date.parse(body.sentAt));
        },
      ],
      [
        'an expired quote can be accepted by the key holder',
        async (context) => {
          const { id } = await context.sentQuote();
          await change(context, id, { validUntil: PAST });
          assert.equal((await change(context, id, { status: 'ACCEPTED' })).status, 'ACCEPTED');
        },
      ],
      [
        'a change of the content of a sent quote raises its revision',
        async (context) => {
          const { id, revision } = await context.sentQuote();
          assert.equal((await change(context, id, { title: 'Changed' })).revision, revision + 1);
          assert.equal((await change(context, id, { notes: 'Internal' })).revision, revision + 1);
        },
      ],
      [
        'a sent quote stays SENT when its content changes',
        async (context) => {
          const { id } = await context.sentQuote();
          assert.equal((await change(context, id, { title: 'Changed' })).status, 'SENT');
        },
      ],
    ],
    { sends: true },
  ),
];
