import { computeUpdatedAt } from '../clock.ts';
import { hasSameValues } from '../has-same-values.ts';
import { type AcceptanceField, composeAcceptanceFields } from '../quote/acceptance/acceptance-fields.ts';
import type { QuoteInput } from '../quote/compose-quote.ts';
import { omitCosts } from '../quote/cost/item-costs.ts';
import { mergeShow, SHOW_ALL, type Show } from '../quote/line/show.ts';
import { CONTENT_TEXT_NAMES, type ContentTextName, mapTexts } from '../quote/quote-texts.ts';

/** The content that a quote can take from a template: everything the customer reads, except `customerId`. */
type TemplateContent = Partial<
  Pick<
    QuoteInput,
    | 'title'
    | ContentTextName
    | 'items'
    | 'discountType'
    | 'discountValue'
    | 'currency'
    | 'paymentSchedule'
    | 'pricesIncludeTax'
    | 'invoiceOnAcceptance'
    | 'show'
    | 'acceptanceFields'
  >
>;

/** The fields that a caller can set. Absent or `null` fields are left to the quote. */
export type TemplateInput = { name: string; validityDays?: number | null } & {
  [Field in keyof TemplateContent]: TemplateContent[Field] | null;
};

export type TemplatePatch = Partial<TemplateInput>;

/** A template as the API returns it. */
export type QuoteTemplate = {
  id: string;
  name: string;
  validityDays: number | null;
  createdAt: string;
  updatedAt: string;
  show: Show;
  /** `null` leaves them to the account. */
  acceptanceFields: AcceptanceField[] | null;
} & {
  [Field in Exclude<keyof TemplateContent, 'show' | 'acceptanceFields'>]-?:
    | NonNullable<TemplateContent[Field]>
    | EmptyValue<Field>;
};

type EmptyValue<Field> = Field extends 'items' ? never : null;

export function newTemplate(input: TemplateInput, { id, now }: { id: string; now: number }): QuoteTemplate {
  const at = new Date(now).toISOString();
  return composeTemplate(input, { id, createdAt: at, updatedAt: at });
}

/** Applies a merge patch: absent fields stay, `null` clears. Returns the same object if nothing changes. */
export function patchTemplate(current: QuoteTemplate, patch: TemplatePatch, now: number): QuoteTemplate {
  const show = mergeShow(current.show, patch.show);
  const next = composeTemplate({ ...current, ...patch, show }, current);
  if (hasSameValues(next, current)) return current;
  return { ...next, updatedAt: computeUpdatedAt(current, now) };
}

function composeTemplate(
  input: TemplateInput,
  { id, createdAt, updatedAt }: Pick<QuoteTemplate, 'id' | 'createdAt' | 'updatedAt'>,
): QuoteTemplate {
  return {
    id,
    name: input.name,
    title: input.title ?? null,
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => input[name] ?? null),
    items: omitCosts(input.items ?? []),
    discountType: input.discountType ?? null,
    discountValue: input.discountValue ?? null,
    currency: input.currency ?? null,
    paymentSchedule: input.paymentSchedule ?? null,
    pricesIncludeTax: input.pricesIncludeTax ?? null,
    invoiceOnAcceptance: input.invoiceOnAcceptance ?? null,
    show: mergeShow(SHOW_ALL, input.show),
    acceptanceFields: input.acceptanceFields ? composeAcceptanceFields(input.acceptanceFields) : null,
    validityDays: input.validityDays ?? null,
    createdAt,
    updatedAt,
  };
}

/** Fills absent fields of a new quote from the template. The items come as a whole from one of the two. */
export function applyTemplate(
  given: Record<string, unknown>,
  { id, name, createdAt, updatedAt, validityDays, ...content }: QuoteTemplate,
): Record<string, unknown> {
  const defaults = Object.entries(content).filter(
    ([name, value]) => value !== null && !(name === 'items' && isEmptyList(value)),
  );
  const merged = { ...Object.fromEntries(defaults), ...given };
  return isObject(given.show) ? { ...merged, show: { ...content.show, ...given.show } } : merged;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
