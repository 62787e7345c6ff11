import { withCatalogueItems } from '../../../actions/catalogue/named-catalogue-items.ts';
import { isCustomer } from '../../../actions/customer/customers.ts';
import { findTemplate } from '../../../actions/template/templates.ts';
import type { Deps } from '../../../deps.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import { MAX_ITEMS } from '../../../domain/field-limits.ts';
import { soundBeside } from '../../../domain/line/soundness.ts';
import { metadataErrors } from '../../../domain/metadata.ts';
import { type QuoteInput, type QuotePatch, statusErrors } from '../../../domain/quote/compose-quote.ts';
import { CUSTOMER_UNKNOWN } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { quoteRuleErrors } from '../../../domain/quote/quote-rules.ts';
import { withTemplate } from '../../../domain/quote/template.ts';
import { MAX_STAGES } from '../../../domain/schedule/payment-schedule.ts';
import type { Check } from '../../../schemas/check.ts';
import { ITEM_READ_ONLY } from '../../../schemas/item.ts';
import { STAGE_READ_ONLY } from '../../../schemas/quote/payment-schedule.ts';
import { QUOTE_READ_ONLY } from '../../../schemas/quote.ts';
import { checkBody, hasTooManyFields, type ReadBody, without } from '../../api/body.ts';

/** The account for which a body is read. */
export interface Asker {
  deps: Deps;
  caller: { accountId: string };
  now: number;
}

/** Fields that are ignored when a quote is created, so that a client can send a quote that it has read. */
export const NOT_AT_CREATION = [...QUOTE_READ_ONLY, 'status'];

/** Removes read-only fields, also from items and stages, so that a client can send back what it read. */
export function withoutReadOnly(body: ReadBody, names: readonly string[]): ReadBody {
  const value = without(body.value, names);
  const items = withoutIn(value.items, ITEM_READ_ONLY, MAX_ITEMS);
  const paymentSchedule = withoutIn(value.paymentSchedule, STAGE_READ_ONLY, MAX_STAGES);
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
function withoutIn(list: unknown, names: readonly string[], most: number): unknown {
  if (!Array.isArray(list) || list.length > most) return list;
  const left = list.map((entry) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? without(entry, names) : entry,
  );
  return left.some((entry, index) => entry !== list[index]) ? left : list;
}

/** Completes the items of a body from the catalogue. */
export async function fromCatalogue(
  { deps, caller }: Asker,
  body: ReadBody,
  current: { items?: readonly object[]; currency?: string | null },
): Promise<ReadBody> {
  const { items, currency } = body.value;
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return body;
  const { lines, errors } = await withCatalogueItems(deps, caller.accountId, items, {
    known: current.items ?? [],
    currency: currency === undefined ? current.currency : currency,
  });
  return { value: { ...body.value, items: lines }, errors: [...body.errors, ...errors] };
}

/** A body with the validity of its template, which a body itself cannot contain. */
export type ReadQuote = ReadBody & { validityDays?: number | null };

/** Completes a body from its template, if it names one, and from the catalogue. */
export async function fromTemplate(call: Asker, body: ReadBody): Promise<ReadQuote> {
  const { deps, caller } = call;
  const { templateId } = body.value;
  // Such a body is rejected in any case and would take long to copy.
  if (hasTooManyFields(body.value)) return body;
  if (typeof templateId !== 'string') return fromCatalogue(call, body, {});
  const template = await findTemplate(deps, caller.accountId, templateId);
  if (!template) return fromCatalogue(call, { ...body, errors: [...body.errors, TEMPLATE_UNKNOWN] }, {});
  // The identifier is removed, because it is not a field of a quote.
  const { templateId: _, ...said } = body.value;
  const read = await fromCatalogue(call, { ...body, value: withTemplate(said, template) }, template);
  return { ...read, validityDays: template.validityDays };
}

/** Converts a body to the input of the action, with the validity of its template. */
export function inputOf({ value, validityDays }: ReadQuote): Record<string, unknown> {
  return validityDays == null ? value : { ...value, validityDays };
}

const TEMPLATE_UNKNOWN = { path: '/templateId', message: 'does not match any template of this account' };

/** Collects all errors of a body, by itself and merged with the current quote. */
export async function quoteErrors(
  asker: Asker,
  body: ReadBody,
  check: Check,
  merged: Record<string, unknown>,
  current?: Quote,
): Promise<FieldError[]> {
  const errors = checkBody(body, check);
  // The list of errors is cut off, so the valid fields are not known.
  if (errors.length > MAX_FIELD_ERRORS) return errors;
  const sound = soundBeside(errors);
  errors.push(
    ...quoteRuleErrors(merged as unknown as QuoteInput, errors),
    ...(current ? statusErrors(body.value as QuotePatch, current, errors) : []),
    ...(sound.isSound('/metadata')
      ? metadataErrors(current?.metadata ?? {}, body.value.metadata as QuotePatch['metadata'])
      : []),
  );
  return withUnknownCustomer(asker, body, errors);
}

/** Adds an unknown customer to other errors. If there are none, the transaction detects an unknown customer. */
export async function withUnknownCustomer(
  { deps, caller }: Asker,
  { value: { customerId } }: ReadBody,
  errors: FieldError[],
): Promise<FieldError[]> {
  if (errors.length === 0 || errors.length > MAX_FIELD_ERRORS) return errors;
  if (typeof customerId !== 'string' || !soundBeside(errors).isSound('/customerId')) return errors;
  const isKnown = await isCustomer(deps, caller.accountId, customerId);
  return isKnown ? errors : [...errors, CUSTOMER_UNKNOWN];
}
