import { Problem } from '../domain/errors.ts';

/** Returns the row, or throws a 404 that names the kind of resource. */
export function expectFound<Row>(row: Row | undefined, noun: string): Row {
  if (!row) throw new Problem('not_found', `There is no ${noun} with this id.`);
  return row;
}
