import type * as TypeBox from 'typebox';

/** Not seen by whoever reads or copies a schema. */
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

/**
 * What the schemas are written with: the words and types of TypeBox, whose own program is four hundred files that every start
 * would load for the sake of these few lines.
 */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>;

function objectOf(properties: Properties, options?: object): Schema {
  const required = Object.keys(properties).filter((name) => !properties[name]?.[OPTIONAL]);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function optional(schema: Schema): Schema {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}
