import { exportQuotes } from '../../../actions/account/export-csv.ts';
import { showListedCosts } from '../../../actions/quotes/costs/show-costs.ts';
import { listQuotes } from '../../../actions/quotes/list-quotes.ts';
import { needsCosts, QUOTE_SORTS } from '../../../domain/quote/list/quote-sorts.ts';
import { marginsForbidden } from '../../../domain/quote/problems.ts';
import { CSV_TYPE, createCsvResponse, wantsCsv } from '../../csv.ts';
import type { ApiResponse, Call, Endpoint } from '../../endpoint.ts';
import { createPageResponse, QueryReader, readPage, requireCursorSort } from '../../query.ts';
import { createLoosePageSchema, examplePage, pageParameters } from '../../schemas/list.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSummarySchema } from '../../schemas/quote/quote-summary.ts';
import { QuoteSchema } from '../../schemas/quote.ts';
import { Type } from '../../schemas/type.ts';
import { requireSortCurrency } from '../list-filters.ts';
import { quoteFilterParameters, readQuoteFilter } from './list-filter.ts';

export const quoteListRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/quotes',
  scope: 'read',
  operation: {
    id: 'listQuotes',
    tag: 'Quotes',
    summary: 'List quotes',
    description:
      'A page of quotes. With `Accept: text/csv` it returns all matches and ignores `page`, `after`, `limit`, `count` and `fields`.',
    query: {
      ...pageParameters,
      ...quoteFilterParameters,
      sort: {
        type: 'string',
        enum: [...QUOTE_SORTS],
        default: '-createdAt',
        description:
          'Field to sort by; a leading minus means descending. `total` needs `currency`; `lastEventAt` is the time of the last event of the history. `margin` is in percent, quotes without one come first, and it needs `seesCosts`',
      },
      count: {
        type: 'string',
        enum: ['none'],
        description: 'Do not count: `total` and `totalPages` are `null`',
      },
      fields: {
        type: 'string',
        enum: ['summary'],
        description: 'Without `items`, and with `customerName`, `views` and `lastEvent`',
      },
    },
    responses: {
      200: {
        description: 'A page of quotes, or of their summaries with `fields=summary`',
        schema: Type.Union([createLoosePageSchema(QuoteSchema), createLoosePageSchema(QuoteSummarySchema)]),
        example: examplePage(QUOTE_EXAMPLE),
        contentType: CSV_TYPE,
      },
    },
    problems: ['validation_failed', 'list_too_slow'],
  },
  handle: list,
};

async function list(call: Call): Promise<ApiResponse> {
  const { deps, caller, query, now } = call;
  const { seesCosts } = caller;
  const reader = new QueryReader(query);
  const page = readPage(reader, call.request);
  const filter = readQuoteFilter(reader);
  const sort = reader.oneOf('sort', QUOTE_SORTS) ?? '-createdAt';
  requireCursorSort(reader, page.after, sort);
  requireSortCurrency(reader, sort, filter.currency);
  const isCounted = reader.oneOf('count', ['none']) === undefined;
  const isSummary = reader.oneOf('fields', ['summary']) !== undefined;
  reader.done();
  if (needsCosts(sort) && !seesCosts) throw marginsForbidden();
  if (wantsCsv(call)) {
    return createCsvResponse(
      'quotes',
      exportQuotes(deps, caller.accountId, filter, { sort, seesCosts, now }),
    );
  }
  const isSplit = seesCosts && !isSummary;
  const wanted = { ...page, sort, now, isSummary, isCounted, isSplit };
  const found = await listQuotes(deps, caller.accountId, filter, wanted);
  // Summaries have no items, and so no margins.
  const docs = isSplit
    ? (await showListedCosts(deps, caller.accountId, 'quote', found.entries)).join(',')
    : found.docs;
  return createPageResponse(docs, page, found, isCounted);
}
