import { createHash } from 'node:crypto';
import {
  type IBinaryKeyData,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { findOperation, type Operation, PROPERTIES } from './operations';
import { callProffer } from './request';

/** The largest page that the API returns. */
const PAGE_SIZE = 100;

export class Proffer implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Proffer',
    name: 'proffer',
    icon: { light: 'file:proffer.svg', dark: 'file:proffer.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Create and send quotes, and work with their customers and invoices',
    defaults: { name: 'Proffer' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'profferApi', required: true }],
    properties: PROPERTIES,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const itemIndex of this.getInputData().keys()) {
      try {
        const found = await runOperation(this, itemIndex);
        results.push(...found.map((data) => ({ ...data, pairedItem: { item: itemIndex } })));
      } catch (error) {
        if (!this.continueOnFail()) throw toNodeError(this, error, itemIndex);
        results.push({ json: { error: (error as Error).message }, pairedItem: { item: itemIndex } });
      }
    }
    return [results];
  }
}

/** Keeps the errors of n8n, and gives any other one the node and the item that it belongs to. */
function toNodeError(context: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  return error instanceof NodeApiError || error instanceof NodeOperationError
    ? error
    : new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

type Result = Pick<INodeExecutionData, 'json' | 'binary'>;

async function runOperation(context: IExecuteFunctions, itemIndex: number): Promise<Result[]> {
  const read = (name: string, fallback?: unknown) => context.getNodeParameter(name, itemIndex, fallback);
  const [resource, value] = [read('resource') as string, read('operation') as string];
  const operation = findOperation(resource, value);
  if (!operation) {
    throw new NodeOperationError(context.getNode(), `There is no operation ${value} of ${resource}.`, {
      itemIndex,
    });
  }
  const path = operation.path.replace('{id}', () => encodeURIComponent(String(read('id'))));
  if (operation.isList) return readList(context, path, itemIndex);
  if (operation.isFile) return readFile(context, path, itemIndex);

  const body = operation.body && readBody(context, operation, itemIndex);
  const headers =
    operation.method === 'POST'
      ? { 'Idempotency-Key': nameRequest(context, itemIndex, { path, body }) }
      : undefined;
  const response = await callProffer(context, { method: operation.method, path, body, headers }, itemIndex);
  return [{ json: operation.method === 'DELETE' ? { deleted: true } : response }];
}

function readBody(context: IExecuteFunctions, { body = [] }: Operation, itemIndex: number): IDataObject {
  const fields = body.includes('fields') ? readJson(context, 'fields', itemIndex) : {};
  const named = body
    .filter((name) => name !== 'fields')
    .map((name) => [
      name,
      name === 'items'
        ? readJson(context, name, itemIndex)
        : (context.getNodeParameter(name, itemIndex) as string | number),
    ]);
  return { ...(fields as IDataObject), ...Object.fromEntries(named) };
}

/** Reads a parameter that holds JSON: as text, or as the value of an expression. */
function readJson(context: IExecuteFunctions, name: string, itemIndex: number): IDataObject | IDataObject[] {
  const value = context.getNodeParameter(name, itemIndex, {}) as string | IDataObject;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value.trim() || '{}');
  } catch (error) {
    throw new NodeOperationError(context.getNode(), error as Error, {
      message: `The parameter ${name} is not valid JSON.`,
      itemIndex,
    });
  }
}

async function readList(context: IExecuteFunctions, path: string, itemIndex: number): Promise<Result[]> {
  const all = context.getNodeParameter('returnAll', itemIndex) as boolean;
  const limit = all ? Number.POSITIVE_INFINITY : (context.getNodeParameter('limit', itemIndex) as number);
  const filters = readJson(context, 'filters', itemIndex) as IDataObject;
  const rows: IDataObject[] = [];
  for (let after: string | undefined; ; ) {
    const query = { ...filters, limit: Math.min(PAGE_SIZE, limit - rows.length), ...(after && { after }) };
    const { data, pagination } = await callProffer(context, { method: 'GET', path, query }, itemIndex);
    rows.push(...data);
    if (!pagination.hasMore || rows.length >= limit || data.length === 0)
      return rows.map((json) => ({ json }));
    after = data.at(-1).id;
  }
}

async function readFile(context: IExecuteFunctions, path: string, itemIndex: number): Promise<Result[]> {
  const request = { method: 'GET' as const, path, accept: 'application/pdf' };
  const bytes = Buffer.from(await callProffer(context, request, itemIndex));
  const name = `${String(context.getNodeParameter('id', itemIndex))}.pdf`;
  const data = await context.helpers.prepareBinaryData(bytes, name, 'application/pdf');
  const binary: IBinaryKeyData = { data };
  return [{ json: {}, binary }];
}

/**
 * A retry of the same run repeats the request instead of doing it twice; another run of a loop, or another call of an
 * assistant, is another request.
 */
function nameRequest(context: IExecuteFunctions, itemIndex: number, request: IDataObject): string {
  const run = context.getWorkflowDataProxy(itemIndex).$runIndex;
  const parts = [context.getExecutionId(), context.getNode().id, run, itemIndex, request];
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
