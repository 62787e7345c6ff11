import { type Costed, showCosts, showListedCosts } from '../actions/quotes/costs/show-costs.ts';
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
  if (!around) {
    const value = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
    return { ...response, body: JSON.stringify(await showCosts(deps, caller.accountId, costed, value)) };
  }
  const docs = splitDocs(Buffer.from(body), costed);
  // Summaries of quotes have no items, and so no margins.
  if (costed === 'quote' && docs.some((doc) => !doc.includes(',"items":['))) return response;
  const shown = await showListedCosts(deps, caller.accountId, costed, docs);
  return {
    ...response,
    body: Buffer.concat(shown.flatMap((doc, index) => (index > 0 ? [COMMA, doc] : [doc]))),
  };
}

const COMMA = Buffer.from(',');
const ID_PREFIXES: Record<Costed, string> = { quote: 'quo', template: 'tpl', catalogueItem: 'cat' };

/**
 * Splits the entries of a list without parsing them. The text between two of them cannot occur inside a string, where
 * quotation marks are escaped, and no entry contains a list of others of its kind.
 */
function splitDocs(list: Buffer, costed: Costed): Buffer[] {
  const docs: Buffer[] = [];
  const between = `},{"id":"${ID_PREFIXES[costed]}_`;
  for (let start = 0; start < list.length; ) {
    const end = list.indexOf(between, start);
    docs.push(list.subarray(start, end < 0 ? list.length : end + 1));
    start = end < 0 ? list.length : end + 2;
  }
  return docs;
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
