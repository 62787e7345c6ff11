import { createProffer } from '../../clients/typescript/src/index.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';

/** The files with a list of all operations: the heading above it, and its rows. */
export const OPERATION_LISTS = [
  { file: 'clients/typescript/README.md', heading: '## All operations', list: listCalls },
  { file: 'docs/api.md', heading: '### Every operation', list: listOperations },
] as const;

/** Replaces the table below the heading. */
export function replaceTable(text: string, heading: string, rows: readonly string[]): string {
  const at = text.indexOf(`\n${heading}\n`);
  const start = text.indexOf('\n| ', at);
  const end = text.indexOf('\n\n', start);
  if (at < 0 || start < 0 || end < 0) throw new Error(`there is no table below ${heading}`);
  return text.slice(0, start) + rows.map((row) => `\n${row}`).join('') + text.slice(end);
}

/** The calls of the client, each resource in a row. */
function listCalls(): string[] {
  const rows: string[] = [];
  const visit = (name: string, resource: object): void => {
    const calls = Object.entries(resource);
    const own = calls.filter(([, call]) => typeof call === 'function').map(([call]) => `\`${call}\``);
    rows.push(`| \`${name}\` | ${own.join(' ')} |`);
    for (const [below, call] of calls) if (typeof call === 'object') visit(`${name}.${below}`, call);
  };
  const client = createProffer({ url: 'https://quotes.example.com', key: 'prf_test_none' });
  for (const [name, resource] of Object.entries(client)) visit(name, resource);
  return ['| | |', '|---|---|', ...rows];
}

/** The operations of the OpenAPI document, in its order. */
function listOperations(): string[] {
  const rows = ENDPOINTS.map(({ method, path, operation: { id, summary } }) => {
    const shown = path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}');
    return `| \`${method} ${shown}\` | \`${id}\` | ${summary} |`;
  });
  return ['| | | |', '|---|---|---|', ...rows];
}
