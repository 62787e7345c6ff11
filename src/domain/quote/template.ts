import { computeUpdatedAt } from '../clock.ts';
import type { QuoteInput } from './compose-quote.ts';

/** The content that a quote can take from a template: everything the customer reads, except `customerId`. */
type TemplateContent = Partial<
  Pick<
    QuoteInput,
    | 'title'
    | 'description'
    | 'items'
    | 'discountType'
    | 'discountValue'
    | 'currency'
    | 'terms'
    | 'paymentSchedule'
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
} & { [Field in keyof Required<TemplateContent>]: NonNullable<TemplateContent[Field]> | EmptyValue<Field> };

type EmptyValue<Field> = Field extends 'items' ? never : null;

export function newTemplate(input: TemplateInput, { id, now }: { id: string; now: number }): QuoteTemplate {
  const at = new Date(now).toISOString();
  return {
    id,
    name: input.name,
    title: input.title ?? null,
    description: input.description ?? null,
    items: input.items ?? [],
    discountType: input.discountType ?? null,
    discountValue: input.discountValue ?? null,
    currency: input.currency ?? null,
    terms: input.terms ?? null,
    paymentSchedule: input.paymentSchedule ?? null,
    validityDays: input.validityDays ?? null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Applies a merge patch: absent fields stay, `null` clears. Returns the same object if nothing changes. */
export function patchTemplate(current: QuoteTemplate, patch: TemplatePatch, now: number): QuoteTemplate {
  const { id, createdAt, updatedAt } = current;
  const merged = newTemplate({ ...current, ...patch }, { id, now });
  const next = { ...merged, createdAt, updatedAt: computeUpdatedAt(current, now) };
  return JSON.stringify({ ...next, updatedAt }) === JSON.stringify(current) ? current : next;
}

/** Fills absent fields of a new quote from the template. The items come as a whole from one of the two. */
export function applyTemplate(
  given: Record<string, unknown>,
  { id, name, createdAt, updatedAt, validityDays, ...content }: QuoteTemplate,
): Record<string, unknown> {
  const defaults = Object.entries(content).filter(([, value]) => value !== null && !isEmptyList(value));
  return { ...Object.fromEntries(defaults), ...given };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
