/** The parts of a schema that affect its type. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  format?: string;
}

/** Declares a named schema: an interface for an object, otherwise a type. */
export function declaration(name: string, schema: Schema): string {
  const comment = docComment(schema, '');
  if (!isPlainObject(schema)) return `${comment}export type ${name} = ${typeOf(schema)};\n`;
  return `${comment}export interface ${name} ${members(schema, '')}\n`;
}

/** Returns the TypeScript type of a schema. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices && !schema.properties) return union(choices.map((choice) => typeOf(choice, indent)));
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part, indent))).join(' & ');
  if (schema.properties && choices) return alternatives(schema, choices, indent);
  return union([schema.type ?? 'unknown'].flat().map((type) => simpleType(type, schema, indent)));
}

function simpleType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return `${grouped(typeOf(schema.items ?? {}, indent))}[]`;
  if (type !== 'object') return type;
  if (schema.properties) return members(schema, indent);
  const { additionalProperties: others } = schema;
  return `Record<string, ${typeof others === 'object' ? typeOf(others, indent) : 'unknown'}>`;
}

/** An object that requires one of several sets of fields: all its fields, and one of the sets. */
function alternatives(schema: Schema, choices: Schema[], indent: string): string {
  const sets = choices.map(({ required = [], properties }) => {
    const fields = required.map((name) => {
      const own: Schema = schema.properties?.[name] ?? {};
      return `${key(name)}: ${typeOf(properties?.[name]?.not?.type === 'null' ? withoutNull(own) : own, indent)}`;
    });
    return `{ ${fields.join('; ')} }`;
  });
  return `${members(schema, indent)} & (${sets.join(' | ')})`;
}

function withoutNull(schema: Schema): Schema {
  return { ...schema, type: [schema.type ?? 'unknown'].flat().filter((type) => type !== 'null') };
}

function members({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${docComment(schema, inner)}${inner}${key(name)}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

export function docComment({ description, deprecated }: Schema, indent: string): string {
  const said = [description?.replaceAll('*/', '*\\/'), deprecated && '@deprecated'].filter(Boolean);
  return said.length === 0 ? '' : `${indent}/** ${said.join(' ')} */\n`;
}

function isPlainObject({ type, properties, anyOf, oneOf }: Schema): boolean {
  return (
    type === 'object' && properties !== undefined && Object.keys(properties).length > 0 && !anyOf && !oneOf
  );
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
