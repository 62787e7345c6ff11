import type { Deps } from '../../../app/deps.ts';
import { applyTemplate } from '../../../domain/catalogue/template.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MAX_ITEMS } from '../../../domain/field-limits.ts';
import type { ListPrice } from '../../../domain/money/quantity-prices.ts';
import { completeFromCatalogue } from '../../catalogue/complete-from-catalogue.ts';
import { findCostedTemplate } from '../../catalogue/templates.ts';

/** Who writes the content. */
export interface Author {
  accountId: string;
  seesCosts: boolean;
}

/** Content of a quote or a template that is not validated yet, and the errors that are known. */
export interface RawContent {
  value: Record<string, unknown>;
  errors: FieldError[];
}

/** Content with what it cannot contain itself: the validity of its template, and catalogue prices by item. */
export type CompletedContent = RawContent & {
  validityDays?: number | null;
  listPrices?: readonly (ListPrice | null)[];
};

/** Completes the content of a new quote from its template, if it names one, and from the catalogue. */
export async function completeFromTemplate(
  deps: Deps,
  author: Author,
  content: RawContent,
): Promise<CompletedContent> {
  // The identifier is removed, because it is not a field of a quote.
  const { templateId, ...said } = content.value;
  if (typeof templateId !== 'string') return completeItems(deps, author, content, {});
  const template = await findCostedTemplate(deps, author.accountId, templateId);
  if (!template) {
    return completeItems(deps, author, { ...content, errors: [...content.errors, TEMPLATE_UNKNOWN] }, {});
  }
  const value = applyTemplate(said, template);
  const completed = await completeItems(deps, author, { ...content, value }, template);
  return { ...completed, validityDays: template.validityDays };
}

const TEMPLATE_UNKNOWN = { path: '/templateId', message: 'does not match any template of this account' };

/** Completes the items from the catalogue. */
export async function completeItems(
  deps: Deps,
  { accountId, seesCosts }: Author,
  content: RawContent,
  current: { id?: string; items?: readonly object[]; currency?: string | null; customerId?: string },
): Promise<CompletedContent> {
  const { items, currency, customerId = current.customerId } = content.value;
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return content;
  const { lines, errors, listPrices } = await completeFromCatalogue(deps, accountId, items, {
    known: current.items ?? [],
    ...(current.id !== undefined && { ownerId: current.id }),
    seesCosts,
    currency: currency === undefined ? current.currency : currency,
    customerId,
  });
  return {
    value: { ...content.value, items: lines },
    errors: [...content.errors, ...errors],
    ...(listPrices && { listPrices }),
  };
}

/** Converts valid content to the input of an action, with the validity of its template and catalogue prices. */
export function toInput({ value, validityDays, listPrices }: CompletedContent): Record<string, unknown> {
  const input = validityDays == null ? value : { ...value, validityDays };
  if (!listPrices || !Array.isArray(input.items)) return input;
  return { ...input, items: input.items.map((item, index) => ({ ...item, listPrice: listPrices[index] })) };
}
