import { addAccountTaxes, findAccountCategoryErrors } from '../../../actions/account/account-taxes.ts';
import { completeFromCatalogue } from '../../../actions/catalogue/complete-from-catalogue.ts';
import { findCostedTemplate } from '../../../actions/catalogue/templates.ts';
import { isCustomer } from '../../../actions/customers/customers.ts';
import type { Deps } from '../../../app/deps.ts';
import { applyTemplate } from '../../../domain/catalogue/template.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import { MAX_ITEMS } from '../../../domain/field-limits.ts';
import { findMetadataErrors } from '../../../domain/metadata.ts';
import { findStatusErrors, type QuoteInput, type QuotePatch } from '../../../domain/quote/compose-quote.ts';
import { setsCosts } from '../../../domain/quote/cost/item-costs.ts';
import type { ItemInput } from '../../../domain/quote/line/line-item.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import { CUSTOMER_UNKNOWN } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { findQuoteRuleErrors } from '../../../domain/quote/quote-rules.ts';
import { MAX_STAGES } from '../../../domain/quote/schedule/payment-schedule.ts';
import { checkBody, hasTooManyFields, omitFields, type ReadBody, readBody } from '../../body.ts';
import { costsForbidden } from '../../cost-response.ts';
import type { Call } from '../../endpoint.ts';
import type { Check } from '../../schemas/check.ts';
import { ITEM_READ_ONLY } from '../../schemas/item.ts';
import { STAGE_READ_ONLY } from '../../schemas/quote/payment-schedule.ts';
import { QUOTE_READ_ONLY } from '../../schemas/quote.ts';

/** The account for which a body is read. */
export interface BodyContext {
  deps: Deps;
  caller: { accountId: string; seesCosts: boolean };
  now: number;
}

/** Fields that are ignored when a quote is created, so that a client can send a quote that it has read. */
export const IGNORED_ON_CREATE = [...QUOTE_READ_ONLY, 'status'];

/** Reads a body without its read-only fields. Throws `forbidden` if it sets costs that the caller may not see. */
export function readContent(call: Call, names: readonly string[]): ReadBody {
  const body = readBody(call);
  if (!call.caller.seesCosts && setsCosts(body.value.items)) throw costsForbidden('items');
  return omitReadOnly(body, names);
}

/** Removes read-only fields, also from items and stages, so that a client can send back what it read. */
function omitReadOnly(body: ReadBody, names: readonly string[]): ReadBody {
  const value = omitFields(body.value, names);
  const items = omitFieldsInList(value.items, ITEM_READ_ONLY, MAX_ITEMS);
  const paymentSchedule = omitFieldsInList(value.paymentSchedule, STAGE_READ_ONLY, MAX_STAGES);
  if (items === value.items && paymentSchedule === value.paymentSchedule) return { ...body, value };
  return {
    ...body,
    value: {
      ...value,
      ...(items !== undefined && { items }),
      ...(paymentSchedule !== undefined && { paymentSchedule }),
    },
  };
}

/** Returns the same list if there is nothing to remove. */
function omitFieldsInList(list: unknown, names: readonly string[], most: number): unknown {
  if (!Array.isArray(list) || list.length > most) return list;
  const left = list.map((entry) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? omitFields(entry, names) : entry,
  );
  return left.some((entry, index) => entry !== list[index]) ? left : list;
}

/** Completes the items of a body from the catalogue. */
export async function addCatalogueFields(
  { deps, caller }: BodyContext,
  body: ReadBody,
  current: { id?: string; items?: readonly object[]; currency?: string | null },
): Promise<ReadQuote> {
  const { items, currency } = body.value;
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return body;
  const { lines, errors, listPrices } = await completeFromCatalogue(deps, caller.accountId, items, {
    known: current.items ?? [],
    ...(current.id !== undefined && { ownerId: current.id }),
    seesCosts: caller.seesCosts,
    currency: currency === undefined ? current.currency : currency,
  });
  return {
    value: { ...body.value, items: lines },
    errors: [...body.errors, ...errors],
    ...(listPrices && { listPrices }),
  };
}

/** A body with what it cannot contain itself: the validity of its template, and catalogue prices by item. */
export type ReadQuote = ReadBody & {
  validityDays?: number | null;
  listPrices?: readonly (number | null)[];
};

