import type * as TypeBox from 'typebox';

/** Marks optional properties. A symbol is invisible in JSON and in copies of the schema. */
const OPTIONAL = Symbol('optional');

type Schema = Record<PropertyKey, unknown>;
type Properties = Record<string, Schema>;

const of = (type: string) => (options?: object) => ({ type, ...options });

const builders = {
  String: of('string'),
  Number: of('number'),
  Integer: of('integer'),
  Boolean: of('boolean'),
  Array: (items: Schema, options?: object) => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[], options?: object) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Object: objectOf,
  Optional: optional,
  Partial: ({ properties }: { properties: Properties }, options?: object) =>
    objectOf(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)])),
      options,
    ),
};

/** The subset of TypeBox that the schemas use, with its types. Loading TypeBox itself would read 400 files at every start. */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>;

function objectOf(properties: Properties, options?: object): Schema {
  const required = Object.keys(properties).filter((name) => !properties[name]?.[OPTIONAL]);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function optional(schema: Schema): Schema {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}
