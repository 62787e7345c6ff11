import { listQuotes } from '../../../actions/quote/list-quotes.ts';
import { QUOTE_STATUSES } from '../../../domain/quote/quote.ts';
import { QUOTE_SORTS } from '../../../domain/quote/quote-sorts.ts';
import { examplePage, pageOf, pageParameters } from '../../../schemas/list.ts';
import { QUOTE_EXAMPLE } from '../../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../../schemas/quote.ts';
import type { ApiResponse, Call, Endpoint } from '../../api/endpoint.ts';
import { pageOfDocs, QueryReader, readPage } from '../../api/query.ts';

export const quoteListRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/quotes',
  scope: 'read',
  operation: {
    id: 'listQuotes',
    tag: 'Quotes',
    summary: 'List quotes',
    query: {
      ...pageParameters,
      search: { type: 'string', description: 'Substring of the number or the title, in any script and case' },
      status: { type: 'string', enum: [...QUOTE_STATUSES] },
      customerId: { type: 'string' },
      sort: { type: 'string', enum: [...QUOTE_SORTS], default: '-createdAt' },
    },
    answers: {
      200: {
        description: 'A page of quotes',
        schema: pageOf(QuoteSchema),
        example: examplePage(QUOTE_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  handle: list,
};

async function list({ deps, caller, query, now }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  const filter = {
    search: reader.text('search'),
    status: reader.oneOf('status', QUOTE_STATUSES),
    customerId: reader.text('customerId'),
  };
  const sort = reader.oneOf('sort', QUOTE_SORTS) ?? '-createdAt';
  reader.done();
  const found = await listQuotes(deps, caller.accountId, filter, { ...page, sort, now });
  return pageOfDocs(found.docs, page, found.total);
}
