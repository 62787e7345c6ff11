/** Syntax of table definitions that differs between the engines. */
interface Dialect {
  engine: 'sqlite' | 'postgres';
  blob: string;
  integer: string;
  /** Text is compared by bytes on both engines, whatever the collation of the database. */
  text: string;
  /** Follows the closing parenthesis of a table definition. */
  strict: string;
}

export type Migration = (dialect: Dialect) => string[];

type Engine = Dialect['engine'];

/** Extracts a field from the JSON of a row. */
export function textIn(engine: Engine, field: string): string {
  return engine === 'sqlite' ? `(doc ->> '$.${field}')` : `(CAST(doc AS json) ->> '${field}')`;
}

/** Extracts a time in milliseconds, the unit of the columns next to the JSON. */
export function timeIn(engine: Engine, field: string): string {
  return engine === 'sqlite'
    ? `CAST(round(unixepoch(doc ->> '$.${field}', 'subsec') * 1000) AS INTEGER)`
    : `CAST(extract(epoch FROM CAST(CAST(doc AS json) ->> '${field}' AS timestamptz)) * 1000 AS BIGINT)`;
}
