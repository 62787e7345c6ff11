import type { Account } from '../account/account.ts';
import { DAY_MS, findDayEnd, parseDateTime } from '../calendar.ts';
import { computeUpdatedAt, createIsoFormatter } from '../clock.ts';
import { hasSameValues } from '../has-same-values.ts';
import { getLineIdBase, newId } from '../ids.ts';
import { type MetadataChange, mergeMetadata } from '../metadata.ts';
import { addTaxDefaults } from '../tax/tax-defaults.ts';
import { type AcceptanceFieldInput, withAcceptanceFields } from './acceptance/acceptance-fields.ts';
import { type Answers, composeAnswers, withAnswers } from './acceptance/answers.ts';
import { type SignerInput, voidSignatures, withSigners } from './acceptance/signers.ts';
import type { Attachment } from './attachment.ts';
import { composeLines, priceLines } from './line/compose-lines.ts';
import type { ItemInput, UnpricedLine } from './line/line-item.ts';
import { applySelection, type LineChoice } from './line/selection.ts';
import { mergeShow, SHOW_ALL, type ShowInput } from './line/show.ts';
import {
  CONTENT_FIELDS,
  getContentValue,
  isDecision,
  isDraft,
  isExpiryDue,
  type Quote,
  TRANSITIONS,
} from './quote.ts';
import { TEXT_NAMES, type TextName } from './quote-texts.ts';
import { addRecurringFields } from './recurring/recurring-fields.ts';
import { composeSchedule, removeStageAmounts, type StageInput } from './schedule/payment-schedule.ts';

/** The fields that a caller can set, validated by the schema. `null` selects the default. */
export interface QuoteInput extends Partial<Record<TextName, string | null>> {
  customerId: string;
  /** The content of the template has been merged already. */
  templateId?: string | null;
  title: string;
  items: ItemInput[];
  validUntil?: string | null;
  discountType?: Quote['discountType'];
  discountValue?: number | null;
  currency?: string | null;
  metadata?: MetadataChange;
  paymentSchedule?: StageInput[] | null;
  pricesIncludeTax?: boolean | null;
  invoiceOnAcceptance?: boolean | null;
  show?: ShowInput | null;
  recurringFrom?: string | null;
  acceptanceFields?: AcceptanceFieldInput[] | null;
  signers?: SignerInput[] | null;
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
  const at = formatCreation(now);
  const terms = {
    discountType: input.discountType ?? null,
    discountValue: input.discountValue ?? null,
    paymentSchedule: input.paymentSchedule ?? null,
    pricesIncludeTax: input.pricesIncludeTax ?? account.pricesIncludeTax,
  };
  const items = addTaxDefaults(input.items, account);
  const lines = composeLines(items, { known: [], createBase: () => getLineIdBase(id) });
  const pricing = priceQuote(lines, terms, input.currency ?? account.currency);
  // Every field is written out: an object built by spreading is several times slower to create and to read.
  const quote: Quote = {
    id,
    number,
    status: 'DRAFT',
    customerId: input.customerId,
    title: input.title,
    description: input.description ?? null,
    items: pricing.items,
    discountType: pricing.discountType,
    discountValue: pricing.discountValue,
    currency: pricing.currency,
    subtotal: pricing.subtotal,
    discountAmount: pricing.discountAmount,
    taxAmount: pricing.taxAmount,
    total: pricing.total,
    terms: input.terms === undefined ? account.defaultTerms : input.terms,
    notes: input.notes ?? null,
    validUntil: computeValidUntil(input.validUntil, input.validityDays ?? account.validityDays, now),
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
    taxes: pricing.taxes,
    sections: pricing.sections,
    reference: input.reference ?? null,
    metadata: mergeMetadata({}, input.metadata),
    attachments,
    paymentSchedule: pricing.paymentSchedule,
    invoices: [],
    pricesIncludeTax: pricing.pricesIncludeTax,
    invoiceOnAcceptance: input.invoiceOnAcceptance ?? account.invoiceOnAcceptance,
    show: mergeShow(SHOW_ALL, input.show),
  };
  const asked =
    input.acceptanceFields === undefined ? account.acceptanceFields : (input.acceptanceFields ?? []);
  const asking = asked.length > 0 ? withAcceptanceFields(quote, asked) : quote;
  return withSigners(addRecurringFields(asking, input.recurringFrom), input.signers);
}

