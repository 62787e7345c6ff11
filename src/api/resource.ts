import type { ExpectVersion } from '../actions/expect-version.ts';
import { type Costed, showListedCosts } from '../actions/quotes/costs/show-costs.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from './endpoint.ts';
import { createIfMatchCheck, formatEtag, toNotModified } from './etag.ts';
import { createPageResponse, type PageTotal, QueryReader, readPage, requireCursorSort } from './query.ts';

interface Row {
  id: string;
  /** The JSON that is sent. */
  doc: string;
  version: number;
  /** Increases with changes of other resources that the JSON depends on. */
  views?: number;
}

/** A kind of resource that is stored as JSON under its `id`, with the parts in which its standard endpoints differ. */
export interface Resource<Filter extends object = object> {
  /** The path of the list; a single resource is at `:id` below it. */
  path: string;
  /** Set if the entries of the list have costs, for callers that may see them. */
  costed?: Costed;
  operations: Record<'list' | 'get' | 'update' | 'remove', Operation>;
  list(
    call: Call,
    page: Filter & { search?: string | undefined; limit: number; offset: number; after?: string | undefined },
  ): Promise<PageTotal & { docs: readonly string[] }>;
  /** Reads the parameters that filter the list, besides `search`. */
  readFilter?(reader: QueryReader): Filter;
  /** The values of `sort` with which a page can be continued by `after`. */
  cursorSorts?: readonly string[];
  /** Returns all matches, if the caller requests another format of the list. */
  exported?(call: Call, filter: Filter & { search: string | undefined }): ApiResponse | undefined;
  /** The endpoint that creates one, which differs for each kind. */
  creation: Endpoint;
  /** Throws `not_found` if it does not exist. */
  read(call: Call, id: string): Promise<Row>;
  /** Reads the body, too, because the existence of the resource is checked first. */
  change(
    call: Call,
    row: Row,
    expectVersion: ExpectVersion,
  ): Promise<{ stored: object; version: number; views?: number }>;
  remove(call: Call, id: string, expectVersion: ExpectVersion): Promise<void>;
}

export function resourceEndpoints<Filter extends object>(resource: Resource<Filter>): Endpoint[] {
  const { path, operations, creation } = resource;
  const one = `${path}/:id`;
  const handledBy =
    (handle: (resource: Resource<Filter>, call: Call) => Promise<ApiResponse>) => (call: Call) =>
      handle(resource, call);
  return [
    { method: 'GET', path, scope: 'read', operation: operations.list, handle: handledBy(list) },
    { method: 'GET', path: one, scope: 'read', operation: operations.get, handle: handledBy(get) },
    creation,
    { method: 'PATCH', path: one, scope: 'write', operation: operations.update, handle: handledBy(update) },
    { method: 'DELETE', path: one, scope: 'write', operation: operations.remove, handle: handledBy(remove) },
  ];
}

async function list<Filter extends object>(resource: Resource<Filter>, call: Call): Promise<ApiResponse> {
  const reader = new QueryReader(call.query);
  const page = readPage(reader, call.request);
  const filter = { ...(resource.readFilter?.(reader) as Filter), search: reader.text('search') };
  const { sort } = filter as { sort?: string };
  if (sort !== undefined) requireCursorSort(reader, page.after, sort, resource.cursorSorts);
  reader.done();
  const exported = resource.exported?.(call, filter);
  if (exported) return exported;
  const { docs, ...total } = await resource.list(call, { ...page, ...filter });
  const shown = resource.costed ? await addListedCosts(call, resource.costed, docs) : docs;
  return createPageResponse(shown.join(','), page, total, true);
}

async function addListedCosts(
  { deps, caller }: Call,
  costed: Costed,
  docs: readonly string[],
): Promise<readonly string[]> {
  if (!caller.seesCosts) return docs;
  const entries = docs.map((doc) => ({ id: (JSON.parse(doc) as Row).id, doc }));
  return showListedCosts(deps, caller.accountId, costed, entries);
}

async function get(resource: Pick<Resource, 'read' | 'change' | 'remove'>, call: Call): Promise<ApiResponse> {
  const row = await resource.read(call, call.params.id ?? '');
  const etag = formatEtag(row);
  return toNotModified(call, etag) ?? json(200, row.doc, { ETag: etag });
}

async function update(
  resource: Pick<Resource, 'read' | 'change' | 'remove'>,
  call: Call,
): Promise<ApiResponse> {
  const row = await resource.read(call, call.params.id ?? '');
  const expectVersion = createIfMatchCheck(call);
  expectVersion(row.version);
  const { stored, ...versions } = await resource.change(call, row, expectVersion);
  return json(200, stored, { ETag: formatEtag(versions) });
}

async function remove(
  resource: Pick<Resource, 'read' | 'change' | 'remove'>,
  call: Call,
): Promise<ApiResponse> {
  await resource.remove(call, call.params.id ?? '', createIfMatchCheck(call));
  return { status: 204 };
}
