/** One environment variable, and the field of the configuration that it sets. */
export interface Variable<Field extends string, Value> {
  name: string;
  field: Field;
  fallback: string;
  secret?: boolean;
  help: string;
  read(text: string): Value;
}

type Row<Field extends string, Value> = [
  name: string,
  field: Field,
  fallback: string,
  help: string,
  read: (text: string) => Value,
];

export function variable<Field extends string, Value>(
  ...[name, field, fallback, help, read]: Row<Field, Value>
): Variable<Field, Value> {
  return { name, field, fallback, help, read };
}

/** Declares a variable whose value is never printed. */
export function secretVariable<Field extends string, Value>(
  ...row: Row<Field, Value>
): Variable<Field, Value> {
  return { ...variable(...row), secret: true };
}
