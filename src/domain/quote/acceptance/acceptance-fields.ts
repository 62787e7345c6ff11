import type { FieldError } from '../../errors.ts';
import type { Validity } from '../line/validity.ts';

export const ACCEPTANCE_KINDS = ['text', 'number', 'date', 'choice', 'checkbox'] as const;

/** A question that the customer answers on acceptance. */
export interface AcceptanceField {
  key: string;
  label: string;
  kind: (typeof ACCEPTANCE_KINDS)[number];
  required: boolean;
  /** The answers to choose from; absent for other kinds. */
  options?: string[];
}

/** As a caller supplies it. */
export type AcceptanceFieldInput = Pick<AcceptanceField, 'key' | 'label' | 'kind'> & {
  required?: boolean;
  options?: string[] | null;
};

export const MAX_ACCEPTANCE_FIELDS = 10;
export const MAX_OPTIONS = 20;
/** The answer to this question is the customer's order number. */
export const PURCHASE_ORDER = 'purchaseOrder';

export function composeAcceptanceFields(
  fields: readonly AcceptanceFieldInput[] | null | undefined,
): AcceptanceField[] {
  return (fields ?? []).map(({ key, label, kind, required = false, options }) => ({
    ...{ key, label, kind, required },
    ...(kind === 'choice' && options && { options }),
  }));
}

/** Adds the questions to a quote, or removes them: a quote without any has no such field. */
export function withAcceptanceFields<Asking extends { acceptanceFields?: AcceptanceField[] }>(
  quote: Asking,
  fields: readonly AcceptanceFieldInput[] | null | undefined,
): Asking {
  if (fields === undefined) return quote;
  const { acceptanceFields: _, ...plain } = quote;
  const acceptanceFields = composeAcceptanceFields(fields);
  return (acceptanceFields.length > 0 ? { ...plain, acceptanceFields } : plain) as Asking;
}

/** Rules between the parts of questions. */
export function findAcceptanceFieldErrors(
  fields: readonly AcceptanceFieldInput[] | null | undefined,
  validity: Validity,
): FieldError[] {
  if (!Array.isArray(fields) || !validity.isReadable('/acceptanceFields')) return [];
  const keys = new Set<string>();
  return fields.flatMap((field: AcceptanceFieldInput, index): FieldError[] => {
    const path = `/acceptanceFields/${index}`;
    if (!validity.isValid(path)) return [];
    const { key, kind, options } = field;
    const errors: FieldError[] = [];
    if (keys.has(key)) errors.push({ path: `${path}/key`, message: 'must be unique' });
    keys.add(key);
    if (kind === 'choice' && options == null) {
      errors.push({ path: `${path}/options`, message: 'is required for a choice' });
    }
    if (kind !== 'choice' && options != null) {
      errors.push({ path: `${path}/options`, message: 'may only be given for a choice' });
    }
    if (options && new Set(options).size < options.length) {
      errors.push({ path: `${path}/options`, message: 'must not contain an option twice' });
    }
    if (key === PURCHASE_ORDER && kind !== 'text' && kind !== 'number') {
      errors.push({ path: `${path}/kind`, message: 'must be text or number for an order number' });
    }
    return errors;
  });
}