export type QuotePatch = Partial<Omit<QuoteInput, 'templateId'>> & {
  status?: string;
  selection?: LineChoice[] | null;
  answers?: Answers | null;
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
  const { status, selection, answers, validUntil, currency, items, paymentSchedule, metadata, ...rest } =
    patch;
  const { pricesIncludeTax, invoiceOnAcceptance, show, recurringFrom, acceptanceFields, signers, ...plain } =
    rest;
  let merged: Quote = {
    ...current,
    ...pickDefined(plain),
    ...(currency !== undefined && { currency: currency ?? account.currency }),
    ...(validUntil !== undefined && { validUntil: patchValidUntil(current, validUntil, account, now) }),
    ...(isGiven(pricesIncludeTax) && { pricesIncludeTax: pricesIncludeTax ?? account.pricesIncludeTax }),
    ...(isGiven(invoiceOnAcceptance) && {
      invoiceOnAcceptance: invoiceOnAcceptance ?? account.invoiceOnAcceptance,
    }),
    show: mergeShow(current.show, show),
    metadata: mergeMetadata(current.metadata, metadata),
  };
  const priced = [items, paymentSchedule, plain.discountType, plain.discountValue, pricesIncludeTax];
  if (priced.some(isGiven)) {
    const inputs = items && addTaxDefaults(items, account, current.items);
    const lines = inputs ? composePatchedLines(current, inputs, realNow) : current.items;
    const terms = isGiven(paymentSchedule) ? { ...merged, paymentSchedule } : merged;
    Object.assign(merged, priceQuote(lines, terms, merged.currency));
  }
  merged = withAcceptanceFields(addRecurringFields(merged, recurringFrom), acceptanceFields);
  merged = withSigners(merged, signers);

  const changed: (keyof Quote)[] = PATCHABLE_FIELDS.filter(
    (field) => toComparable(merged, field) !== toComparable(current, field),
  );
  // Without an edit, the stages keep the amounts that the customer knows.
  let next = CONTENT_FIELDS.some((field) => changed.includes(field))
    ? applyEdit(merged, now)
    : { ...merged, paymentSchedule: current.paymentSchedule };
  if (changed.includes('validUntil') && Date.parse(next.validUntil) > now) next = applyEvent(next, 'extend');
  const chosen = selection ? applyChoices(next, selection) : next;
  // A status with a selection or answers is a decision. Without them, a client may have sent back the status it read.
  const given = composeAnswers(next.acceptanceFields, answers ?? current.answers ?? {});
  const isReplaced = answers != null && !hasSameValues(given, current.answers ?? {});
  const isNewDecision =
    isReplaced || status !== (selection ? next : current).status || !isSameSelection(chosen, next);
  if (status !== undefined && isNewDecision) next = applyOwnerDecision(chosen, status, given, now);
  if (isExpiryDue(next, now)) next = applyEvent(next, 'expire');
  if (next.status !== current.status || (isDecision(status) && isNewDecision)) changed.push('status');
  if (changed.length === 0) return { quote: current, changed };
  return { quote: { ...next, updatedAt: computeUpdatedAt(current, now) }, changed };
}

/** Applies the customer's choices and computes the totals. Returns the same quote if they are the current ones. */
export function applyChoices(quote: Quote, choices: readonly LineChoice[]): Quote {
  const chosen = repriceQuote(quote, applySelection(quote.items, choices));
  return isSameSelection(chosen, quote) ? quote : chosen;
}

/** Returns the quote with other items and their totals. */
export function repriceQuote(quote: Quote, lines: readonly UnpricedLine[]): Quote {
  return addRecurringFields({ ...quote, ...priceQuote(lines, quote, quote.currency) });
}

function isSameSelection(one: Quote, other: Quote): boolean {
  return one === other || JSON.stringify(one.items) === JSON.stringify(other.items);
}