/** Completes a body from its template, if it names one, and from the catalogue. */
export async function completeFromTemplate(call: BodyContext, body: ReadBody): Promise<ReadQuote> {
  const { deps, caller } = call;
  const { templateId } = body.value;
  // Such a body is rejected in any case and would take long to copy.
  if (hasTooManyFields(body.value)) return body;
  if (typeof templateId !== 'string') return addCatalogueFields(call, body, {});
  const template = await findCostedTemplate(deps, caller.accountId, templateId);
  if (!template) return addCatalogueFields(call, { ...body, errors: [...body.errors, TEMPLATE_UNKNOWN] }, {});
  // The identifier is removed, because it is not a field of a quote.
  const { templateId: _, ...said } = body.value;
  const read = await addCatalogueFields(call, { ...body, value: applyTemplate(said, template) }, template);
  return { ...read, validityDays: template.validityDays };
}

/** Converts a valid body to the input of the action, with the validity of its template and catalogue prices. */
export function toInput({ value, validityDays, listPrices }: ReadQuote): Record<string, unknown> {
  const input = validityDays == null ? value : { ...value, validityDays };
  if (!listPrices || !Array.isArray(input.items)) return input;
  return { ...input, items: input.items.map((item, index) => ({ ...item, listPrice: listPrices[index] })) };
}

const TEMPLATE_UNKNOWN = { path: '/templateId', message: 'does not match any template of this account' };

/** Collects all errors of a body, by itself and merged with the current quote. */
export async function findQuoteErrors(
  asker: BodyContext,
  body: ReadBody,
  check: Check,
  merged: Record<string, unknown>,
  current?: Quote,
): Promise<FieldError[]> {
  const errors = checkBody(body, check);
  // The list of errors is cut off, so the valid fields are not known.
  if (errors.length > MAX_FIELD_ERRORS) return errors;
  const validity = createValidity(errors);
  errors.push(
    ...findQuoteRuleErrors(await addRuledTaxes(asker, merged, current), errors),
    ...(await findPlaceErrors(asker, merged, current)),
    ...(current ? findStatusErrors(body.value as QuotePatch, current, errors) : []),
    ...(validity.isValid('/metadata')
      ? findMetadataErrors(current?.metadata ?? {}, body.value.metadata as QuotePatch['metadata'])
      : []),
  );
  return addUnknownCustomer(asker, body, errors);
}

/**
 * Adds what the account decides about taxes, where a rule depends on it. It is not read otherwise, because that would slow
 * down every creation: the transaction reads it in any case.
 */
async function addRuledTaxes(
  { deps, caller }: BodyContext,
  merged: Record<string, unknown>,
  current: Quote | undefined,
): Promise<QuoteInput> {
  const content = merged as unknown as QuoteInput;
  const items: unknown = merged.items;
  if (!Array.isArray(items) || !items.every(isObject)) return content;
  const isOpen = content.pricesIncludeTax == null || items.some(({ taxRate }) => taxRate == null);
  const isRuled = content.paymentSchedule != null || items.some(({ taxCategory }) => taxCategory != null);
  if (!isOpen || !isRuled) return content;
  return addAccountTaxes(deps, caller.accountId, content, current?.items);
}

async function findPlaceErrors(
  { deps, caller }: BodyContext,
  { items }: Record<string, unknown>,
  current: Quote | undefined,
): Promise<FieldError[]> {
  if (!Array.isArray(items) || !items.every(isObject)) return [];
  return findAccountCategoryErrors(deps, caller.accountId, items as unknown as ItemInput[], current?.items);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

/** Adds an unknown customer to other errors. If there are none, the transaction detects an unknown customer. */
export async function addUnknownCustomer(
  { deps, caller }: BodyContext,
  { value: { customerId } }: ReadBody,
  errors: FieldError[],
): Promise<FieldError[]> {
  if (errors.length === 0 || errors.length > MAX_FIELD_ERRORS) return errors;
  if (typeof customerId !== 'string' || !createValidity(errors).isValid('/customerId')) return errors;
  const isKnown = await isCustomer(deps, caller.accountId, customerId);
  return isKnown ? errors : [...errors, CUSTOMER_UNKNOWN];
}
