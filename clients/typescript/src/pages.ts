interface Page<T> {
  data: T[];
  pagination: { hasMore: boolean };
}

/** As many as a page can have. */
const LIMIT = 100;

/**
 * Everything of a list, page after page. What is added in front meanwhile moves the rest to the next page: that does
 * not come twice.
 */
export async function* everyOne<T extends { id: string }>(
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
