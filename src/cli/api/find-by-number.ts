import { isId } from '../../domain/ids.ts';
import { CliError } from '../command.ts';
import type { Service } from '../service/request.ts';
import { describeMissing } from './problem-words.ts';

const LISTS = {
  quote: { prefix: 'quo', path: '/quotes' },
  invoice: { prefix: 'inv', path: '/invoices' },
} as const;
const PAGE_SIZE = '100';

interface Page {
  data: { id: string; number: string }[];
  pagination: { hasMore: boolean };
}

/** Returns the id of a quote or an invoice that is named by its id or its number, in any case. */
export async function findId(service: Service, kind: keyof typeof LISTS, name: string): Promise<string> {
  const { prefix, path } = LISTS[kind];
  if (isId(prefix, name)) return name;
  // The search also finds other texts with the number in them, such as titles.
  const query = { search: name, limit: PAGE_SIZE, fields: 'summary' };
  let similar: string | undefined;
  for (let after: { after?: string } | undefined = {}; name !== '' && after; ) {
    const page: Page = await service.call('GET', path, undefined, { ...query, ...after });
    const found = page.data.find(({ number }) => number === name);
    if (found) return found.id;
    similar ??= page.data.find(({ number }) => number.toLowerCase() === name.toLowerCase())?.id;
    const last = page.data.at(-1);
    after = page.pagination.hasMore && last ? { after: last.id } : undefined;
  }
  if (similar !== undefined) return similar;
  throw new CliError(describeMissing(kind, name));
}
