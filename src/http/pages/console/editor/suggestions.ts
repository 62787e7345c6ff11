import { suggestLines } from '../../../../actions/catalogue/suggest-lines.ts';
import type { ConsoleRoute } from '../console-route.ts';

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

/** Lines to choose from while a description is typed. */
export const suggestionRoute: ConsoleRoute = {
  method: 'GET',
  path: '/suggestions',
  minRole: 'member',
  async handle({ deps, account, query }) {
    const text = (query.search ?? '').replaceAll('\0', '').trim().slice(0, MAX_LENGTH);
    if ([...text].length < MIN_LENGTH) return { json: { data: [] } };
    const search = { text, currency: query.currency ?? account.currency, quoteId: query.quote };
    return { json: { data: await suggestLines(deps, account.id, search) } };
  },
};
