import type { Quote } from '../src/domain/quote/quote.ts';
import { quoteBody } from './fill.ts';
import { rawRequest } from './harness.ts';
import { customerId } from './scale-subjects.ts';

/**
 * Test data of one size: IDs of drafts from the middle of the account, the last of them and the newest quote as
 * returned by the API, and a signed-in user.
 */
export interface ScaleInput {
  size: number;
  accountId: string;
  cookie: string;
  ids: readonly string[];
  quote: Quote;
  newest: Quote;
}

/** Requests that are sent in turn; with `isOnce` each one is sent once. */
export interface ScaleCase {
  requests: string[];
  isOnce?: boolean;
  /** Processor time at any size, in ms; otherwise it must not grow with the size. */
  budgetMs?: number;
}

const IS_POSTGRES = Boolean(process.env.DATABASE_URL);
/** Two wide filters, or a common search. */
const WIDE_MS = 150;
/** Any combination of filter, sort and offset. */
const ANY_MS = IS_POSTGRES ? 1200 : 500;
/** Without an index of its own: in a thread, and at 100,000 quotes. */
const ONE_FILTER_MS = 50;

export type ScaleCases = Record<string, ScaleCase>;

export function readingCases(input: ScaleInput): ScaleCases {
  const { size, ids } = input;
  const deep = Math.floor((size * 0.8) / 20);
  const rare = (index: number) => quotes(`search=${(Math.floor(size / 2) + index * 17).toString(36)}`);
  return {
    get: { requests: ids.slice(0, 2000).map((id) => api(`/quotes/${id}`)) },
    list: { requests: [quotes('')] },
    'list, filtered': {
      requests: [quotes('status=DRAFT&customerId=cus_demo&sort=-validUntil')],
      budgetMs: ONE_FILTER_MS,
    },
    'deep page': { requests: times(50, (index) => quotes(`page=${deep + index}`)), budgetMs: ANY_MS },
    // Each term occurs in one title.
    'search, rare': { requests: times(50, rare) },
    'search, rare, new': { requests: times(NEW_TERMS, (index) => rare(100 + index)), isOnce: true },
    // Each term finds one invoice.
    'search, rare invoice': { requests: times(50, (index) => api(`/invoices?search=-000${index + 20}`)) },
    'search, rare in customer': { requests: [quotes('search=pavil&customerId=cus_demo')] },
    'search, common': { requests: [quotes('search=website')], budgetMs: WIDE_MS },
    'search, 1 character': { requests: [quotes('search=w')], budgetMs: WIDE_MS },
    'search, 2 characters': { requests: [quotes('search=we')], budgetMs: WIDE_MS },
    'search, 3 characters': { requests: [quotes('search=web')], budgetMs: WIDE_MS },
    'search, filtered': {
      requests: [quotes('search=kitchen&status=DRAFT&customerId=cus_demo&sort=createdAt')],
      budgetMs: WIDE_MS,
    },
    ...filters(input),
    ...ordersAgainstFilter(input),
    ...wideSearches(),
    ...intersections(input),
    ...invoiceFilters(),
    ...feedAndStatistics(input),
    ...consolePages(input),
  };
}

const NEW_TERMS = 160;

/** Each filter matches about half of the quotes, or few; alone and combined with a status. */
function filters({ size, quote, newest }: ScaleInput): ScaleCases {
  const { createdAt, updatedAt, validUntil } = quote;
  // Totals rise and fall along the account, so this keeps the first page close at every size.
  const amount = `currency=EUR&totalFrom=${Math.max(0, newest.total - 350_000)}`;
  const queries: Record<string, string> = {
    'created since': `createdFrom=${createdAt}`,
    'updated since': `updatedFrom=${updatedAt}`,
    'valid until': `validTo=${validUntil}`,
    'amount, many': `${amount}&totalTo=${newest.total + 350_000}`,
    'amount, few': matchFewByAmount(size),
    metadata: 'metadata[source]=website',
    reference: 'reference=PO%204713',
  };
  const withStatus = Object.entries(queries).map(([name, query]) => [
    `${name}, status`,
    `${query}&status=DRAFT`,
  ]);
  const more = {
    'several filters': `createdFrom=${createdAt}&${amount}&customerId=cus_demo&metadata[source]=website`,
    'two statuses': 'status=DRAFT,CONVERTED',
    'latest changes': 'sort=-updatedAt',
    'no count': `updatedFrom=${updatedAt}&count=none`,
    summary: 'fields=summary',
  };
  return {
    ...createCases(queries, quotes, ONE_FILTER_MS),
    ...createCases({ ...Object.fromEntries(withStatus), ...more }, quotes, WIDE_MS),
  };
}

