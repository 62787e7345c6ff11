import { formatTable } from './output.ts';

interface ListPage {
  data: readonly object[];
  pagination?: { page: number; total: number; hasMore: boolean; totalIsExact: boolean };
}

/** Prints a page of the API as a table, and how much of the list it is. */
export function printPage(
  { data, pagination }: ListPage,
  columns: Record<string, (entry: never) => string>,
  title: string,
): void {
  const toCells = (entry: object) => Object.values(columns).map((format) => format(entry as never));
  if (data.length > 0) process.stdout.write(formatTable(Object.keys(columns), data.map(toCells)));
  if (!pagination) return;
  const { page, total, hasMore, totalIsExact } = pagination;
  const more = hasMore ? `. More: --page ${page + 1}` : '';
  process.stderr.write(`${data.length} of ${total}${totalIsExact ? '' : '+'} ${title}${more}\n`);
}
