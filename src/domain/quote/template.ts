import { changedAt } from '../clock.ts';
import type { QuoteInput } from './compose-quote.ts';

/** What a quote may take from a template: all that the customer reads, but for the customer. */
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

/** What the business says of a template; what is left out or `null` is for the quote to say. */
export type TemplateInput = { name: string; validityDays?: number | null } & {
  [Field in keyof TemplateContent]: TemplateContent[Field] | null;
};

export type TemplatePatch = Partial<TemplateInput>;

/** A quote prepared in advance, as the API returns it. */
export type QuoteTemplate = {
  id: string;
  name: string;
  validityDays: number | null;
  createdAt: string;
  updatedAt: string;
} & { [Field in keyof Required<TemplateContent>]: NonNullable<TemplateContent[Field]> | NoneOf<Field> };

type NoneOf<Field> = Field extends 'items' ? never : null;

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

/** A merge patch: absent is unchanged, `null` empties. One that changes nothing gives the very template back. */
export function patchTemplate(current: QuoteTemplate, patch: TemplatePatch, now: number): QuoteTemplate {
  const { id, createdAt, updatedAt } = current;
  const merged = newTemplate({ ...current, ...patch }, { id, now });
  const next = { ...merged, createdAt, updatedAt: changedAt(current, now) };
  return JSON.stringify({ ...next, updatedAt }) === JSON.stringify(current) ? current : next;
}

/** What a new quote says, and for the rest what the template says; the items are never mixed. */
export function withTemplate(
  said: Record<string, unknown>,
  { id, name, createdAt, updatedAt, validityDays, ...content }: QuoteTemplate,
): Record<string, unknown> {
  const prepared = Object.entries(content).filter(([, value]) => value !== null && !isEmptyList(value));
  return { ...Object.fromEntries(prepared), ...said };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
