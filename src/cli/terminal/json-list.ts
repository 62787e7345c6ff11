import { paginateWhole } from '../../api/schemas/list.ts';
import { printJson } from './output.ts';

/** Prints a list in the shape that those of the API have. */
export function printJsonList(data: readonly unknown[], more: object = {}): void {
  printJson({ data, pagination: paginateWhole(data.length), ...more });
}
