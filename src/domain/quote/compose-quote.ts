import type { Account } from '../account/account.ts';
import { DAY_MS, parseDateTime } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { computeTotals, TotalsOverflow } from '../money/totals.ts';
import {
  CONTENT_FIELDS,
  isDecision,
  isDraft,
  isExpiryDue,
  type LineItem,
  type Quote,
  TRANSITIONS,
} from './quote.ts';

/** The fields that a caller may set, as the schema let them through. `null` asks for the default. */
export interface QuoteInput {
  customerId: string;
  /** It has said by now what it had to say. */
  templateId?: string | null;
  title: string;
  items: ItemInput[];
  description?: string | null;
  validUntil?: string | null;
  terms?: string | null;
  notes?: string | null;
  discountType?: Quote['discountType'];
  discountValue?: number | null;
  currency?: string | null;
}

export type ItemInput = Omit<LineItem, 'taxRate' | 'amount'> & { taxRate?: number | null };

export function newQuote(
  input: QuoteInput,
  account: Account,
  { id, number, now }: { id: string; number: string; now: number },
): Quote {
  const at = new Date(now).toISOString();
  const content = {
    items: input.items,
    discountType: input.discountType ?? null,
    discountValue: input.discountValue ?? null,
  };
  return {
    id,
    number,
    status: 'DRAFT',
    customerId: input.customerId,
    title: input.title,
    description: input.description ?? null,
    ...priced(content, input.currency ?? account.currency),
    terms: input.terms === undefined ? account.defaultTerms : input.terms,
    notes: input.notes ?? null,
    validUntil: validity(input.validUntil, account, now),
    createdAt: at,
    updatedAt: at,
    sentAt: null,
    acceptedAt: null,
    declinedAt: null,
    convertedAt: null,
    invoiceId: null,
    revision: 1,
    viewedAt: null,
    acceptedBy: null,
    declineReason: null,
  };
}

export type QuotePatch = Partial<Omit<QuoteInput, 'templateId'>> & { status?: string };

export interface PatchedQuote {
  quote: Quote;
  /** Names of the fields that really differ. */
  changed: (keyof Quote)[];
}

/** A merge patch: absent is unchanged, `null` is the default as of now. A patch that changes nothing gives the quote as it is. */
export function patchQuote(current: Quote, patch: QuotePatch, account: Account, now: number): PatchedQuote {
  const { status, validUntil, currency, items, ...plain } = patch;
  const merged: Quote = {
    ...current,
    ...definedOnly(plain),
    ...(currency !== undefined && { currency: currency ?? account.currency }),
    ...(validUntil !== undefined && { validUntil: validity(validUntil, account, now) }),
  };
  Object.assign(merged, priced({ ...merged, items: items ?? merged.items }, merged.currency));

  const changed: (keyof Quote)[] = PATCHABLE.filter(
    (field) => JSON.stringify(merged[field]) !== JSON.stringify(current[field]),
  );
  let next = merged;
  if (CONTENT_FIELDS.some((field) => changed.includes(field))) next = edited(next);
  if (changed.includes('validUntil') && Date.parse(next.validUntil) > now) next = asMoved(next, 'extend');
  if (status !== undefined && status !== current.status) next = decidedByOwner(next, status, now);
  if (isExpiryDue(next, now)) next = asMoved(next, 'expire');
  if (next.status !== current.status) changed.push('status');
  if (changed.length === 0) return { quote: current, changed };
  return { quote: { ...next, updatedAt: new Date(now).toISOString() }, changed };
}

const PATCHABLE = [...CONTENT_FIELDS, 'notes', 'validUntil'] as const;

/** By hand only the customer's yes or no can be written down; the status that it has already says nothing new. */
export function statusErrors(wanted: unknown, present: Quote['status']): FieldError[] {
  if (wanted === undefined || wanted === present || isDecision(wanted)) return [];
  return [{ path: '/status', message: 'may only be set to ACCEPTED or DECLINED' }];
}

