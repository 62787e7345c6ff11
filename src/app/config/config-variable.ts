import { readFileSync } from 'node:fs';

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

/** Declares a variable whose value is never printed, and that may be in a file. */
export function secretVariable<Field extends string, Value>(
  ...row: Row<Field, Value>
): Variable<Field, Value> {
  return { ...variable(...row), secret: true };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the text of a variable and where it is from; empty if it is not set. Secrets may be in the file that `NAME_FILE`
 * names, as secret managers and containers provide them.
 */
export function readVariable(
  env: Environment,
  { name, fallback, secret }: Pick<Variable<string, unknown>, 'name' | 'fallback' | 'secret'>,
): { text: string; from: 'environment' | 'file' | 'default' } {
  const given = env[name]?.trim() ?? '';
  const fileName = `${name}_FILE`;
  const file = secret ? (env[fileName]?.trim() ?? '') : '';
  if (file === '')
    return given === '' ? { text: fallback, from: 'default' } : { text: given, from: 'environment' };
  if (given !== '') throw new Error(`must not be set together with ${fileName}`);
  return { text: readSecretFile(file, fileName), from: 'file' };
}

function readSecretFile(path: string, fileName: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the file that ${fileName} names cannot be read (${code})`);
  }
  if (text === '') throw new Error(`the file that ${fileName} names is empty`);
  return text;
}