/** The matches come after all other quotes in the order of the list. */
function ordersAgainstFilter({ quote: { createdAt } }: ScaleInput): ScaleCases {
  return createCases(
    {
      'created since, oldest change': `createdFrom=${createdAt}&sort=updatedAt`,
      'created since, first to expire': `createdFrom=${createdAt}&sort=validUntil`,
      'created until, last to expire': `createdTo=${createdAt}&sort=-validUntil`,
      'created since, by customer': `createdFrom=${createdAt}&sort=customerName`,
    },
    quotes,
    ONE_FILTER_MS,
  );
}

/** `q`, and orders by columns that quotes share with others. */
function wideSearches(): ScaleCases {
  return {
    ...createCases(
      {
        'by customer': 'sort=customerName',
        'by customer, status': 'sort=-customerName&status=CONVERTED',
        'by amount': 'sort=-total&currency=EUR',
        'by last event': 'sort=-lastEventAt',
        'by last event, status': 'sort=-lastEventAt&status=CONVERTED',
      },
      quotes,
      ONE_FILTER_MS,
    ),
    ...createCases({ 'q, common': 'q=website', 'q, all items': 'q=position' }, quotes, WIDE_MS),
    ...createCases(
      {
        'q, none': 'q=nothing%20like%20this',
        'q, rare, by change': 'q=pavilion&sort=-updatedAt',
        'q, customers': 'q=customer%2090&sort=customerName',
      },
      quotes,
      ANY_MS,
    ),
  };
}

function invoiceFilters(): ScaleCases {
  const queries = {
    'invoices, status': 'status=DRAFT&sort=dueDate',
    'invoices, customer': 'customerId=cus_demo&sort=-issueDate',
    'invoices, overdue': 'overdue=true&sort=dueDate',
    'invoices, due': 'dueTo=2100-01-01',
    'invoices, issued': 'issuedFrom=2020-01-01&issuedTo=2100-01-01',
    'invoices, kind': 'kind=CREDIT_NOTE&sort=-issueDate',
  };
  return createCases(queries, (query) => api(`/invoices?${query}`), ONE_FILTER_MS);
}

/** Filters that have few or no quotes in common, and orders that do not follow the filter. */
function intersections({ size, quote }: ScaleInput): ScaleCases {
  const far = `page=${Math.floor((size * 0.9) / 20)}`;
  const large = `customerId=${customerId(1)}`;
  return createCases(
    {
      'customer, small': `customerId=${customerId(900)}&sort=validUntil`,
      'customer, large, sorted': `${large}&sort=-updatedAt`,
      'customer, without quotes': `customerId=${customerId(1000)}`,
      'customer and status, few': `${large}&status=CONVERTED&sort=-updatedAt`,
      'customer and status, none': `${large}&status=ACCEPTED`,
      'customer and common search, none': `${large}&search=webs`,
      'customer and metadata': `${large}&metadata[source]=website`,
      'metadata and status, none': 'metadata[source]=website&status=CONVERTED',
      'search of common parts, none': 'search=websign',
      'deep page, by change': `sort=-updatedAt&${far}`,
      'deep page, by validity': `sort=validUntil&${far}`,
      'valid until, by change': `validTo=${quote.validUntil}&sort=-updatedAt`,
      'valid until, status, by change': `validTo=${quote.validUntil}&status=DRAFT&sort=-updatedAt`,
    },
    quotes,
    ANY_MS,
  );
}

