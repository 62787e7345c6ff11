import { type Costed, showCosts } from '../actions/quotes/costs/show-costs.ts';
import { Problem } from '../domain/errors.ts';
import type { ApiResponse, Call, Operation } from './endpoint.ts';
import { CatalogueItemSchema } from './schemas/catalogue/catalogue-item.ts';
import { TemplateSchema } from './schemas/catalogue/template.ts';
import { QuoteSchema } from './schemas/quote.ts';

const COSTED = new Map<unknown, Costed>([
  [QuoteSchema, 'quote'],
  [TemplateSchema, 'template'],
  [CatalogueItemSchema, 'catalogueItem'],
]);

/** Returns what has costs in the responses of an operation. Lists add theirs before their entries are joined. */
export function findCosted({ responses }: Operation): Costed | undefined {
  return Object.values(responses)
    .map(({ schema }) => COSTED.get(schema))
    .find((costed) => costed !== undefined);
}

/**
 * Adds costs to a response, for callers that may see them. This is the last step, after the response was stored for
 * repeats: what is stored never contains costs.
 */
export async function addCosts(
  { deps, caller }: Pick<Call, 'deps' | 'caller'>,
  costed: Costed,
  response: ApiResponse,
): Promise<ApiResponse> {
  const { status, body, headers } = response;
  if (status >= 300 || body === undefined || headers?.['Content-Type'] !== undefined) return response;
  const value = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
  return { ...response, body: JSON.stringify(await showCosts(deps, caller.accountId, costed, value)) };
}

export function costsForbidden(place: string): Problem {
  return new Problem(
    'forbidden',
    `You may not set "cost" of ${place}: that needs the right "seesCosts", which an owner can give. Leave "cost" out, and costs that are known stay as they are.`,
  );
}

export function marginsForbidden(): Problem {
  return new Problem(
    'forbidden',
    'You may not sort by margin: that needs the right "seesCosts", which an owner can give. Use another order.',
  );
}