/** Rules that span several fields; the schema has checked each by itself. */
export function quoteRuleErrors(
  content: Pick<QuoteInput, 'items' | 'discountType' | 'discountValue'>,
): FieldError[] {
  const { discountType = null, discountValue = null } = content;
  if (discountType !== null && discountValue === null) {
    return [{ path: '/discountValue', message: 'is required with discountType' }];
  }
  if (discountType === null && discountValue !== null) {
    return [{ path: '/discountType', message: 'is required with discountValue' }];
  }
  if (discountType === 'percentage' && discountValue !== null && discountValue > 100) {
    return [{ path: '/discountValue', message: 'must be 100 or less for a percentage' }];
  }
  return overflowErrors({ items: content.items, discountType, discountValue });
}

/** A total below this in floating point is far from what a number cannot carry. */
const SURELY_CARRIED = 2 ** 50;

function overflowErrors(content: PricedContent): FieldError[] {
  let atMost = 0;
  for (const { quantity, unitPrice, taxRate } of content.items) {
    atMost += (quantity * unitPrice + 1) * (1 + (taxRate ?? 0) / 100) + 1;
  }
  if (atMost < SURELY_CARRIED) return [];
  try {
    priced(content, '');
    return [];
  } catch (error) {
    if (!(error instanceof TotalsOverflow)) throw error;
    return [{ path: error.line === undefined ? '/items' : `/items/${error.line}`, message: error.message }];
  }
}

interface PricedContent {
  items: readonly ItemInput[];
  discountType: Quote['discountType'];
  discountValue: number | null;
}

function priced({ items, discountType, discountValue }: PricedContent, currency: string) {
  const rated = items.map(({ description, quantity, unitPrice, taxRate }) => ({
    description,
    quantity,
    unitPrice,
    taxRate: taxRate ?? 0,
  }));
  const { amounts, subtotal, discountAmount, taxAmount, total } = computeTotals({
    items: rated,
    discountType,
    discountValue,
  });
  return {
    items: rated.map((item, line): LineItem => ({ ...item, amount: amounts[line] ?? 0 })),
    discountType,
    discountValue,
    currency,
    subtotal,
    discountAmount,
    taxAmount,
    total,
  };
}

function validity(given: string | null | undefined, account: Account, from: number): string {
  const time = given == null ? undefined : parseDateTime(given);
  return new Date(time ?? from + account.validityDays * DAY_MS).toISOString();
}

/** The text has changed: nobody has agreed to it, and what was sent is another revision. */
function edited(quote: Quote): Quote {
  const next = asMoved(quote, 'edit');
  return {
    ...(isDraft(next) ? withoutDecision(next) : next),
    revision: quote.sentAt === null ? quote.revision : quote.revision + 1,
  };
}

function decidedByOwner(quote: Quote, status: string, now: number): Quote {
  const at = new Date(now).toISOString();
  return status === 'ACCEPTED'
    ? { ...withoutDecision(asMoved(quote, 'ownerAccept')), acceptedAt: at }
    : { ...withoutDecision(asMoved(quote, 'ownerDecline')), declinedAt: at };
}

export function withoutDecision(quote: Quote): Quote {
  return { ...quote, acceptedAt: null, declinedAt: null, acceptedBy: null, declineReason: null };
}

/** The status after an event that the table allows; asking for one that it refuses is a mistake of ours. */
export function asMoved(quote: Quote, event: keyof (typeof TRANSITIONS)['DRAFT']): Quote {
  const status = TRANSITIONS[quote.status][event];
  if (status === 'refused') throw new Error(`${event} is refused for a quote that is ${quote.status}`);
  return { ...quote, status };
}

/** At the instant of its validity, whenever that is noticed. */
export function asExpired(quote: Quote): Quote {
  return { ...asMoved(quote, 'expire'), updatedAt: quote.validUntil };
}

function definedOnly<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
