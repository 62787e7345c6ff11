import type { Account } from '../account/account.ts';
import { DAY_MS, parseDateTime } from '../calendar.ts';
import { changedAt } from '../clock.ts';
import type { FieldError } from '../errors.ts';
import { lineBase, newId } from '../ids.ts';
import { composeLines, priceLines } from '../line/compose-lines.ts';
import type { ItemInput, UnpricedLine } from '../line/line-item.ts';
import { isAnythingSelected, type LineChoice, selectionErrors, withSelection } from '../line/selection.ts';
import { soundBeside } from '../line/soundness.ts';
import { type MetadataChange, mergeMetadata } from '../metadata.ts';
import { asWritten, composeSchedule, type StageInput } from '../schedule/payment-schedule.ts';
import type { Attachment } from './attachment.ts';
import { CONTENT_FIELDS, isDecision, isDraft, isExpiryDue, type Quote, TRANSITIONS } from './quote.ts';

/** The fields that a caller can set, validated by the schema. `null` selects the default. */
export interface QuoteInput {
  customerId: string;
  /** The content of the template has been merged already. */
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
  reference?: string | null;
  metadata?: MetadataChange;
  paymentSchedule?: StageInput[] | null;
}

/** A template may set the validity in days from creation. */
type NewQuoteInput = QuoteInput & { validityDays?: number | null };

export function newQuote(
  input: NewQuoteInput,
  account: Account,
  {
    id,
    number,
    now,
    attachments = [],
  }: { id: string; number: string; now: number; attachments?: Attachment[] },
): Quote {
  const at = isoOfCreation(now);
  const terms = {
    discountType: input.discountType ?? null,
    discountValue: input.discountValue ?? null,
    paymentSchedule: input.paymentSchedule ?? null,
  };
  const lines = composeLines(input.items, { known: [], freshBase: () => lineBase(id) });
  const money = priced(lines, terms, input.currency ?? account.currency);
  // Every field is written out: an object built by spreading is several times slower to create and to read.
  return {
    id,
    number,
    status: 'DRAFT',
    customerId: input.customerId,
    title: input.title,
    description: input.description ?? null,
    items: money.items,
    discountType: money.discountType,
    discountValue: money.discountValue,
    currency: money.currency,
    subtotal: money.subtotal,
    discountAmount: money.discountAmount,
    taxAmount: money.taxAmount,
    total: money.total,
    terms: input.terms === undefined ? account.defaultTerms : input.terms,
    notes: input.notes ?? null,
    validUntil: validity(input.validUntil, input.validityDays ?? account.validityDays, now),
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
    taxes: money.taxes,
    sections: money.sections,
    reference: input.reference ?? null,
    metadata: mergeMetadata({}, input.metadata),
    attachments,
    paymentSchedule: money.paymentSchedule,
    invoices: [],
  };
}

export type QuotePatch = Partial<Omit<QuoteInput, 'templateId'>> & {
  status?: string;
  selection?: LineChoice[] | null;
};

export interface PatchedQuote {
  quote: Quote;
  /** The fields whose values differ. A different accepted selection changes the decision (`status`), not `items`. */
  changed: (keyof Quote)[];
}

/** Applies a merge patch: absent fields stay, `null` selects the current default. Returns the same quote if nothing changes. */
export function patchQuote(
  current: Quote,
  patch: QuotePatch,
  account: Account,
  now: number,
  /** The real time, for identifiers of new items; `now` may be a test clock. */
  realNow = now,
): PatchedQuote {
  const { status, selection, validUntil, currency, items, paymentSchedule, metadata, ...plain } = patch;
  const merged: Quote = {
    ...current,
    ...definedOnly(plain),
    ...(currency !== undefined && { currency: currency ?? account.currency }),
    ...(validUntil !== undefined && { validUntil: validity(validUntil, account.validityDays, now) }),
    metadata: mergeMetadata(current.metadata, metadata),
  };
  const isPricedAnew = [items, paymentSchedule, plain.discountType, plain.discountValue].some(isGiven);
  if (isPricedAnew) {
    const lines = items ? patchedLines(current, items, realNow) : current.items;
    const terms = isGiven(paymentSchedule) ? { ...merged, paymentSchedule } : merged;
    Object.assign(merged, priced(lines, terms, merged.currency));
  }

  const changed: (keyof Quote)[] = PATCHABLE.filter(
    (field) => textOf(merged, field) !== textOf(current, field),
  );
  let next = merged;
  if (CONTENT_FIELDS.some((field) => changed.includes(field))) next = edited(next);
  if (changed.includes('validUntil') && Date.parse(next.validUntil) > now) next = asMoved(next, 'extend');
  const chosen = selection ? withChoices(next, selection) : next;
  // A status with a selection is a decision. Without one, a client may have sent back the status it read.
  const isAnother = status !== (selection ? next : current).status || !isSameSelection(chosen, next);
  if (status !== undefined && isAnother) next = decidedByOwner(chosen, status, now);
  if (isExpiryDue(next, now)) next = asMoved(next, 'expire');
  if (next.status !== current.status || (isDecision(status) && isAnother)) changed.push('status');
  if (changed.length === 0) return { quote: current, changed };
  return { quote: { ...next, updatedAt: changedAt(current, now) }, changed };
}