/** Composes the items of a patch; items that the quote has keep their identifiers. */
export function composePatchedLines(
  current: Quote,
  items: readonly ItemInput[],
  now: number,
): UnpricedLine[] {
  return composeLines(items, { known: current.items, createBase: () => getLineIdBase(newId('itm', now)) });
}

const PATCHABLE_FIELDS = [...new Set([...CONTENT_FIELDS, ...TEXT_NAMES, 'validUntil', 'metadata'] as const)];

interface PricedTerms extends Pick<Quote, 'discountType' | 'discountValue' | 'pricesIncludeTax'> {
  paymentSchedule: readonly StageInput[] | null;
}

function priceQuote(
  lines: readonly UnpricedLine[],
  { discountType, discountValue, paymentSchedule, pricesIncludeTax }: PricedTerms,
  currency: string,
) {
  const terms = { discountType, discountValue, pricesIncludeTax };
  const { items, subtotal, discountAmount, taxAmount, total, taxes, sections } = priceLines(lines, terms);
  return {
    ...{ items, discountType, discountValue, currency },
    ...{ subtotal, discountAmount, taxAmount, total, taxes, sections },
    paymentSchedule: composeSchedule(paymentSchedule, taxes, pricesIncludeTax),
    pricesIncludeTax,
  };
}

/** Returns the written value of a field as JSON, for comparison. */
function toComparable(quote: Quote, field: keyof Quote): string {
  return JSON.stringify(
    field === 'paymentSchedule'
      ? removeStageAmounts(quote.paymentSchedule)
      : (getContentValue(quote, field) ?? null),
  );
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function computeValidUntil(given: string | null | undefined, days: number, from: number): string {
  const time = given == null ? undefined : parseDateTime(given);
  return formatValidity(time ?? from + days * DAY_MS);
}

/** The default for what the customer has already got ends with its day; a draft gets that when it is sent. */
function patchValidUntil(
  { sentAt }: Quote,
  given: string | null,
  { validityDays, timeZone }: Account,
  now: number,
): string {
  const end = computeValidUntil(given, validityDays, now);
  return given === null && sentAt !== null ? findDayEnd(Date.parse(end), timeZone) : end;
}

/** Quotes that are created together mostly have the same times, so the last text is cached. */
const [formatCreation, formatValidity] = [createIsoFormatter(), createIsoFormatter()];

/** After an edit, the decision and all signatures are void, and a quote that was sent gets a new revision. */
function applyEdit(quote: Quote, now: number): Quote {
  const next = voidSignatures(applyEvent(quote, 'edit'), new Date(now).toISOString());
  return {
    ...(isDraft(next) ? clearDecision(next) : next),
    revision: quote.sentAt === null ? quote.revision : quote.revision + 1,
  };
}

/** Replaces the attachments, which is an edit. */
export function setAttachments(quote: Quote, attachments: Attachment[], now: number): Quote {
  return { ...applyEdit({ ...quote, attachments }, now), updatedAt: computeUpdatedAt(quote, now) };
}

function applyOwnerDecision(quote: Quote, status: string, answers: Answers, now: number): Quote {
  const at = new Date(now).toISOString();
  return status === 'ACCEPTED'
    ? withAnswers({ ...clearDecision(applyEvent(quote, 'ownerAccept')), acceptedAt: at }, answers)
    : { ...clearDecision(applyEvent(quote, 'ownerDecline')), declinedAt: at };
}

export function clearDecision({ answers: _answers, ...quote }: Quote): Quote {
  return { ...quote, acceptedAt: null, declinedAt: null, acceptedBy: null, declineReason: null };
}

/** Applies an event to the status. Callers check beforehand that the table allows it. */
export function applyEvent(quote: Quote, event: keyof (typeof TRANSITIONS)['DRAFT']): Quote {
  const status = TRANSITIONS[quote.status][event];
  if (status === 'refused') throw new Error(`${event} is refused for a quote that is ${quote.status}`);
  return { ...quote, status };
}

function pickDefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
