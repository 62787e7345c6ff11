import type { SearchEntry } from '../search-docs.ts';
import { stripMarks } from './markdown-blocks.ts';

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  webhooks?: Record<string, { post?: OpenApiOperation }>;
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Record<string, OpenApiOperation>>;
  components?: {
    schemas?: Record<string, Schema>;
    examples?: Record<string, { summary?: string }>;
    securitySchemes?: Record<string, { type: string; scheme?: string; description?: string }>;
  };
}

interface OpenApiOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  security?: Record<string, unknown>[];
  requestBody?: { required?: boolean; description?: string; content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown } | { $ref: string }> }
>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  pattern?: string;
  examples?: unknown[];
  [keyword: string]: unknown;
}

export interface Endpoint extends OpenApiOperation {
  id: string;
  method: string;
  path: string;
}

export interface Group {
  id: string;
  /** URL of the page that has this group only. */
  url: string;
  name: string;
  description: string | undefined;
  endpoints: Endpoint[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations by their first tag, in the order of the document. */
export function groupOperations(api: OpenApi): Group[] {
  const endpoints = listEndpoints(api);
  const known = (api.tags ?? []).map((tag) => tag.name);
  const names = new Set([...known, ...endpoints.map(getTag)]);
  return [...names]
    .map((name) => ({
      id: `group-${slug(name)}`,
      url: getTagUrl(name),
      name,
      description: api.tags?.find((tag) => tag.name === name)?.description,
      endpoints: endpoints.filter((endpoint) => getTag(endpoint) === name),
    }))
    .filter((group) => group.endpoints.length > 0);
}

/** The operations for the search of the documentation. */
export function listOperationEntries(api: object): SearchEntry[] {
  return listEndpoints(api as OpenApi).map((endpoint) => {
    const { id, method, path, summary, description = '' } = endpoint;
    return {
      page: 'API reference',
      title: summary ?? path,
      href: `${getTagUrl(getTag(endpoint))}#${id}`,
      text: `${method} ${path} ${stripMarks(description)}`,
    };
  });
}

function listEndpoints(api: OpenApi): Endpoint[] {
  return Object.entries(api.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        ...operation,
        id: slug(operation.operationId ?? `${method} ${path}`),
        method: method.toUpperCase(),
        path,
      })),
  );
}

function getTagUrl(tag: string): string {
  return `/docs/reference/${slug(tag).toLowerCase()}`;
}

/** The names of the schemas that a value refers to, by itself or by another schema. */
export function listUsedSchemas(api: OpenApi, value: unknown): string[] {
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(api.components?.schemas?.[name]);
    }
  };
  follow(value);
  return [...used];
}

function getTag(endpoint: Endpoint): string {
  return endpoint.tags?.[0] ?? 'Other';
}

export interface ErrorCode {
  code: string;
  status: number;
  title: string;
}

/** Error codes of an operation, from the names of its response examples. */
export function listErrorCodes(endpoint: Endpoint, api: OpenApi): ErrorCode[] {
  return Object.entries(endpoint.responses ?? {}).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => ({
      code,
      status: Number(status),
      title: api.components?.examples?.[code]?.summary ?? '',
    })),
  );
}

/** `#/components/schemas/Quote` → `Quote` */
export function getRefName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

function slug(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

export function findExample(content: Content | undefined): unknown {
  const media = content?.['application/json'];
  return media?.example;
}
