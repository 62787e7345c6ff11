import { X509Certificate } from 'node:crypto';
import { type Config, readConfig, VARIABLES } from '../app/config/config.ts';
import { readVariable } from '../app/config/config-variable.ts';
import type { Input } from './command.ts';
import { printJsonList } from './terminal/json-list.ts';
import { formatTable } from './terminal/output.ts';

export async function run({ flag }: Input): Promise<void> {
  const config = readConfig(process.env);
  const rows = VARIABLES.map((variable) => ({
    name: variable.name,
    value: formatValue(variable, config),
    from: readVariable(process.env, variable).from,
    help: variable.help,
  }));
  if (flag('json')) printJsonList(rows);
  else {
    const cells = rows.map(({ name, value, from, help }) => [name, value ?? '–', from, help]);
    process.stdout.write(formatTable(['VARIABLE', 'VALUE', 'FROM', 'MEANING'], cells));
  }
}

function formatValue({ field, secret }: (typeof VARIABLES)[number], config: Config): string | null {
  const value = config[field];
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (secret) return hideSecret(String(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.map(formatPart).join(',') : String(value);
}

function formatPart(part: unknown): string {
  return part instanceof X509Certificate ? part.subject.replaceAll('\n', ', ') : String(part);
}

/**
 * Keeps the host of a URL and the kind of a key. The user name of a URL is hidden too, because it is the password at some
 * mail services.
 */
function hideSecret(value: string): string {
  if (/^prf_(live|test)_/.test(value)) return `${value.slice(0, 9)}… (hidden)`;
  const [, scheme, login = '', rest, query] = /^(\w+:\/\/)([^/?]*@)?([^?]*)(\?.*)?$/s.exec(value) ?? [];
  return scheme ? `${scheme}${login && '…@'}${rest}${query ? '?…' : ''}` : '(hidden)';
}
