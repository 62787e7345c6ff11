import type { Endpoint } from '../../api/endpoint.ts';
import { describeAsDecimal, mayHoldAmount } from '../../api/schemas/amounts.ts';
import type { Option } from '../command.ts';
import type { ApiCommand } from './api-command.ts';
import { capitalize } from './present.ts';

/** A query parameter or a field of the body that an option sets. */
export interface Field {
  name: string;
  option: string;
  isQuery: boolean;
  schema: FieldSchema;
}

interface FieldSchema {
  type: string | string[];
  items?: FieldSchema;
  enum?: (string | null)[];
  format?: string;
  description?: string;
  default?: unknown;
  maximum?: number;
}

/** Parameters that only programs need: pages have numbers, and a command prints all that is asked for. */
const OF_PROGRAMS = ['after', 'count', 'fields'];
const MAX_LISTED_VALUES = 8;

export async function loadEndpoint({ operation, routes }: ApiCommand): Promise<Endpoint> {
  const endpoints = Object.values(await routes()).flat() as Partial<Endpoint>[];
  const endpoint = endpoints.find((each) => each.operation?.id === operation);
  if (endpoint) return endpoint as Endpoint;
  throw new Error(`there is no operation ${operation}`);
}

/** Lists the fields of the operation that have an option. */
export function listFields({ options = {}, query = {} }: ApiCommand, endpoint: Endpoint): Field[] {
  const { body } = endpoint.operation;
  const schema = typeof body === 'object' ? (body.schema as { properties: object }) : { properties: {} };
  const toFields = (schemas: object, isQuery: boolean) =>
    Object.entries(schemas as Record<string, FieldSchema>).flatMap(([name, schema]): Field[] => {
      const option = options[name] === undefined ? formatOption(name) : options[name];
      const isFixed = name in query || (isQuery && OF_PROGRAMS.includes(name));
      return option === null || isFixed || !isText(name, schema) ? [] : [{ name, option, isQuery, schema }];
    });
  return [...toFields(endpoint.operation.query ?? {}, true), ...toFields(schema.properties, false)];
}

/** `customerId` is `--customer`, and `createdFrom` is `--created-from`. */
function formatOption(name: string): string {
  return name.replace(/(?<=.)Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether one word of a command line can be the value. */
function isText(name: string, { type, items }: FieldSchema): boolean {
  const types = [type].flat();
  return (
    name === 'metadata' || (types.includes('array') ? items?.type === 'string' : !types.includes('object'))
  );
}

/** Whether the option is a flag. */
export function isFlag({ schema }: Field): boolean {
  return schema.type === 'boolean';
}

export async function listOptions(command: ApiCommand): Promise<Record<string, Option>> {
  const fields = listFields(command, await loadEndpoint(command));
  return Object.fromEntries(
    fields.map((field) => [
      field.option,
      { value: isFlag(field) ? undefined : describeValue(field), help: describeField(field, fields) },
    ]),
  );
}

function describeValue({ name, option, schema }: Field): string {
  const types = [schema.type].flat();
  if (name === 'metadata') return 'KEY=VALUE';
  if (types.includes('array')) return `${option.toUpperCase()},…`;
  if (mayHoldAmount(name)) return 'AMOUNT';
  if (types.includes('integer')) return 'N';
  if (schema.enum) return option.toUpperCase();
  if (schema.format === 'email') return 'ADDRESS';
  if (schema.format === 'date' || /(From|To|Until)$/.test(name)) return 'DATE';
  if (name === 'quoteId' || name === 'invoiceId') return 'NUMBER';
  return name.endsWith('Id') ? 'ID' : 'TEXT';
}

function describeField(field: Field, fields: readonly Field[]): string {
  const { name, schema } = field;
  const described =
    name === 'metadata' ? 'Only those whose metadata has this value' : (schema.description ?? '');
  const decimal = mayHoldAmount(name) ? describeAsDecimal(described) : described;
  const others = fields.filter((each) => each !== field);
  const help = capitalize(nameOptions(decimal, others));
  const values = schema.enum ?? schema.items?.enum ?? [];
  const isListed = values.length > 0 && values.length <= MAX_LISTED_VALUES;
  const fallback = findDefault(field);
  const notes = [
    ...(isListed ? [`one of ${values.filter((value) => value !== null).join(', ')}`] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(name === 'limit' ? [`at most ${schema.maximum}`] : []),
  ];
  return notes.length > 0 ? `${help} (${notes.join('; ')})` : help;
}

/** A list is as long as a page can be. */
export function findDefault({ name, schema }: Field): unknown {
  return name === 'limit' ? schema.maximum : schema.default;
}

/** Names the options instead of the fields in a text about the API. */
export function nameOptions(text: string, fields: readonly Field[]): string {
  const named = text.replaceAll(/(["`])(\w+)\1|\b[a-z]+[A-Z]\w*/g, (word, _mark, quoted) => {
    const field = fields.find(({ name }) => name === (quoted ?? word));
    return field ? `--${field.option}` : word;
  });
  return named.replaceAll('`', '');
}
