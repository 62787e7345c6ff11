import type { Endpoint } from '../../api/endpoint.ts';
import { convertAmounts, type Fields, mayHoldAmount } from '../../api/schemas/amounts.ts';
import { type Input, UsageError } from '../command.ts';
import type { Service } from '../service/request.ts';
import { withService } from '../service/with-service.ts';
import { printJson } from '../terminal/output.ts';
import type { Act, ApiCommand, Captured, PreparedCall } from './api-command.ts';
import { type Field, findDefault, isFlag, listFields, loadEndpoint } from './fields.ts';
import { findId } from './find-by-number.ts';
import { formatFacts, formatRows } from './present.ts';
import { toCliError } from './problem-words.ts';

/** Runs a command: requests what it asks for and prints the result, or the error in words of the command line. */
export async function runApiCommand(
  command: ApiCommand,
  all: readonly ApiCommand[],
  input: Input,
): ReturnType<Act> {
  const endpoint = await loadEndpoint(command);
  const fields = listFields(command, endpoint);
  const argument = command.names && input.args[0];
  const findAccount = await command.findAccount?.(argument ?? '');
  const key = { name: `proffer ${command.name}`, access: endpoint.scope, findAccount };
  try {
    return await withService(input, key, async (service) => {
      const call = await prepareCall(service, command, endpoint, fields, input);
      if (command.act) return (await command.act())(call);
      const result = await service.call<Fields>(call.method, call.path, call.body, call.query);
      for (const name of command.also ?? []) {
        const { data } = await service.call<{ data: object[] }>('GET', `${call.path}/${name}`);
        result[name] = data;
      }
      if (command.mails && !input.flag('json')) call.known = await findMail(command, call);
      return printResult(command, result, call);
    });
  } catch (error) {
    const hasPart = endpoint.path.split(':').length > 2;
    const part = hasPart ? input.args[1] : undefined;
    throw await toCliError(error, { command, fields, argument, part, all });
  }
}

/** Finds the last email about what a command was for. */
async function findMail({ names, mails = '' }: ApiCommand, { service, path }: PreparedCall) {
  const id = path.split('/')[2] ?? '';
  const query = { [`${names}Id`]: id, type: mails, order: 'desc', limit: '1' };
  const { data } = await service.call<{ data: { data: Captured }[] }>('GET', '/events', undefined, query);
  return data[0]?.data ?? {};
}

function printResult(command: ApiCommand, result: Fields, { input, known }: PreparedCall): void {
  const { columns, name } = command;
  if (input.flag('json')) printJson(result);
  else if (columns) printPage(result as unknown as Page, columns, getNoun(name));
  else process.stdout.write(formatResult(command, result, known));
}

function formatResult({ facts, rows = {}, show }: ApiCommand, result: Fields, known: object): string {
  const tables = Object.entries(rows).flatMap(([list, names]) => {
    const entries = (result[list] ?? []) as object[];
    return entries.length > 0 ? [`\n${formatRows(entries, names, result)}`] : [];
  });
  return [facts ? formatFacts(result, facts) : '', ...tables, show?.(result, known) ?? ''].join('');
}

interface Page {
  data: readonly object[];
  pagination: { page: number; total: number; hasMore: boolean; totalIsExact: boolean };
}

/** What a command lists: `customers list` lists customers, and `quotes proposals` lists proposals. */
function getNoun(command: string): string {
  const noun = command.replace(/ list$/, '').replace(/.* /, '');
  return noun === 'catalogue' ? 'items' : noun.replace('-', ' ');
}

/** Prints a table, and how much of the list it is. */
function printPage({ data, pagination }: Page, columns: readonly string[], title: string): void {
  if (data.length > 0) process.stdout.write(formatRows(data, columns));
  const { page, total, hasMore, totalIsExact } = pagination;
  const more = hasMore ? `. More: --page ${page + 1}` : '';
  process.stderr.write(`${data.length} of ${total}${totalIsExact ? '' : '+'} ${title}${more}\n`);
}

async function prepareCall(
  service: Service,
  { names, query = {}, readsFirst, defaults }: ApiCommand,
  { method, operation, ...endpoint }: Endpoint,
  fields: readonly Field[],
  input: Input,
): Promise<PreparedCall> {
  const [name = ''] = input.args;
  const isNumbered = names === 'quote' || names === 'invoice';
  const id = isNumbered ? await findId(service, names, name) : name;
  const parts = [id, ...input.args.slice(1)];
  const path = endpoint.path
    .replace('/api/v1', '')
    .replaceAll(/:\w+/g, () => encodeURIComponent(parts.shift() ?? ''));
  const known: Fields = readsFirst ? await service.call('GET', path.replace(/\/[^/]*$/, '')) : {};
  const given = await readFields(service, fields, input);
  const values = { ...defaults?.(known), ...readAmounts(given, fields, known) };
  const pick = (isQuery: boolean) =>
    fields.filter((field) => field.isQuery === isQuery && values[field.name] !== undefined);
  const inQuery = pick(true).flatMap(({ name }) => toParameters(name, values[name]));
  const body = Object.fromEntries(pick(false).map((field) => [field.name, values[field.name]]));
  return {
    ...{ service, method, path, known, input },
    query: { ...Object.fromEntries(inQuery), ...query },
    body: typeof operation.body === 'object' ? body : undefined,
  };
}

/** Reads the options. The service validates their values. */
async function readFields(service: Service, fields: readonly Field[], { text, flag }: Input) {
  const values: Fields = {};
  for (const field of fields) {
    const { name, option } = field;
    const value = isFlag(field) ? (flag(option) ? 'true' : undefined) : text(option);
    if (value !== undefined) {
      const kind = { quoteId: 'quote', invoiceId: 'invoice' }[name] as 'quote' | 'invoice' | undefined;
      values[name] = kind ? await findId(service, kind, value) : parseValue(field, value);
    } else if (name === 'limit') values[name] = findDefault(field);
  }
  return values;
}

function parseValue({ name, option, isQuery, schema }: Field, text: string): unknown {
  if (name === 'metadata') {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--${option} must be KEY=VALUE, not "${text}"`);
    return { [text.slice(0, at)]: text.slice(at + 1) };
  }
  const types = [schema.type].flat();
  if (types.includes('array')) {
    return text.split(',').map((part) => matchCase(part.trim(), schema.items?.enum));
  }
  const isNumber = !isQuery && types.includes('integer') && !mayHoldAmount(name);
  if (isNumber && /^\d{1,15}$/.test(text)) return Number(text);
  return matchCase(text, schema.enum);
}

/** Takes a value of a list in any case. */
function matchCase(text: string, values: readonly (string | null)[] = []): string {
  return values.find((value) => value?.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Converts decimal amounts to the smallest unit of their currency. */
function readAmounts(given: Fields, fields: readonly Field[], known: Fields): Fields {
  const currency = given.currency ?? known.currency ?? 'EUR';
  const { fields: values, errors } = convertAmounts(given, String(currency));
  const [error] = errors;
  if (error === undefined) return values;
  const field = fields.find(({ name }) => error.path === `/${name}`);
  throw new UsageError(`--${field?.option} ${error.message.replace(' as a string', '')}`);
}

/** Writes lists and pairs as the query of a URL does. */
function toParameters(name: string, value: unknown): [string, string][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, String(value)]];
  return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, String(part)]);
}