/** Matches about the same number of quotes at every size. */
function matchFewByAmount(size: number): string {
  return `currency=EUR&totalFrom=200000&totalTo=${200_000 + 5e7 / size}`;
}

/** Requests to a feed with one event per quote, and to counters. */
function feedAndStatistics({ size, ids }: ScaleInput): ScaleCases {
  const middle = `after=pos_${Math.floor(size / 2)}`;
  const csv = 'Accept: text/csv';
  return {
    ...createCases(
      {
        'events, oldest': '/events',
        'events, middle': `/events?${middle}&limit=100`,
        'events, latest': `/events?after=pos_${size - 20}`,
        'events of a quote': `/events?quoteId=${ids.at(-1)}`,
        'events of a rare type': '/events?type=quote.converted',
        'history of a quote': `/quotes/${ids.at(-1)}/events`,
        customers: '/customers',
        invoices: '/invoices',
        'invoices of a customer': '/invoices?customerId=cus_demo',
        'invoices, search': '/invoices?search=demo',
        'invoices, common number': '/invoices?search=inv-',
        statistics: '/statistics',
        'statistics, 36 months': '/statistics?months=36',
      },
      api,
    ),
    'CSV of few': { requests: [api(`/quotes?${matchFewByAmount(size)}`, csv)] },
  };
}

function consolePages({ size, accountId, cookie, ids }: ScaleInput): ScaleCases {
  return createCases(
    {
      'console: home': '',
      'console: list': 'quotes',
      'console: deep page': `quotes?page=${Math.floor((size * 0.8) / 25)}`,
      'console: drafts': 'quotes?status=DRAFT',
      'console: converted': 'quotes?status=CONVERTED',
      'console: common search': 'quotes?search=kitchen',
      'console: of a customer': 'quotes?customer=cus_demo',
      'console: by days': `quotes?from=2020-01-01&to=${new Date().toISOString().slice(0, 10)}`,
      'console: by sums': 'quotes?min=500&max=7000&currency=EUR',
      'console: soonest to expire': 'quotes?sort=validUntil',
      'console: latest changes': 'quotes?sort=-updatedAt',
      'console: invoices': 'invoices',
      'console: a customer': 'customers/cus_demo',
      'console: a quote': `quotes/${ids.at(-1)}`,
    },
    (path) =>
      ['GET', `/${accountId}/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`].join(' '),
  );
}

export function writingCases({ ids }: ScaleInput): ScaleCases {
  const path = (id: string) => `/api/v1/quotes/${id}`;
  return {
    create: { requests: [rawRequest('POST', '/api/v1/quotes', quoteBody(4711))] },
    duplicate: { requests: [rawRequest('POST', `${path(ids[0] ?? '')}/duplicate`, {})] },
    patch: {
      requests: ids.slice(0, 2000).map((id, n) => rawRequest('PATCH', path(id), { notes: `Note ${n}` })),
    },
    convert: {
      requests: ids.slice(2000, 3200).map((id) => rawRequest('POST', `${path(id)}/convert-to-invoice`, {})),
      isOnce: true,
    },
    delete: { requests: ids.slice(3200, 3800).map((id) => rawRequest('DELETE', path(id))), isOnce: true },
    send: {
      requests: ids.slice(3800, 3920).map((id) => rawRequest('POST', `${path(id)}/send`, {})),
      isOnce: true,
    },
  };
}

function createCases(
  paths: Record<string, string>,
  request: (path: string) => string,
  budgetMs?: number,
): ScaleCases {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      name,
      { requests: [request(path)], ...(budgetMs && { budgetMs }) },
    ]),
  );
}

function quotes(query: string): string {
  return api(`/quotes?${query}`);
}

function api(path: string, ...headers: string[]): string {
  const [line, ...others] = rawRequest('GET', `/api/v1${path}`).split('\r\n');
  return [line, ...headers, ...others].join('\r\n');
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
