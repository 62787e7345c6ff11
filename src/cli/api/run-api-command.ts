import { convertAmounts, type Fields, mayHoldAmount } from '../../api/amounts.ts';
import type { Endpoint } from '../../api/endpoint.ts';
import { type Input, UsageError } from '../command.ts';
import type { Service } from '../service/request.ts';
import { withService } from '../service/with-service.ts';
import { printPage } from '../terminal/list-page.ts';
import { printJson } from '../terminal/output.ts';
import type { Act, ApiCommand, PreparedCall } from './api-command.ts';
import { type Field, findDefault, findEndpoint, isFlag, listFields } from './fields.ts';
import { findId } from './find-by-number.ts';
import { toCliError } from './problem-words.ts';

/** Runs a command: requests what it asks for and prints the result, or the error in words of the command line. */
export async function runApiCommand(
  command: ApiCommand,
  all: readonly ApiCommand[],
  input: Input,
): ReturnType<Act> {
  const endpoint = findEndpoint(command.operation);
  const fields = listFields(command);
  const argument = command.names && input.args[0];
  const findAccount = await command.findAccount?.(argument ?? '');
  const key = { name: `proffer ${command.name}`, access: endpoint.scope, findAccount };
  try {
    return await withService(input, key, async (service) => {
      const call = await prepareCall(service, command, endpoint, fields, input);
      if (command.act) return (await command.act())(call);
      const result = await service.call<object>(call.method, call.path, call.body, call.query);
      return printResult(command, result, call);
    });
  } catch (error) {
    throw toCliError(error, { command, fields, argument, all });
  }
}

function printResult(
  { columns, show, name }: ApiCommand,
  result: object,
  { input, known }: PreparedCall,
): void {
  if (input.flag('json')) printJson(result);
  else if (columns) printPage(result as Parameters<typeof printPage>[0], columns, name.replace(/ .*/, ''));
  else process.stdout.write(show?.(result, known) ?? '');
}

async function prepareCall(
  service: Service,
  { names, query = {}, reads, defaults }: ApiCommand,
  { method, path, operation }: Endpoint,
  fields: readonly Field[],
  input: Input,
): Promise<PreparedCall> {
  const [name = ''] = input.args;
  const isNumbered = names === 'quote' || names === 'invoice';
  const id = isNumbered ? await findId(service, names, name) : name;
  const fill = (template: string) => template.replace('/api/v1', '').replace(/:\w+/, encodeURIComponent(id));
  const known: Fields = reads ? await service.call('GET', fill(findEndpoint(reads).path)) : {};
  const given = await readFields(service, fields, input);
  const values = { ...defaults?.(known), ...readAmounts(given, fields, known) };
  const pick = (isQuery: boolean) =>
    fields.filter((field) => field.isQuery === isQuery && values[field.name] !== undefined);
  const inQuery = pick(true).flatMap(({ name }) => toParameters(name, values[name]));
  const body = Object.fromEntries(pick(false).map((field) => [field.name, values[field.name]]));
  return {
    ...{ service, method, path: fill(path), known, input },
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
