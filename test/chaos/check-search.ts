import { inParallel } from './check/aftermath.ts';
import type { FinalState } from './check/final-state.ts';
import type { Operation } from './check/history.ts';
import { createClientFor } from './faults/cluster.ts';

/** Checks that every title ever written finds exactly the quotes that have it now. */
export async function checkSearch(
  url: string,
  { account, quotes }: FinalState,
  operations: readonly Operation[],
): Promise<string[]> {
  const found: string[] = [];
  const api = createClientFor({ url }, account);
  const titles = new Set(operations.filter((one) => one.account === account).map(({ title }) => title));
  const all = [...quotes].map(([id, { quote }]) => ({ id, title: String(quote.title) }));
  await inParallel(
    [...titles].filter((title) => title !== undefined),
    async (title) => {
      const { body } = await api.get(`/quotes?limit=100&search=${encodeURIComponent(title)}`);
      const wanted = all.filter((quote) => quote.title.includes(title)).map(({ id }) => id);
      const ids = body.data.map(({ id }: { id: string }) => id) as string[];
      const isRight = body.pagination.total === wanted.length && ids.every((id) => wanted.includes(id));
      if (!isRight)
        found.push(`a search for ${title} finds ${body.pagination.total} (${ids}), not ${wanted}`);
    },
  );
  return found;
}
