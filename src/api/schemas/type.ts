import type * as TypeBox from 'typebox';

/** Marks optional properties. A symbol is invisible in JSON and in copies of the schema. */
const OPTIONAL = Symbol('optional');

type Schema = Record<PropertyKey, unknown>;
type Properties = Record<string, Schema>;

const createBuilder = (type: string) => (options?: object) => ({ type, ...options });

const builders = {
  String: createBuilder('string'),
  Number: createBuilder('number'),
  Integer: createBuilder('integer'),
  Boolean: createBuilder('boolean'),
  Array: (items: Schema, options?: object) => ({ type: 'array', items, ...options }),
  Union: (anyOf: Schema[], options?: object) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Object: createObject,
  Optional: markOptional,
  Partial: ({ properties }: { properties: Properties }, options?: object) =>
    createObject(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, markOptional(schema)])),
      options,
    ),
};

/** The subset of TypeBox that the schemas use, with its types. Loading TypeBox itself would read 400 files at every start. */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>;

function createObject(properties: Properties, options?: object): Schema {
  const required = Object.keys(properties).filter((name) => !properties[name]?.[OPTIONAL]);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function markOptional(schema: Schema): Schema {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}
