import type { Static, TSchema } from 'typebox';
import { MAX_LENGTH } from '../../domain/field-limits.ts';
import { nullable } from './fields.ts';
import { Type } from './type.ts';

export const pageParameters = {
  page: { type: 'integer', minimum: 1, default: 1, description: 'Page number' },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Entries on a page' },
  after: {
    type: 'string',
    description:
      'Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page',
  },
};

/** The parameter `metadata[key]=value` of a list. */
export const metadataParameter = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: MAX_LENGTH.metadataValue },
  description: '`metadata[key]=value`: the metadata has this value under this key',
};

const Pagination = Type.Object(
  {
    page: Type.Integer({ description: '1 with `after`' }),
    limit: Type.Integer(),
    total: Type.Integer(),
    totalPages: Type.Integer(),
    hasMore: Type.Boolean(),
    totalIsExact: Type.Boolean({
      description:
        'Whether `total` is exact; otherwise counting stopped, and there are at least `total` entries. Follow `hasMore`, not `totalPages`',
    }),
  },
  { title: 'Pagination', additionalProperties: false },
);
export type Pagination = Static<typeof Pagination>;

const COUNT_NOTE = '`null` with `count=none`';
/** The pagination of a list whose total is optional. */
const LoosePagination = Type.Object(
  {
    ...Pagination.properties,
    total: nullable(Type.Integer({ description: COUNT_NOTE })),
    totalPages: nullable(Type.Integer({ description: COUNT_NOTE })),
  },
  { title: 'LoosePagination', additionalProperties: false },
);
export type LoosePagination = Static<typeof LoosePagination>;

export function createPageSchema<Entry extends TSchema>(entry: Entry) {
  return Type.Object(
    { data: Type.Array(entry), pagination: Pagination },
    { title: `${getTitle(entry)}Page`, additionalProperties: false },
  );
}

/** A page of a list whose total is optional. */
export function createLoosePageSchema<Entry extends TSchema>(entry: Entry) {
  return Type.Object(
    { data: Type.Array(entry), pagination: LoosePagination },
    { title: `${getTitle(entry)}Page`, additionalProperties: false },
  );
}

export function examplePage<Entry>(entry: Entry) {
  return { data: [entry], pagination: { ...paginateWhole(1), limit: 20 } };
}

export function exampleList<Entry>(...data: Entry[]) {
  return { data, pagination: paginateWhole(data.length) };
}

/** The pagination of a list that is returned whole. */
export function paginateWhole(total: number): Pagination {
  return {
    ...{ page: 1, limit: Math.max(total, 1), total, totalPages: Math.min(total, 1) },
    ...{ hasMore: false, totalIsExact: true },
  };
}

/** A list that is returned whole: its only page. */
export function createListSchema<Entry extends TSchema>(entry: Entry) {
  return Type.Object(
    { data: Type.Array(entry), pagination: Pagination },
    { title: `${getTitle(entry)}List`, additionalProperties: false },
  );
}

function getTitle(entry: TSchema): string {
  return (entry as { title?: string }).title ?? '';
}
