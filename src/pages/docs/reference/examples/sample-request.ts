import { type Endpoint, findExample, type OpenApi } from '../openapi-model.ts';

/** Request and response of the samples of an operation. */
export interface SampleRequest {
  method: string;
  /** Base URL of the service, without `/api/v1`. */
  base: string;
  url: string;
  /** Path parameters by name. */
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Name of the file that is the body. */
  upload: string | undefined;
  /** Name of the file that is returned, if there is no other response body. */
  download: string | undefined;
  hasResponse: boolean;
}

/** Returns `undefined` for operations that no key may use. */
export function buildSampleRequest(endpoint: Endpoint, api: OpenApi): SampleRequest | undefined {
  if (endpoint.security && !endpoint.security.some((scheme) => 'key' in scheme)) return undefined;
  const server = api.servers?.[0]?.url ?? '';
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, list = '', name = '']) => [
      name,
      findSampleId(api, list, name),
    ]),
  );
  const required = (endpoint.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => [name, String(schema?.examples?.[0] ?? '')]);
  const query = { ...Object.fromEntries(required), ...CHOSEN[endpoint.operationId ?? ''] };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const success = Object.entries(endpoint.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const types = Object.keys(success?.content ?? {});
  return {
    method: endpoint.method,
    base: server.replace(/\/api\/v1$/, ''),
    url: server + path + (search && `?${search}`),
    params,
    query,
    body: findExample(endpoint.requestBody?.content),
    upload:
      endpoint.requestBody?.content?.['application/octet-stream'] &&
      (UPLOADS[endpoint.operationId ?? ''] ?? FILE),
    download:
      types.length > 0 && !types.includes('application/json') ? getFileName(types[0] ?? '') : undefined,
    hasResponse: types.length > 0,
  };
}

const FILE = 'plan.pdf';
/** Parameters of which one of several is needed. */
const CHOSEN: Partial<Record<string, Record<string, string>>> = { getExport: { month: '2026-11' } };
const UPLOADS: Partial<Record<string, string>> = {
  importPayments: 'statement.xml',
  importPriceListEntries: 'prices.csv',
};

const FILES: Record<string, string> = {
  'application/zip': 'archive.zip',
  'text/csv': 'journal.csv',
  'application/xml': 'invoice.xml',
};

function getFileName(type: string): string {
  return FILES[type] ?? FILE;
}

/** An id from the examples of the OpenAPI document. */
function findSampleId(api: OpenApi, list: string, name: string): string {
  if (name === 'name') return FILE;
  if (name === 'index') return '0';
  if (name === 'kind') return 'journal';
  for (const [path, item] of Object.entries(api.paths ?? {})) {
    const isOfList = path.endsWith(`/${list}`) || path.endsWith(`/${list}/{id}`);
    const example = isOfList ? (findExample(item.get?.responses?.[200]?.content) as Sample) : undefined;
    const found = example?.data?.[0] ?? example;
    const id = found?.id ?? found?.catalogueItemId;
    if (id) return id;
  }
  return 'ID';
}

type Named = { id?: string; catalogueItemId?: string };
type Sample = (Named & { data?: Named[] }) | undefined;
