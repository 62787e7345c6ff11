import type { Static, TObject, TSchema, TUnsafe } from 'typebox';
import { MAX_LENGTH } from '../../domain/field-limits.ts';
import { MAX_METADATA_KEYS, type Metadata, type MetadataChange } from '../../domain/metadata.ts';
import { Type } from './type.ts';

// Fields that several resources share, and helpers to build them.

/** Allows `null`. Uses a list of types, which is easier to read in OpenAPI than a union of two schemas. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<Schema> | null>({
    type: [type, 'null'],
    ...rest,
    ...(values && { enum: [...values, null] }),
  });
}

/** Makes the fields in `fields` optional if `name` is set, because their values then come from the named resource. */
export function requireUnlessNamed<Schema extends TObject>(
  schema: Schema,
  name: string,
  fields: readonly string[],
): TUnsafe<Static<Schema>> {
  const { required, ...rest } = schema as { required?: string[] };
  return Type.Unsafe<Static<Schema>>({
    ...rest,
    required: required?.filter((field) => !fields.includes(field)),
    anyOf: [
      { properties: { [name]: { not: { type: 'null' } } }, required: [name] },
      { properties: Object.fromEntries(fields.map((field) => [field, {}])), required: fields },
    ],
  });
}

/** A string enum. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  options: { description?: string } = {},
): TUnsafe<Value> {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options });
}

export function nullableText(maxLength: number, description: string): TUnsafe<string | null> {
  return nullable(Type.String({ maxLength, description }));
}

export const nullableString = nullable(Type.String());
export const timestamp = Type.String({ format: 'date-time' });

export function nullableTimestamp(description: string): TUnsafe<string | null> {
  return nullable(Type.String({ format: 'date-time', description }));
}

export function money(description: string) {
  return Type.Integer({ minimum: 0, format: 'int64', description });
}

export function mailAddress(description: string) {
  return Type.String({ maxLength: 254, description, format: 'email' });
}

const METADATA = 'Your own keys and values, for your programs: customers never see them. At most 50 keys';
const metadataKeys = { propertyNames: { minLength: 1, maxLength: MAX_LENGTH.metadataKey } };

export const metadata = Type.Unsafe<Metadata>({
  type: 'object',
  ...metadataKeys,
  additionalProperties: { type: 'string', maxLength: MAX_LENGTH.metadataValue },
  maxProperties: MAX_METADATA_KEYS,
  description: METADATA,
});

/** Allows twice as many keys, so that one change can remove all keys and add as many new ones. */
export const metadataChange = nullable(
  Type.Unsafe<NonNullable<MetadataChange>>({
    type: 'object',
    ...metadataKeys,
    additionalProperties: { type: ['string', 'null'], maxLength: MAX_LENGTH.metadataValue },
    maxProperties: 2 * MAX_METADATA_KEYS,
    description: `${METADATA}. Merged by key: \`null\` removes one`,
  }),
);
