import { type Costed, showCosts } from '../../actions/cost/show-costs.ts';
import { Problem } from '../../domain/errors.ts';
import { CatalogueItemSchema } from '../../schemas/catalogue/catalogue-item.ts';
import { TemplateSchema } from '../../schemas/catalogue/template.ts';
import { QuoteSchema } from '../../schemas/quote.ts';
import type { ApiResponse, Call, Operation } from '../api/endpoint.ts';

const COSTED = new Map<unknown, Costed>([
  [QuoteSchema, 'quote'],
  [TemplateSchema, 'template'],
  [CatalogueItemSchema, 'catalogueItem'],
]);

/** Returns what has costs in the responses of an operation, alone or as a list. */
export function findCosted({ responses }: Operation): Costed | undefined {
  for (const { schema } of Object.values(responses)) {
    const costed = findInSchema(schema as SchemaPart | undefined);
    if (costed) return costed;
  }
  return undefined;
}

interface SchemaPart {
  properties?: { data?: { items?: unknown } };
  anyOf?: SchemaPart[];
}

function findInSchema(schema: SchemaPart | undefined): Costed | undefined {
  if (!schema) return undefined;
  return COSTED.get(schema) ?? COSTED.get(schema.properties?.data?.items) ?? findInSchema(schema.anyOf?.[0]);
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
  const { body, around, headers } = response;
  if (response.status >= 300 || body === undefined || headers?.['Content-Type'] !== undefined)
    return response;
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const value = JSON.parse(around ? around.before + text + around.after : text);
  const isList = Array.isArray(value.data);
  // Summaries of quotes have no items, and so no margins.
  if (costed === 'quote' && isList && value.data.some(({ items }: { items?: unknown }) => !items))
    return response;
  const shown = await showCosts(deps, caller.accountId, costed, isList ? value.data : [value]);
  const { around: _, ...rest } = response;
  return { ...rest, body: JSON.stringify(isList ? { ...value, data: shown } : shown[0]) };
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
