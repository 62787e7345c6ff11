import { type Endpoint, exampleOf } from './openapi-model.ts';

/** A line that can be pasted: `PROFFER_API_KEY` holds the key. */
export function curlExample(endpoint: Endpoint, server: string): string {
  const url =
    server + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholder(endpoint, name));
  const body = exampleOf(endpoint.requestBody?.content);
  const parts = [
    `curl ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}${quoted(url)}`,
    `-H "Authorization: Bearer $PROFFER_API_KEY"`,
    ...(body === undefined ? [] : [`--json ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(endpoint.requestBody?.content?.['application/octet-stream'] ? ["-T 'FILE'"] : []),
  ];
  return parts.join(' \\\n  ');
}

/** The id of the example answer, where it is an id of this resource. */
function placeholder(endpoint: Endpoint, name: string): string {
  const resource = endpoint.path.split('/')[1] ?? '';
  const samples: Record<string, string> = { quotes: 'quo_…', invoices: 'inv_…', customers: 'cus_demo' };
  return name === 'id' ? (samples[resource] ?? 'ID') : name.toUpperCase();
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
