import type { Json } from '../service/client.ts';
import type { Nodes } from './n8n-package.ts';

interface Setting {
  nodes: Nodes;
  url: string;
  key: string;
}

/** What a workflow run gives to a node: parameters, credentials and requests, which really go out. */
export function createExecution(
  { nodes, ...access }: Setting,
  items: Json[],
  { continueOnFail = false, run = 0 } = {},
) {
  const { NodeHelpers } = nodes.workflow;
  const { description } = new nodes.Proffer();
  return {
    ...createRequests(nodes, access),
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter(name: string, index: number, fallback?: unknown) {
      // The rules of the editor decide which parameters the node has, and what they are by default.
      const { resource = 'quote', operation } = items[index] as Json;
      const given = { resource, operation, ...items[index] };
      const all = NodeHelpers.getNodeParameters(
        description.properties,
        given,
        true,
        false,
        null,
        description,
      );
      return all[name] ?? fallback;
    },
    continueOnFail: () => continueOnFail,
    getExecutionId: () => 'execution-1',
    getWorkflowDataProxy: () => ({ $runIndex: run }),
  };
}

/** What the activation of a workflow gives to a trigger. */
export function createHook({ nodes, ...access }: Setting, staticData: Json, url: string, events: string[]) {
  return {
    ...createRequests(nodes, access),
    getWorkflowStaticData: () => staticData,
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => events,
    getWorkflow: () => ({ id: 'workflow-1', name: 'A workflow' }),
  };
}

/** What an incoming request gives to a trigger, and the status that it was rejected with. */
export function createIncoming(staticData: Json, body: string, headers: Record<string, string>) {
  const rejected: { status?: number } = {};
  const response = {
    status(status: number) {
      rejected.status = status;
      return response;
    },
    json: () => response,
  };
  return {
    rejected,
    getWorkflowStaticData: () => staticData,
    getRequestObject: () => ({ rawBody: Buffer.from(body) }),
    getHeaderData: () => headers,
    getResponseObject: () => response,
    helpers: { returnJsonArray: (data: Json[]) => data.map((json) => ({ json })) },
  };
}

function createRequests(nodes: Nodes, { url, key }: { url: string; key: string }) {
  const credentials = { url: `${url}/`, apiKey: key };
  return {
    getNode: () => ({
      id: 'node-1',
      name: 'Proffer',
      type: 'proffer',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    }),
    getCredentials: async () => credentials,
    helpers: {
      async httpRequestWithAuthentication(_name: string, options: Json) {
        return send(options, authenticate(nodes, credentials));
      },
      prepareBinaryData: async (data: Buffer, fileName: string, mimeType: string) => ({
        data,
        fileName,
        mimeType,
      }),
    },
  };
}

/** The headers that n8n makes of the credential's description. */
function authenticate(nodes: Nodes, credentials: { apiKey: string }): Record<string, string> {
  const { Authorization } = new nodes.ProfferApi().authenticate.properties.headers;
  return { Authorization: Authorization.slice(1).replace('{{$credentials.apiKey}}', credentials.apiKey) };
}

/** Rejects as n8n's HTTP client does: with an error that carries the response. */
async function send({ method, url, qs = {}, body, headers, encoding }: Json, more: Record<string, string>) {
  const query = new URLSearchParams(Object.entries(qs).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${url}?${query}`, {
    method,
    headers: { ...headers, ...more, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const data = encoding && response.ok ? await response.arrayBuffer() : isJson ? await response.json() : '';
  if (response.ok) return data;
  const { status } = response;
  throw Object.assign(new Error(`Request failed with status code ${status}`), { response: { status, data } });
}
