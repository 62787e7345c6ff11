import type { PageTotal } from '../../store/lists/list-total.ts';
import { formatTable, printJson } from './output.ts';

interface ListPage<Entry> extends PageTotal {
  data: readonly Entry[];
  page: number;
  limit: number;
}

/** Prints a page as a table and how much of the list it is, or as the JSON of the API. */
export function printPage<Entry>(
  { data, page, limit, total, isExact, hasMore }: ListPage<Entry>,
  shown: { heading: readonly string[]; toCells(entry: Entry): string[]; title: string; isJson: boolean },
): void {
  if (shown.isJson) {
    const totalPages = Math.ceil(total / limit);
    printJson({ data, pagination: { page, limit, total, totalPages, hasMore, totalIsExact: isExact } });
    return;
  }
  if (data.length > 0) process.stdout.write(formatTable(shown.heading, data.map(shown.toCells)));
  const more = hasMore ? `. More: --page ${page + 1}` : '';
  process.stderr.write(`${data.length} of ${total}${isExact ? '' : '+'} ${shown.title}${more}\n`);
}
