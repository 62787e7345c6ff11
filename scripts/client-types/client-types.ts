import { declaration, docComment, type Schema, typeOf } from './schema-type.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface ApiOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The parts of an OpenAPI document that the types are generated from. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

const HEAD = `// Generated from the OpenAPI document by \`npm run client:types\`. Do not edit.
import type { FileBody } from './file.ts';
`;

/** Generates the module with all schemas, queries, and the inputs and results of each operation. */
export function generateClientTypes(document: ApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  return [
    HEAD,
    ...Object.entries(document.components.schemas).map(([name, schema]) => declaration(name, schema)),
    ...operations.flatMap(queryType),
    `/** What each operation takes and gives. */\nexport interface Operations {\n${operations.map(operationType).join('')}}\n`,
    `export const OPERATIONS = {\n${operations
      .map(({ operationId, method, path }) => `  ${operationId}: '${method} ${path}',\n`)
      .join('')}} as const satisfies Record<keyof Operations, string>;\n`,
  ].join('\n');
}

function queryType(operation: ApiOperation): string[] {
  const parameters = listQueryParameters(operation);
  if (parameters.length === 0) return [];
  const schema: Schema = {
    type: 'object',
    required: parameters.filter(isRequired).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema: own }) => [name, { description, ...own }]),
    ),
  };
  return [declaration(queryName(operation), schema)];
}

function operationType(operation: ApiOperation): string {
  const path = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
  const parts = [
    path.length > 0 && `path: { ${path.map(({ name }) => `${name}: string`).join('; ')} }`,
    listQueryParameters(operation).length > 0 &&
      `query${listQueryParameters(operation).some(isRequired) ? '' : '?'}: ${queryName(operation)}`,
    operation.requestBody &&
      `body${isRequired(operation.requestBody) ? '' : '?'}: ${bodyType(operation.requestBody)}`,
    `result: ${resultType(operation)}`,
  ];
  const line = `  ${operation.operationId}: { ${parts.filter(Boolean).join('; ')} };\n`;
  return docComment({ description: operation.summary }, '  ') + line;
}

function isRequired({ required }: { required?: boolean }): boolean {
  return required === true;
}

function bodyType({ content }: NonNullable<ApiOperation['requestBody']>): string {
  const json = content['application/json'] ?? content['application/merge-patch+json'];
  return json ? typeOf(json.schema) : 'FileBody';
}

/** Returns the JSON type of a success response, or `undefined` without one. */
function resultType({ responses }: ApiOperation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json'])
    .map((json) => (json ? typeOf(json.schema) : 'undefined'));
  return [...new Set(types)].join(' | ');
}

function listQueryParameters({ parameters = [] }: ApiOperation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query');
}

function queryName({ operationId }: ApiOperation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}
