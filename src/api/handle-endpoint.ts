import { readAccountTime } from '../actions/account/account-time.ts';
import { type Costed, showCosts } from '../actions/quotes/costs/show-costs.ts';
import type { ApiResponse, Call, Endpoint, Operation } from './endpoint.ts';
import { QueryReader } from './query.ts';
import { CatalogueItemSchema } from './schemas/catalogue/catalogue-item.ts';
import { TemplateSchema } from './schemas/catalogue/template.ts';
import { QuoteSchema } from './schemas/quote.ts';

/** Tags of the endpoints that ignore the test clock. */
const REAL_TIME_TAGS = ['People', 'Webhooks'];

/**
 * Returns the function that handles the requests of an endpoint. It asks once for what every handler needs, the time of
 * the account, and adds costs for callers who may see them.
 */
export function createEndpointHandler({ operation, handle, for: whom }: Endpoint) {
  const costed = findCosted(operation);
  const followsTestClock = whom !== 'person' && !REAL_TIME_TAGS.includes(operation.tag);
  const readsQuery = operation.query !== undefined;
  return async (call: Omit<Call, 'now'>): Promise<ApiResponse> => {
    const { deps, caller } = call;
    if (!readsQuery) new QueryReader(call.query).done();
    const time = followsTestClock ? readAccountTime(deps, caller.accountId) : deps.clock();
    const handled = await handle({ ...call, now: typeof time === 'number' ? time : await time });
    return costed && caller.seesCosts ? addCosts(call, costed, handled) : handled;
  };
}

const COSTED = new Map<unknown, Costed>([
  [QuoteSchema, 'quote'],
  [TemplateSchema, 'template'],
  [CatalogueItemSchema, 'catalogueItem'],
]);

/** Returns what has costs in the responses of an operation. Lists add theirs before their entries are joined. */
function findCosted({ responses }: Operation): Costed | undefined {
  return Object.values(responses)
    .map(({ schema }) => COSTED.get(schema))
    .find((costed) => costed !== undefined);
}

/**
 * Adds costs to a response, for callers that may see them. This is the last step, after the response was stored for
 * repeats: what is stored never contains costs.
 */
async function addCosts(
  { deps, caller }: Pick<Call, 'deps' | 'caller'>,
  costed: Costed,
  response: ApiResponse,
): Promise<ApiResponse> {
  const { status, body, headers } = response;
  if (status >= 300 || body === undefined || headers?.['Content-Type'] !== undefined) return response;
  const value = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
  return { ...response, body: JSON.stringify(await showCosts(deps, caller.accountId, costed, value)) };
}
