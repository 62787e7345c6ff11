import type { SampleRequest } from './sample-request.ts';

/** For Python 3.8 or later, with the standard library alone. */
export function renderPythonExample(sample: SampleRequest): string {
  const { method, url, body, upload, download, hasResponse } = sample;
  const isJson = body !== undefined;
  const needsJson = isJson || (hasResponse && download === undefined);
  const headers = [
    `"Authorization": f"Bearer {os.environ['PROFFER_API_KEY']}",`,
    ...(isJson ? ['"Content-Type": "application/json",'] : []),
  ];
  return [
    ...(needsJson ? ['import json'] : []),
    'import os',
    'from urllib.request import Request, urlopen',
    '',
    ...(isJson ? [`body = ${pythonLiteral(body)}`] : []),
    ...(upload === undefined ? [] : [`with open(${text(upload)}, "rb") as file:`, '    body = file.read()']),
    'request = Request(',
    `    ${text(url)},`,
    ...(method === 'GET' ? [] : [`    method=${text(method)},`]),
    '    headers={',
    ...headers.map((header) => `        ${header}`),
    '    },',
    ...(isJson ? ['    data=json.dumps(body).encode(),'] : upload === undefined ? [] : ['    data=body,']),
    ')',
    ...reading(sample),
  ].join('\n');
}

function reading({ download, hasResponse }: SampleRequest): string[] {
  if (!hasResponse) return ['urlopen(request).close()'];
  if (download !== undefined) {
    return [
      `with urlopen(request) as response, open(${text(download)}, "wb") as file:`,
      '    file.write(response.read())',
    ];
  }
  return ['with urlopen(request) as response:', '    print(json.load(response))'];
}

function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((entry) => `${inner}${pythonLiteral(entry, inner)},\n`).join('')}${indent}]`;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, entry]) => `${inner}${text(key)}: ${pythonLiteral(entry, inner)},\n`);
    return `{\n${lines.join('')}${indent}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : text(String(value));
}

/** Python reads JSON escapes the same way. */
function text(value: string): string {
  return JSON.stringify(value);
}
