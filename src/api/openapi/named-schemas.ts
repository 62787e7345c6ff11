import { withDescriptions } from './field-descriptions.ts';

/** Collects the schemas of a document by their name, which is their `title`. */
export interface NamedSchemas {
  /** Replaces each named schema, including the given one, with a reference. */
  refer(schema: object): object;
  all(): Record<string, object>;
}

export function collectSchemas(): NamedSchemas {
  const named = new Map<string, object>();
  const referred = new Map<object, object>();

  /** Converts each schema once, because most are parts of many others. */
  function refer(schema: object): object {
    const known = referred.get(schema);
    if (known) return known;
    const made = makeReference(schema);
    referred.set(schema, made);
    return made;
  }

  function makeReference(schema: object): object {
    if (Array.isArray(schema)) return schema.map((entry) => (isObject(entry) ? refer(entry) : entry));
    const { title, ...shape } = schema as { title?: string; type?: string | string[]; description?: string };
    if (typeof title !== 'string') return referBelow(schema);
    if (!Array.isArray(shape.type)) return addNamed(title, shape);
    // A nullable named schema becomes a choice, because a reference itself cannot be nullable.
    const [type] = shape.type;
    const { description, ...rest } = shape;
    const choice = { anyOf: [addNamed(title, { ...rest, type }), { type: 'null' }] };
    return description === undefined ? choice : { description, ...choice };
  }

  function addNamed(title: string, shape: object): object {
    const known = named.get(title);
    const own = addDescriptions(title, referBelow(shape));
    if (known && JSON.stringify(known) !== JSON.stringify(own)) {
      throw new Error(`two schemas are called ${title}`);
    }
    named.set(title, own);
    return { $ref: `#/components/schemas/${title}` };
  }

  function referBelow(schema: object): object {
    const shape = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, isObject(value) ? refer(value) : value]),
    );
    return withPrecision(withoutOwnKeywords(shape));
  }

  return { refer, all: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function addDescriptions(title: string, shape: { properties?: Record<string, object> }): object {
  return shape.properties ? { ...shape, properties: withDescriptions(title, shape.properties) } : shape;
}

/** Declares numbers as double: clients generated for Go would otherwise use 32 bits, which hold only seven digits. */
function withPrecision(schema: { type?: unknown; format?: unknown }): object {
  const isNumber = [schema.type].flat().includes('number');
  return isNumber && schema.format === undefined ? { ...schema, format: 'double' } : schema;
}

/** How a format of our own checks is written for others; they are described in words, too. */
const OWN_FORMATS: Record<string, object> = {
  ...{ bic: {}, iban: {}, locale: {}, logo: {}, 'number-format': {}, 'time-zone': {}, 'web-address': {} },
  currency: { pattern: '^[A-Z]{3}$' },
  'not-blank': { pattern: '\\S' },
};

/** The message of our own check, and a limit that descriptions state. */
interface OwnKeywords {
  'x-note'?: string;
  'x-maxDecimals'?: number;
}

/**
 * Leaves only what the standards define. Validators in strict mode, such as Ajv by default, reject a document with other
 * keywords, and with formats that are not in the registry of OpenAPI.
 */
function withoutOwnKeywords(schema: OwnKeywords & { format?: string }): object {
  const { format, 'x-note': _, 'x-maxDecimals': __, ...rest } = schema;
  return { ...rest, ...(OWN_FORMATS[String(format)] ?? (format === undefined ? {} : { format })) };
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