/** Applies the customer's choices and computes the totals. */
export function withChoices(quote: Quote, choices: readonly LineChoice[]): Quote {
  return { ...quote, ...priced(withSelection(quote.items, choices), quote, quote.currency) };
}

function isSameSelection(one: Quote, other: Quote): boolean {
  return one === other || JSON.stringify(one.items) === JSON.stringify(other.items);
}

function patchedLines(current: Quote, items: readonly ItemInput[], now: number): UnpricedLine[] {
  return composeLines(items, { known: current.items, freshBase: () => lineBase(newId('itm', now)) });
}

const PATCHABLE = [...CONTENT_FIELDS, 'notes', 'validUntil', 'reference', 'metadata'] as const;

/**
 * Checks `status` and `selection` of a patch. Only a decision can be set; the current status has no effect. `known` are
 * the errors found so far: rules that depend on invalid fields are skipped.
 */
export function statusErrors(
  { status, selection, items }: QuotePatch,
  current: Quote,
  known: readonly FieldError[] = [],
): FieldError[] {
  const sound = soundBeside(known);
  const isStatusWrong =
    !sound.isSound('/status') || (status !== undefined && status !== current.status && !isDecision(status));
  const errors: FieldError[] = [];
  if (isStatusWrong && sound.isSound('/status')) {
    errors.push({ path: '/status', message: 'may only be set to ACCEPTED or DECLINED' });
  }
  if (selection && !isStatusWrong && status !== 'ACCEPTED') {
    return [{ path: '/selection', message: 'may only be given together with "status": "ACCEPTED"' }];
  }
  const isToBeJudged = selection
    ? sound.isReadable('/selection')
    : status === 'ACCEPTED' && status !== current.status;
  if (!isToBeJudged || !sound.isSound('/items')) return errors;
  const lines = items ? patchedLines(current, items, 0) : current.items;
  if (selection) return [...errors, ...selectionErrors(lines, selection, sound)];
  if (isStatusWrong || isAnythingSelected(lines)) return errors;
  return [
    { path: '/status', message: 'cannot be ACCEPTED while no item is selected: say which in "selection"' },
  ];
}

interface PricedTerms extends Pick<Quote, 'discountType' | 'discountValue'> {
  paymentSchedule: readonly StageInput[] | null;
}

function priced(
  lines: readonly UnpricedLine[],
  { discountType, discountValue, paymentSchedule }: PricedTerms,
  currency: string,
) {
  const { items, subtotal, discountAmount, taxAmount, total, taxes, sections } = priceLines(lines, {
    discountType,
    discountValue,
  });
  return {
    ...{ items, discountType, discountValue, currency },
    ...{ subtotal, discountAmount, taxAmount, total, taxes, sections },
    paymentSchedule: composeSchedule(paymentSchedule, taxes),
  };
}

/** Returns the written value of a field as JSON, for comparison. */
function textOf(quote: Quote, field: keyof Quote): string {
  return JSON.stringify(field === 'paymentSchedule' ? asWritten(quote.paymentSchedule) : quote[field]);
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function validity(given: string | null | undefined, days: number, from: number): string {
  const time = given == null ? undefined : parseDateTime(given);
  return isoOfValidity(time ?? from + days * DAY_MS);
}

/** Quotes that are created together mostly have the same times, so the last text is cached. */
const [isoOfCreation, isoOfValidity] = [rememberedIso(), rememberedIso()];

function rememberedIso(): (time: number) => string {
  let last = { time: NaN, text: '' };
  return (time) => {
    if (time !== last.time) last = { time, text: new Date(time).toISOString() };
    return last.text;
  };
}

/** After an edit, the decision is void, and a quote that was sent gets a new revision. */
function edited(quote: Quote): Quote {
  const next = asMoved(quote, 'edit');
  return {
    ...(isDraft(next) ? withoutDecision(next) : next),
    revision: quote.sentAt === null ? quote.revision : quote.revision + 1,
  };
}

/** Replaces the attachments, which is an edit. */
export function asEditedWith(quote: Quote, attachments: Attachment[], now: number): Quote {
  return { ...edited({ ...quote, attachments }), updatedAt: changedAt(quote, now) };
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

/** Applies an event to the status. Callers check beforehand that the table allows it. */
export function asMoved(quote: Quote, event: keyof (typeof TRANSITIONS)['DRAFT']): Quote {
  const status = TRANSITIONS[quote.status][event];
  if (status === 'refused') throw new Error(`${event} is refused for a quote that is ${quote.status}`);
  return { ...quote, status };
}

/** Expires the quote. `updatedAt` is the end of its validity, not the time it was noticed. */
export function asExpired(quote: Quote): Quote {
  return { ...asMoved(quote, 'expire'), updatedAt: changedAt(quote, Date.parse(quote.validUntil)) };
}

function definedOnly<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
