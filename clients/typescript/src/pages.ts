import { isProfferError } from './errors.ts';

interface Page<T> {
  data: T[];
  pagination: { hasMore: boolean };
}

type Load<T> = (page: { after?: string; page?: number; limit: number }) => Promise<Page<T>>;

/** The maximum page size. */
const LIMIT = 100;

/** The orders that a list can be continued in after an entry. */
const BY_CREATION: readonly string[] = ['createdAt', '-createdAt'];

/**
 * Yields the whole list, page after page. In the order of creation, entries that are created or deleted while reading
 * neither repeat nor hide others. Other orders are read by the number of the page; there, new entries repeat no others.
 */
export async function* iteratePages<T extends { id: string }>(
  load: Load<T>,
  sort = 'createdAt',
  stableSorts = BY_CREATION,
): AsyncGenerator<T, void, undefined> {
  const isStable = stableSorts.includes(sort);
  let page = await load({ limit: LIMIT });
  let known = new Set<string>();
  for (let number = 2; ; number += 1) {
    const ids = page.data.map(({ id }) => id);
    const fresh = page.data.filter(({ id }) => !known.has(id));
    yield* fresh.slice(0, -1);
    // Read the next page first, because the caller may delete the last entry.
    const next = !page.pagination.hasMore
      ? undefined
      : isStable
        ? await loadAfter(load, ids)
        : await load({ page: number, limit: LIMIT });
    yield* fresh.slice(-1);
    if (!next) return;
    [page, known] = [next, new Set(ids)];
  }
}

/** Continues after the last of the entries that was not deleted in the meantime. */
async function loadAfter<T>(load: Load<T>, ids: readonly string[]): Promise<Page<T>> {
  for (let index = ids.length - 1; ; index -= 1) {
    try {
      return await load({ after: ids[index] ?? '', limit: LIMIT });
    } catch (error) {
      const isDeleted = isProfferError(error, 'validation_failed') && error.errors[0]?.path === '/after';
      if (!isDeleted || index <= 0) throw error;
    }
  }
}
