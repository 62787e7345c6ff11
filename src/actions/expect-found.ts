import { Problem } from '../domain/errors.ts';

/** What was looked for, or a 404 that names what it was to be. */
export function expectFound<Row>(row: Row | undefined, noun: string): Row {
  if (!row) throw new Problem('not_found', `There is no ${noun} with this id.`);
  return row;
}
