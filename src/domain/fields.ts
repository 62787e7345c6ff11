/** A scalar field of a resource. Types, schemas, forms, columns and defaults follow from tables of them. */
export type Field = Kind & {
  /** Never `null`. */
  isRequired?: true;
  /** Value in a new resource, and in one that was stored before the field existed. Otherwise `null`. */
  default?: string | number | boolean;
  /** Shown on documents, pages or emails, and so frozen with what was sent. */
  isPrinted?: true;
};

type Kind =
  | { kind: 'text' | 'webAddress' | 'numberFormat'; maxLength: number }
  | { kind: 'email' | 'country' | 'currency' | 'locale' | 'timeZone' | 'color' | 'logo' }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'percent' | 'yesNo' };

export type FieldKind = Kind['kind'];
export type Fields = Readonly<Record<string, Field>>;

type Content<One extends Field> = One extends { choices: readonly (infer Choice)[] }
  ? Choice
  : One extends { kind: 'whole' | 'percent' }
    ? number
    : One extends { kind: 'yesNo' }
      ? boolean
      : string;

export type FieldValue<One extends Field> = Content<One> | (One extends { isRequired: true } ? never : null);

export type FieldValues<Table extends Fields> = {
  -readonly [Name in keyof Table]: FieldValue<Table[Name]>;
};

type Defaults<Table extends Fields> = Omit<
  FieldValues<Table>,
  { [Name in keyof Table]: Table[Name] extends Undefaulted ? Name : never }[keyof Table]
>;
type Undefaulted = { isRequired: true; default?: never };

export function listFieldNames<Table extends Fields>(fields: Table): (keyof Table & string)[] {
  return Object.keys(fields);
}

/** The fields that a new resource need not state, with their values. */
export function getDefaults<Table extends Fields>(fields: Table): Defaults<Table> {
  const values = Object.entries(fields).flatMap(([name, field]) =>
    field.isRequired && field.default === undefined ? [] : [[name, field.default ?? null]],
  );
  return Object.fromEntries(values);
}

/** Takes the values of the fields from an input. Absent ones and `null` get the default. */
export function readValues<Table extends Fields>(
  fields: Table,
  input: Partial<Record<keyof Table, unknown>>,
): FieldValues<Table> {
  const values = Object.entries(fields).map(([name, field]) => [name, input[name] ?? field.default ?? null]);
  return Object.fromEntries(values);
}

/** Omits what is not printed or empty, so that a field that is added changes nothing that was frozen. */
export function omitUnprinted<Whole extends object>(fields: Fields, whole: Whole): Whole {
  const printed: Partial<Whole> = {};
  for (const name in whole) {
    const field = fields[name];
    if (!field || (field.isPrinted && whole[name] !== null)) printed[name] = whole[name];
  }
  return printed as Whole;
}

/** Picks the named fields that a patch gives. */
export function pickGiven<Name extends string, Patch extends Partial<Record<Name, unknown>>>(
  names: readonly Name[],
  patch: Patch,
): { [Given in Name]?: Exclude<Patch[Given], undefined> } {
  const given = names.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]]));
  return Object.fromEntries(given);
}

/** Builds an object with one value per field. */
export function mapFields<Table extends Fields, Value>(
  fields: Table,
  getValue: (name: keyof Table & string) => Value,
): Record<keyof Table, Value> {
  const values = Object.keys(fields).map((name) => [name, getValue(name)]);
  return Object.fromEntries(values);
}
