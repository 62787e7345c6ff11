import { withCatalogueItems } from '../../../actions/catalogue/named-catalogue-items.ts';
import { isCustomer } from '../../../actions/customer/customers.ts';
import { findTemplate } from '../../../actions/template/templates.ts';
import type { Deps } from '../../../deps.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import { soundBeside } from '../../../domain/line/soundness.ts';
import { metadataErrors } from '../../../domain/metadata.ts';
import { type QuoteInput, type QuotePatch, statusErrors } from '../../../domain/quote/compose-quote.ts';
import { CUSTOMER_UNKNOWN } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { quoteRuleErrors } from '../../../domain/quote/quote-rules.ts';
import { withTemplate } from '../../../domain/quote/template.ts';
import { MAX_STAGES } from '../../../domain/schedule/payment-schedule.ts';
import type { Check } from '../../../schemas/check.ts';
import { ITEM_READ_ONLY, MAX_ITEMS } from '../../../schemas/item.ts';
import { STAGE_READ_ONLY } from '../../../schemas/quote/payment-schedule.ts';
import { QUOTE_READ_ONLY } from '../../../schemas/quote.ts';
import { checkBody, hasTooManyFields, type ReadBody, without } from '../../api/body.ts';

/** On whose behalf a body is read. */
export interface Asker {
  deps: Deps;
  caller: { accountId: string };
  now: number;
}

/** What a body that creates a quote may hold, because it was read like that, and says nothing. */
export const NOT_AT_CREATION = [...QUOTE_READ_ONLY, 'status'];

/** Read-only fields are left out also of items and stages, so that a client can send back what it read. */
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

/** The list itself where there is nothing to leave out. */
function withoutIn(list: unknown, names: readonly string[], most: number): unknown {
  if (!Array.isArray(list) || list.length > most) return list;
  const left = list.map((entry) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry) ? without(entry, names) : entry,
  );
  return left.some((entry, index) => entry !== list[index]) ? left : list;
}

/** The body with its lines completed from the catalogue. */
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

/** With what no body says by itself. */
export type ReadQuote = ReadBody & { validityDays?: number | null };

/** The body with what its template says beside it. The template is not looked for where the body names none. */
export async function fromTemplate(call: Asker, body: ReadBody): Promise<ReadQuote> {
  const { deps, caller } = call;
  const { templateId } = body.value;
  // Refused for them in any case, and long to copy.
  if (hasTooManyFields(body.value)) return body;
  if (typeof templateId !== 'string') return fromCatalogue(call, body, {});
  const template = await findTemplate(deps, caller.accountId, templateId);
  if (!template) return fromCatalogue(call, { ...body, errors: [...body.errors, TEMPLATE_UNKNOWN] }, {});
  // What neither of the two says is missing.
  const { templateId: _, ...said } = body.value;
  const read = await fromCatalogue(call, { ...body, value: withTemplate(said, template) }, template);
  return { ...read, validityDays: template.validityDays };
}

/** What was read, for what takes it in; only with a template is there anything to add. */
export function inputOf({ value, validityDays }: ReadQuote): Record<string, unknown> {
  return validityDays == null ? value : { ...value, validityDays };
}

const TEMPLATE_UNKNOWN = { path: '/templateId', message: 'does not match any template of this account' };

/** All that is wrong with the body, by itself and together with what the quote is already. */
export async function quoteErrors(
  asker: Asker,
  body: ReadBody,
  check: Check,
  merged: Record<string, unknown>,
  current?: Quote,
): Promise<FieldError[]> {
  const errors = checkBody(body, check);
  // More than can be told of: which of the fields are sound is not known.
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

/** A customer that nobody knows is found in the transaction; among other failures it is named here with them. */
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
