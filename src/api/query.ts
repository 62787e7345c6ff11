import type { FastifyRequest } from 'fastify';
import { DAY_MS, isCalendarDate, parseDateTime } from '../domain/calendar.ts';
import type { FieldError } from '../domain/errors.ts';
import { assertNoErrors, escapePointerPart } from '../domain/field-errors.ts';
import { MAX_LENGTH } from '../domain/field-limits.ts';
import { MAX_METADATA_KEYS } from '../domain/metadata.ts';
import { watchClient } from '../http/client-gone.ts';
import type { ApiResponse } from './endpoint.ts';
import { type LoosePagination, type Pagination, paginateWhole } from './schemas/list.ts';

/** Reads query parameters. Repeated and unknown parameters are errors, and all errors are reported together. */
export class QueryReader {
  readonly #query: Record<string, unknown>;
  readonly #errors: FieldError[] = [];
  readonly #known = new Set<string>();

  constructor(query: Record<string, unknown>) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#query[name];
    if (Array.isArray(value)) return this.#fail(name, 'must be given only once');
    if (value === undefined || value === '') return undefined;
    const text = String(value);
    if (text.includes('\0') || !text.isWellFormed() || text.includes('\ufffd')) {
      return this.#fail(name, 'must be valid UTF-8 without NUL');
    }
    return text;
  }

  /** Reads a text that is matched exactly. An empty one would otherwise match everything. */
  exact(name: string): string | undefined {
    return this.text(name) ?? this.#rejectEmpty(name, 'must not be empty; leave it out to list all');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return this.#rejectEmpty(name, `must be one of ${values.join(', ')}`);
    const found = values.find((value) => value === text);
    return found ?? this.#fail(name, `must be one of ${values.join(', ')}`);
  }

  /** Reads one or several values, separated by commas. */
  someOf<T extends string>(name: string, values: readonly T[]): readonly T[] | undefined {
    const text = this.text(name);
    const message = `must be one of ${values.join(', ')}, or several separated by commas`;
    if (text === undefined) return this.#rejectEmpty(name, message);
    const words = text.split(',', values.length * 2);
    const found = values.filter((value) => words.includes(value));
    return words.every((word) => found.some((value) => value === word)) ? found : this.#fail(name, message);
  }

  /** Reads an instant. A bare date is its first millisecond in UTC, or its last one at the end of a range. */
  time(name: string, end: 'from' | 'to'): number | undefined {
    const text = this.text(name);
    const message = 'must be a date-time with an offset (2026-11-16T09:00:00Z), or a date (2026-11-16)';
    if (text === undefined) return this.#rejectEmpty(name, message);
    const time = parseDateTime(text);
    if (time === undefined) return this.#fail(name, message);
    return end === 'to' && isCalendarDate(text) ? time + DAY_MS - 1 : time;
  }

  date(name: string): string | undefined {
    const text = this.text(name);
    const message = 'must be a date such as 2026-11-16';
    if (text === undefined) return this.#rejectEmpty(name, message);
    return isCalendarDate(text) ? text : this.#fail(name, message);
  }

  optionalInteger(name: string, bounds: { min: number; max: number }): number | undefined {
    const isGiven = this.#query[name] !== undefined;
    const value = this.integer(name, { ...bounds, fallback: bounds.min });
    return isGiven ? value : undefined;
  }

  /** Reads parameters of the form `metadata[key]=value`. */
  metadata(): { key: string; value: string }[] | undefined {
    const { metadataKey: maxKey, metadataValue: maxValue } = MAX_LENGTH;
    if (this.has('metadata')) {
      this.#known.add('metadata');
      this.#fail('metadata', 'needs a key in brackets, as in metadata[key]=value');
    }
    const names = Object.keys(this.#query).filter((name) => /^metadata\[.*\]$/s.test(name));
    if (names.length > MAX_METADATA_KEYS) {
      this.#fail('metadata', `must have at most ${MAX_METADATA_KEYS} keys`);
    }
    const pairs = names.slice(0, MAX_METADATA_KEYS).map((full) => {
      const key = full.slice('metadata['.length, -1);
      const value = this.text(full) ?? '';
      if (key === '' || [...key].length > maxKey || !key.isWellFormed() || /[\0\ufffd]/.test(key)) {
        this.#fail(full, `must have a key of 1 to ${maxKey} characters in its brackets`);
      } else if ([...value].length > maxValue) {
        this.#fail(full, `must have at most ${maxValue} characters`);
      }
      return { key, value };
    });
    return pairs.length > 0 ? pairs : undefined;
  }

  /** Whether the parameter is in the request. */
  has(name: string): boolean {
    return this.#query[name] !== undefined;
  }

  /** Adds an error that concerns several parameters together. */
  fail(name: string, message: string): void {
    this.#known.add(name);
    this.#fail(name, message);
  }

  integer(name: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    const text = this.text(name);
    const message = `must be a whole number from ${min} to ${max}`;
    if (text === undefined) return this.#rejectEmpty(name, message) ?? fallback;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) return this.#fail(name, message) ?? fallback;
    return value;
  }

  /** Reads a required month such as `2026-11`. */
  month(name: string): string {
    const text = this.text(name) ?? '';
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) this.#fail(name, 'must be a month such as 2026-11');
    return text;
  }

  /** Throws the errors, if there are any. Call it after the last parameter is read. */
  done(): void {
    for (const name of Object.keys(this.#query)) {
      if (!this.#known.has(name)) this.#fail(name, 'is not a known parameter; check the spelling');
    }
    assertNoErrors(this.#errors);
  }

  #rejectEmpty(name: string, message: string): undefined {
    if (this.#query[name] === '') this.#fail(name, message);
    return undefined;
  }

  #fail(name: string, message: string): undefined {
    this.#errors.push({ in: 'query', path: `/${escapePointerPart(name)}`, message });
    return undefined;
  }
}

const MAX_PAGE = Number.MAX_SAFE_INTEGER;

/** Reads the parameters of a page, which is given by its number, or by `after`. */
export function readPage(
  query: QueryReader,
  request?: Pick<FastifyRequest, 'raw'>,
): {
  page: number;
  limit: number;
  offset: number;
  after: string | undefined;
  isGone: (() => boolean) | undefined;
} {
  const page = query.integer('page', { min: 1, max: MAX_PAGE, fallback: 1 });
  const limit = query.integer('limit', { min: 1, max: 100, fallback: 20 });
  const after = query.text('after');
  if (after !== undefined && query.has('page')) {
    query.fail('after', 'cannot be combined with page: use one of them');
  }
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  return { page, limit, offset, after, isGone: request && watchClient(request) };
}

/** Rejects `after` in orders by values that change, in which entries would be missed or repeated. */
export function requireCursorSort(
  query: QueryReader,
  after: string | undefined,
  sort: string,
  stable: readonly string[] = ['createdAt', '-createdAt'],
): void {
  if (after === undefined || stable.includes(sort)) return;
  const allowed = stable.map((each) => `sort=${each}`).join(' and ');
  query.fail('after', `works with ${allowed} only; use page with sort=${sort}`);
}

type PageNumbers = Pick<Pagination, 'page' | 'limit'>;

export interface PageTotal {
  total: number;
  isExact: boolean;
  hasMore: boolean;
}

/** Formats a list as JSON text; the entries are JSON already. */
export function formatPage(docs: readonly string[], page: PageNumbers, total: PageTotal): string {
  return `${BEFORE_DOCS}${docs.join(',')}${afterDocs(page, total, true)}`;
}

/** Formats a list that is returned whole in the shape of those with pages. */
export function formatList(entries: readonly object[]): string {
  return formatDocList(entries.map((entry) => JSON.stringify(entry)));
}

/** Formats a whole list of which the entries are JSON already. */
export function formatDocList(docs: readonly string[]): string {
  return `${BEFORE_DOCS}${docs.join(',')}],"pagination":${JSON.stringify(paginateWhole(docs.length))}}`;
}

const BEFORE_DOCS = '{"data":[';

/** Creates the response for a page of documents, which are sent as they are stored. */
export function createPageResponse(
  docs: string | Uint8Array,
  page: PageNumbers,
  total: PageTotal,
  isCounted: boolean,
): ApiResponse {
  return {
    status: 200,
    body: docs,
    around: { before: BEFORE_DOCS, after: afterDocs(page, total, isCounted) },
  };
}

function afterDocs(
  { page, limit }: PageNumbers,
  { total, isExact, hasMore }: PageTotal,
  isCounted: boolean,
): string {
  const counted = isCounted
    ? { total, totalPages: Math.ceil(total / limit) }
    : { total: null, totalPages: null };
  const pagination: LoosePagination = {
    page,
    limit,
    ...counted,
    hasMore,
    totalIsExact: isCounted && isExact,
  };
  return `],"pagination":${JSON.stringify(pagination)}}`;
}
