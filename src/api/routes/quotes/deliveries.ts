import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { listDeliveries } from '../../../actions/sending/list-deliveries.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatPage, QueryReader, readPage } from '../../query.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';
import { DELIVERY_EXAMPLE, DeliverySchema } from '../../schemas/quote/delivery.ts';

const operation = {
  id: 'listQuoteDeliveries',
  tag: 'Quotes',
  summary: 'List the emails about a quote',
  description:
    'What was sent to whom, and whether it arrived, oldest first: one entry for each recipient. An email that waits to be sent is not listed yet. A bounce does not change the status of the quote.',
  query: pageParameters,
  responses: {
    200: {
      description: 'A page of emails',
      schema: createPageSchema(DeliverySchema),
      example: examplePage(DELIVERY_EXAMPLE),
    },
  },
  problems: ['not_found', 'validation_failed'],
} satisfies Operation;

export const deliveryRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/quotes/:id/deliveries', scope: 'read', operation, handle: list },
];

async function list({ deps, caller, params, query, now }: Call): Promise<ApiResponse> {
  const { accountId } = caller;
  const quoteId = params.id ?? '';
  await readQuote(deps, accountId, quoteId, now);
  const reader = new QueryReader(query);
  const page = readPage(reader);
  reader.done();
  const { deliveries, ...total } = await listDeliveries(deps, accountId, quoteId, page);
  const docs = deliveries.map((delivery) => JSON.stringify(delivery));
  return json(200, formatPage(docs, page, total));
}
