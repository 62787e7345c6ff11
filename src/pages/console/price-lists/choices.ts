import { listPriceLists, readPriceList } from '../../../actions/catalogue/price-lists.ts';
import type { PriceList } from '../../../domain/catalogue/price-list.ts';
import type { PageContext } from '../console-route.ts';
import { isProblem } from '../forms/form-values.ts';

type Context = Pick<PageContext, 'deps' | 'account'>;

/** Lists that a form offers; an account has a few. */
const MAX_CHOICES = 200;

/** Returns the lists to choose from, with the one that is chosen. */
export async function listChoices(
  context: Context,
  chosen: string | undefined,
): Promise<{ value: string; text: string }[]> {
  const { deps, account } = context;
  const { lists } = await listPriceLists(deps, account.id, { limit: MAX_CHOICES, offset: 0 });
  const isMissing = chosen && !lists.some(({ id }) => id === chosen);
  const other = isMissing ? await findPriceList(context, chosen) : undefined;
  return [...lists, ...(other ? [other] : [])].map(({ id, name, currency }) => ({
    value: id,
    text: `${name} (${currency})`,
  }));
}

export async function findPriceListName(context: Context, id: string): Promise<string | undefined> {
  return (await findPriceList(context, id))?.name;
}

/** Another request may have deleted the list. */
async function findPriceList({ deps, account }: Context, id: string): Promise<PriceList | undefined> {
  try {
    return (await readPriceList(deps, account.id, id)).stored;
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  }
}
