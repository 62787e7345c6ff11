import type { Endpoint } from '../../api/endpoint.ts';
import { CliError, UsageError } from '../command.ts';
import { ServiceError } from '../service/request.ts';
import { toPrintable } from '../terminal/output.ts';
import type { ApiCommand } from './api-command.ts';
import { type Field, nameOptions } from './fields.ts';

/** What the parts of a request are called on the command line. */
export interface Words {
  command: ApiCommand;
  fields: readonly Field[];
  /** The argument that names a resource. */
  argument: string | undefined;
  /** The argument that names a part of it. */
  part?: string | undefined;
  all: readonly ApiCommand[];
}

/** What a text about the API calls an operation. */
const REQUEST = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/;

/** How the API says where the invoice is. */
const SEE_INVOICE = 'See the invoice in invoiceId.';

/** Commands that do what an operation does, but do not call it. */
const COMMANDS_OF: Record<string, string> = { updateAccount: 'account set' };

/** Converts an error of the service to one in words of the command line. Its details may come from another server. */
export async function toCliError(error: unknown, words: Words): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error;
  const { command, fields, argument, part, all } = words;
  const { code, errors = [], detail } = error.problem;
  const isNumbered = /^(quote|invoice)$/.test(command.names ?? '');
  if (code === 'not_found' && argument !== undefined && isNumbered) {
    if (part !== undefined) return new CliError(`${toPrintable(part)}: ${toPrintable(detail ?? '')}`);
    return new CliError(describeMissing(command.names as string, argument));
  }
  const endpoints = REQUEST.test(JSON.stringify(error.problem)) ? await loadEndpoints() : [];
  const invoices = `See: proffer invoices list --quote ${argument}`;
  const say = (text: string) =>
    toPrintable(nameOptions(nameCommands(text, endpoints, all), fields)).replace(SEE_INVOICE, () => invoices);
  const named = errors.map(({ in: place = 'body', path, message }) => {
    const field = place === 'data' ? undefined : fields.find(({ name }) => path === `/${name}`);
    const isArgument = place === 'path' && argument !== undefined;
    const subject = field ? `--${field.option}` : isArgument ? toPrintable(argument) : describePath(path);
    return { isOwn: field !== undefined || isArgument, text: `${subject} ${say(message)}` };
  });
  const text = named.length > 0 ? named.map((each) => each.text).join('; ') : say(detail ?? error.message);
  const isUsage = code === 'validation_failed' && named.length > 0 && named.every(({ isOwn }) => isOwn);
  return isUsage ? new UsageError(text) : new CliError(text);
}

export function describeMissing(kind: string, name: string): string {
  return `there is no ${kind} ${toPrintable(name)}. See: proffer ${kind}s list`;
}

/** `/customer/address` is "address of the customer", and `/items/0/unitPrice` is "unitPrice of item 1". */
function describePath(path: string): string {
  const parts = path.split('/').slice(1);
  const words = parts.flatMap((part, index) => {
    if (/^\d+$/.test(part)) return [];
    const place = parts[index + 1] ?? '';
    // "quoteId" is the quote, but a tax id is an id itself.
    if (place === '' && /[^x]Id$/.test(part)) return [part.slice(0, -2)];
    return [/^\d+$/.test(place) ? `${part.replace(/s$/, '')} ${Number(place) + 1}` : part];
  });
  const [last = 'the request', ...owners] = words.reverse();
  return toPrintable(
    [last, ...owners.map((owner) => (/ \d+$/.test(owner) ? owner : `the ${owner}`))].join(' of '),
  );
}

/** Loads all endpoints, which takes longer than most commands and is rarely needed. */
async function loadEndpoints(): Promise<readonly Endpoint[]> {
  return (await import('../../api/endpoints.ts')).ENDPOINTS;
}

/** Replaces what the API calls an operation, such as `POST /api/v1/quotes/{id}/send`, by its command. */
function nameCommands(text: string, endpoints: readonly Endpoint[], all: readonly ApiCommand[]): string {
  return text.replaceAll(new RegExp(REQUEST, 'g'), (request, method, path) => {
    const parts = path.replace('/api/v1', '').split('/');
    const endpoint = endpoints.find(
      (each) => each.method === method && matches(each.path.replace('/api/v1', '').split('/'), parts),
    );
    if (!endpoint) return request;
    const { id, summary } = endpoint.operation;
    const command = all.find(({ operation }) => operation === id)?.name ?? COMMANDS_OF[id];
    return command === undefined ? `"${summary}" in the console or by the API` : `proffer ${command}`;
  });
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || part.startsWith(':'))
  );
}
