interface Page<T> {
  data: T[];
  pagination: { hasMore: boolean };
}

/** The maximum page size. */
const LIMIT = 100;

/**
 * Yields the whole list, page after page. Entries added at the front while reading move others to the next page; these
 * are not repeated.
 */
export async function* iteratePages<T extends { id: string }>(
  load: (page: { page: number; limit: number }) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let before = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await load({ page, limit: LIMIT });
    for (const entry of data) if (!before.has(entry.id)) yield entry;
    if (!pagination.hasMore) return;
    before = new Set(data.map(({ id }) => id));
  }
}
