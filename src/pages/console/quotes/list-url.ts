import { QUOTE_SORTS, type QuoteSort } from '../../../domain/quote/list/quote-sorts.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '../../../domain/quote/quote.ts';

/** The query of the list of quotes, as typed. */
export interface ListState {
  status: QuoteStatus | null;
  search: string;
  /** A customer id, or a typed name. */
  customer: string;
  from: string;
  to: string;
  min: string;
  max: string;
  currency: string;
  /** Whether only quotes that wait for approval are listed. */
  approval: 'requested' | '';
  sort: QuoteSort;
  /** Whether the margins are shown, to those who may see them. */
  isMarginShown: boolean;
  page: number;
}

export const DEFAULT_SORT: QuoteSort = '-createdAt';
/** Maximum length of a search, the same as in the API. */
export const MAX_FILTER_LENGTH = 200;

const TEXTS = ['search', 'customer', 'from', 'to', 'min', 'max', 'currency'] as const;

/** Ignores invalid values, so that an old or mistyped URL still shows a list. */
export function parseListState(query: Record<string, string | undefined>): ListState {
  const texts = TEXTS.map((name) => [name, typed(query[name])]);
  return {
    ...(Object.fromEntries(texts) as Pick<ListState, (typeof TEXTS)[number]>),
    status: QUOTE_STATUSES.find((status) => status === query.status) ?? null,
    approval: query.approval === 'requested' ? 'requested' : '',
    sort: QUOTE_SORTS.find((sort) => sort === query.sort) ?? DEFAULT_SORT,
    isMarginShown: query.margin === '1',
    page: /^[1-9]\d{0,8}$/.test(query.page ?? '') ? Number(query.page) : 1,
  };
}

function typed(text = ''): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_FILTER_LENGTH);
}

/** URL of the same list with changes, back on the first page. */
export function listHref(base: string, state: ListState, change: Partial<ListState> = {}): string {
  const search = listQuery(state, change);
  return `${base}/quotes${search === '' ? '' : `?${search}`}`;
}

export function listQuery(state: ListState, change: Partial<ListState> = {}): string {
  const wanted = { ...state, page: 1, ...change };
  const entries: string[] = [];
  if (wanted.status) entries.push(`status=${wanted.status}`);
  for (const name of TEXTS) {
    if (wanted[name] !== '') entries.push(`${name}=${encodeURIComponent(wanted[name])}`);
  }
  if (wanted.approval) entries.push(`approval=${wanted.approval}`);
  if (wanted.sort !== DEFAULT_SORT) entries.push(`sort=${wanted.sort}`);
  if (wanted.isMarginShown) entries.push('margin=1');
  if (wanted.page > 1) entries.push(`page=${wanted.page}`);
  return entries.join('&');
}

/** Whether there is any filter besides the status. */
export function isNarrowed(state: ListState): boolean {
  return state.approval !== '' || TEXTS.some((name) => state[name] !== '' && name !== 'currency');
}

/** Sanitizes the query of a list from a hidden field: only known parameters with valid values remain. */
export function sanitizeListQuery(text: string | undefined): string {
  const query = Object.fromEntries(new URLSearchParams((text ?? '').slice(0, 2000)));
  const state = parseListState(query);
  return listQuery(state, { page: state.page });
}

export function buildQuoteListPath(base: string, query: string): string {
  return `${base}/quotes${query === '' ? '' : `?${query}`}`;
}
