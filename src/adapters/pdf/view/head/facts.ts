import type { InvoiceSource } from '../../../../domain/document.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { formatCalendarDate, formatDate, formatEnd, formatQuantity } from '../../../../i18n/format.ts';
import { formatPaymentMethod } from '../../../../i18n/invoice/document-name.ts';
import { formatIdentifier, isolate, keepWhole, toPlainText } from '../compose.ts';
import { getContent, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentData, Text } from '../document-view.ts';
import { estimateWidth } from '../text-width.ts';
import { buildSupplyFacts } from './particulars.ts';

type Facts = DocumentData['facts'];

/**
 * Builds the facts next to the parties. If they may be wider than a third of the paper, the template measures them to
 * share the width between the facts and the parties.
 */
export function arrangeFacts(context: ViewContext) {
  const { source, second } = context;
  const supply = source.kind === 'invoice' ? buildSupplyFacts(context, source) : [];
  const facts = [...buildFacts(context), ...supply];
  return {
    facts,
    'facts-are-narrow': estimateFactsWidth(facts) <= FACTS_WIDTH,
    'facts-in-two-lines': second !== null,
  };
}

function buildFacts(context: ViewContext): Facts {
  const { source, locale } = context;
  const { timeZone } = source.account;
  const label = (name: FactName) => translateLabel(context, (t) => t[name], '\n');
  if (source.kind === 'invoice') {
    return [
      [label('date'), formatCalendarDate(source.invoice.issueDate, locale), 'whole'],
      ...(source.creditedInvoice
        ? buildCreditFacts(context, source.creditedInvoice, label)
        : buildPaymentFacts(context, source, label)),
      [label('quoteReference'), formatIdentifier(context, null, source.invoice.quoteNumber)],
      ...buildReference(context, label('reference')),
      ...buildPurchaseOrder(context, source.invoice, label('purchaseOrder')),
    ];
  }
  const { sentAt, createdAt, validUntil, revision } = source.quote;
  const facts: Facts = [
    [label('date'), formatDate(sentAt ?? createdAt, locale, timeZone), 'whole'],
    [label('validUntil'), formatEnd(validUntil, locale, timeZone), 'whole'],
  ];
  if (revision > 1) facts.push([label('revision'), formatQuantity(revision, locale)]);
  return [...facts, ...buildReference(context, label('reference'))];
}

type FactName =
  | 'date'
  | 'dueDate'
  | 'paymentMethod'
  | 'invoice'
  | 'quoteReference'
  | 'validUntil'
  | 'revision'
  | 'reference'
  | 'purchaseOrder';
type Label = (name: FactName) => Text;

function buildPaymentFacts(
  context: ViewContext,
  { invoice: { dueDate, paymentMethod }, omitsMethod }: InvoiceSource,
  label: Label,
): Facts {
  const { locale, messages } = context;
  const due: Facts =
    dueDate === null ? [] : [[label('dueDate'), formatCalendarDate(dueDate, locale), 'whole']];
  if (omitsMethod) return due;
  const method = formatIdentifier(context, null, formatPaymentMethod(paymentMethod, messages));
  return [...due, [label('paymentMethod'), method]];
}

/** A credit note refers to its invoice by number and date. */
function buildCreditFacts(
  context: ViewContext,
  { number, issueDate }: Pick<Invoice, 'number' | 'issueDate'>,
  label: Label,
): Facts {
  const date = formatCalendarDate(issueDate, context.locale);
  const parts = [isolate(context, number), ', ', keepWhole(context, date)];
  return [[label('invoice'), { parts }]];
}

function buildReference(context: ViewContext, label: Text): Facts {
  const reference = toOneLine(context, getContent(context.source).reference ?? '');
  return reference === '' ? [] : [[label, formatIdentifier(context, null, reference)]];
}

/** The order number that the customer gave, unless it is the reference. */
function buildPurchaseOrder(context: ViewContext, invoice: Invoice, label: Text): Facts {
  const { purchaseOrder = '', reference } = invoice;
  return purchaseOrder === '' || purchaseOrder === reference
    ? []
    : [[label, formatIdentifier(context, null, toOneLine(context, purchaseOrder))]];
}

/** A third of the narrower paper without gutters, in em at 8.5 pt. */
const FACTS_WIDTH = 16.5;
const FACTS_GUTTER = 2;

function estimateFactsWidth(facts: Facts): number {
  const labels = facts.flatMap(([label]) => toPlainText(label).split('\n'));
  const values = facts.map(([, value]) => toPlainText(value));
  return findWidest(labels) + FACTS_GUTTER + findWidest(values);
}

function findWidest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(estimateWidth));
}
