import type { TSchema, TUnsafe } from 'typebox';
import type { Field, FieldKind, Fields, FieldValue } from '../../domain/fields.ts';
import { nullable, oneOf } from './fields.ts';
import { Type } from './type.ts';

type Schemas<Table extends Fields> = { -readonly [Name in keyof Table]: TUnsafe<FieldValue<Table[Name]>> };

/** Builds the schemas of the fields of a resource. `undefined` leaves the description to `field-descriptions.ts`. */
export function buildSchemas<Table extends Fields>(
  fields: Table,
  descriptions: Readonly<Record<keyof Table, string | undefined>>,
): Schemas<Table> {
  const schemas = Object.entries(fields).map(([name, field]) => {
    const description = descriptions[name];
    const build = BUILDERS[field.kind] as (field: Field) => TSchema;
    const schema: TSchema = { ...build(field), ...(description && { description }) };
    return [name, field.isRequired ? schema : nullable(schema)];
  });
  return Object.fromEntries(schemas);
}

/** Without the limits and descriptions that matter to callers who set the field. */
export function omitLimits<Schemas extends Record<string, object>>(schemas: Schemas): Schemas {
  const bare = Object.entries(schemas).map(([name, schema]) => {
    const { type, enum: values } = schema as { type?: unknown; enum?: unknown };
    return [name, { type, ...(values !== undefined && { enum: values }) }];
  });
  return Object.fromEntries(bare);
}

type Builder<Kind extends FieldKind> = (field: Field & { kind: Kind }) => object;

const BUILDERS: { [Kind in FieldKind]: Builder<Kind> } = {
  text: ({ maxLength, isRequired }) =>
    Type.String({ ...(isRequired && { minLength: 1, format: 'not-blank' }), maxLength }),
  email: () => Type.String({ maxLength: 254, format: 'email' }),
  country: () =>
    Type.String({
      pattern: '^[A-Z]{2}$',
      'x-note': 'must be an ISO 3166 code of two capital letters, such as DE',
    }),
  currency: () => Type.String({ format: 'currency' }),
  locale: () => Type.String({ maxLength: 35, format: 'locale' }),
  timeZone: () => Type.String({ format: 'time-zone' }),
  color: () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$', 'x-note': 'must be a colour such as #1f4e79' }),
  logo: () => Type.String({ format: 'logo' }),
  webAddress: ({ maxLength }) => Type.String({ maxLength, format: 'web-address' }),
  numberFormat: ({ maxLength }) => Type.String({ maxLength, format: 'number-format' }),
  choice: ({ choices }) => oneOf(choices),
  whole: ({ min, max }) => Type.Integer({ minimum: min, maximum: max }),
  percent: () => Type.Number({ minimum: 0, maximum: 100, 'x-maxDecimals': 4 }),
  yesNo: () => Type.Boolean(),
};
