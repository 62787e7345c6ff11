/** What the engines spell differently in a table definition. */
interface Dialect {
  engine: 'sqlite' | 'postgres';
  blob: string;
  integer: string;
  /** Text is compared by its bytes on both engines, whatever the collation of the database. */
  text: string;
  /** Behind the closing bracket of a table. */
  strict: string;
}

export type Migration = (dialect: Dialect) => string[];

type Engine = Dialect['engine'];

/** A field of the JSON of a row. */
export function textIn(engine: Engine, field: string): string {
  return engine === 'sqlite' ? `(doc ->> '$.${field}')` : `(CAST(doc AS json) ->> '${field}')`;
}

/** In milliseconds, as the columns beside the JSON have it. */
export function timeIn(engine: Engine, field: string): string {
  return engine === 'sqlite'
    ? `CAST(round(unixepoch(doc ->> '$.${field}', 'subsec') * 1000) AS INTEGER)`
    : `CAST(extract(epoch FROM CAST(CAST(doc AS json) ->> '${field}' AS timestamptz)) * 1000 AS BIGINT)`;
}
