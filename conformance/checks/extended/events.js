import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';

async function readEvents({ api }, id) {
  return expectStatus(await api.get(`/events?quoteId=${id}`), 200).body.data;
}

export const EVENTS = group('extended-events', [
  [
    'the feed has what happened to a quote, in order',
    async (context) => {
      const { id } = await context.createQuote();
      await context.api.patch(`/quotes/${id}`, { title: 'Changed' });
      await context.api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
      const types = (await readEvents(context, id)).map(({ type }) => type);
      assert.deepEqual(types, ['quote.created', 'quote.updated', 'quote.accepted']);
    },
  ],
  [
    'an event is read by its id',
    async (context) => {
      const [event] = await readEvents(context, (await context.createQuote()).id);
      assert.deepEqual(expectStatus(await context.api.get(`/events/${event.id}`), 200).body, event);
    },
  ],
  ['an unknown event is 404', async ({ api }) => expectProblem(await api.get('/events/evt_x'), 404)],
  [
    'a reader who follows next misses nothing',
    async (context) => {
      const { next } = expectStatus(await context.api.get('/events?after=latest'), 200).body;
      const { id } = await context.createQuote();
      const { data } = (await context.api.get(`/events?after=${next}`)).body;
      assert.ok(data.some((event) => event.data.quote?.id === id));
    },
  ],
]);
