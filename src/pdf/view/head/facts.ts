import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatCalendarDate, formatDate, formatEnd, formatQuantity } from '../../../i18n/format.ts';
import { formatPaymentMethod } from '../../../i18n/invoice/document-name.ts';
import { composeText, isolate, isolateFormatted, keepOnOneLine, toPlainText } from '../compose.ts';
import { flow, getContent, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentData, Text } from '../document-view.ts';
import { estimateWidth } from '../text-width.ts';
import { buildSupplyFacts } from './particulars.ts';

type Facts = DocumentData['facts'];

/**
 * Builds the facts next to the parties, and decides how they fit there. The labels of the supply are long: if the
 * facts do not fit on one line each, those go above their facts, so that the others keep their lines.
 */
export function arrangeFacts(context: ViewContext) {
  const others = buildFacts(context);
  const supply = context.source.kind === 'invoice' ? buildSupplyFacts(context, context.source.invoice) : [];
  const facts = [...others, ...supply];
  const isAbove = supply.length > 0 && estimateFactsWidth(facts) > FACTS_WIDTH;
  const beside = isAbove ? others : facts;
  return {
    facts,
    'facts-are-wide':
      estimateFactsWidth(beside) > FACTS_WIDTH || findWidest(supply.map(toValueText)) > FACTS_WIDTH,
    'facts-below': [...findFactsBelow(beside), ...(isAbove ? supply.map(() => true) : [])],
    'facts-in-two-lines': context.second !== null,
  };
}

function buildFacts(context: ViewContext): Facts {
  const { source, locale } = context;
  const { timeZone } = source.account;
  const label = (name: FactName) => translateLabel(context, (t) => t[name], '\n');
  if (source.kind === 'invoice') {
    return [
      [label('date'), formatCalendarDate(source.invoice.issueDate, locale)],
      ...(source.creditedInvoice
        ? buildCreditFacts(context, source.creditedInvoice, label)
        : buildPaymentFacts(context, source.invoice, label)),
      [label('quoteReference'), flow(context, toOneLine(context, source.invoice.quoteNumber))],
      ...buildReference(context, label('reference')),
    ];
  }
  const { sentAt, createdAt, validUntil, revision } = source.quote;
  const facts: Facts = [
    [label('date'), formatDate(sentAt ?? createdAt, locale, timeZone)],
    [label('validUntil'), formatEnd(validUntil, locale, timeZone)],
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
  | 'reference';
type Label = (name: FactName) => Text;

function buildPaymentFacts(context: ViewContext, { dueDate, paymentMethod }: Invoice, label: Label): Facts {
  const { locale, messages } = context;
  const name = flow(context, formatPaymentMethod(paymentMethod, messages));
  return [
    ...(dueDate === null ? [] : [[label('dueDate'), formatCalendarDate(dueDate, locale)] as [Text, Text]]),
    [label('paymentMethod'), name],
  ];
}

/** A credit note refers to its invoice by number and date. */
function buildCreditFacts(
  context: ViewContext,
  { number, issueDate }: Pick<Invoice, 'number' | 'issueDate'>,
  label: Label,
): Facts {
  const date = formatCalendarDate(issueDate, context.locale);
  const named = composeText('{number}, {date}', {
    number: isolate(context, number),
    date: isolateFormatted(context, keepOnOneLine(date)),
  });
  return [[label('invoice'), named]];
}

function buildReference(context: ViewContext, label: Text): Facts {
  const reference = toOneLine(context, getContent(context.source).reference ?? '');
  return reference === '' ? [] : [[label, flow(context, reference)]];
}

/** A third of the narrower paper without gutters, in em at 8.5 pt. */
const FACTS_WIDTH = 16.5;
const FACTS_GUTTER = 2;

function estimateFactsWidth(facts: Facts): number {
  return findWidestLabel(facts) + FACTS_GUTTER + findWidest(facts.map(toValueText));
}

/** Selects facts with a word too wide to fit next to the labels; it would be split or overflow the margin. */
function findFactsBelow(facts: Facts): boolean[] {
  const room = FACTS_WIDTH - FACTS_GUTTER - findWidestLabel(facts);
  return facts.map((fact) => findWidest(toValueText(fact).split(/\s/)) > room);
}

function findWidestLabel(facts: Facts): number {
  return findWidest(facts.flatMap(([label]) => toPlainText(label).split('\n')));
}

function toValueText([, value]: Facts[number]): string {
  return toPlainText(value);
}

function findWidest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(estimateWidth));
}
