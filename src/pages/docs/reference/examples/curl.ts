import type { SampleRequest } from './sample-request.ts';

/** A command to paste; `PROFFER_API_KEY` holds the key. */
export function renderCurlExample({ method, url, body, upload, download }: SampleRequest): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined) || upload !== undefined;
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(url)}`,
    '-H "Authorization: Bearer $PROFFER_API_KEY"',
    ...(body === undefined ? [] : [`--json ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(upload === undefined ? [] : [`-T ${quoted(upload)}`]),
    ...(download === undefined ? [] : [`-o ${quoted(download)}`]),
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
