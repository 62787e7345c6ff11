import { listPriceLists, readPriceList } from '../../../actions/catalogue/price-lists.ts';
import type { Deps } from '../../../app/deps.ts';
import type { PriceList } from '../../../domain/catalogue/price-list.ts';
import { isProblem } from '../forms/form-values.ts';

/** Lists that a form offers; an account has a few. */
const MAX_CHOICES = 200;

/** Returns the lists to choose from, with the one that is chosen. */
export async function listChoices(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  chosen: string | undefined,
): Promise<{ value: string; text: string }[]> {
  const { lists } = await listPriceLists(deps, accountId, { limit: MAX_CHOICES, offset: 0 });
  const isMissing = chosen && !lists.some(({ id }) => id === chosen);
  const other = isMissing ? await findPriceList(deps, accountId, chosen) : undefined;
  return [...lists, ...(other ? [other] : [])].map(({ id, name, currency }) => ({
    value: id,
    text: `${name} (${currency})`,
  }));
}

export async function findPriceListName(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  return (await findPriceList(deps, accountId, id))?.name;
}

/** It may have been deleted since it was chosen. */
async function findPriceList(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<PriceList | undefined> {
  try {
    return (await readPriceList(deps, accountId, id)).stored;
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  }
}
