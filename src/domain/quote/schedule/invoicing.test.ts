import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACCOUNT } from '../../../../test/fixtures/account.ts';
import type { InvoiceContent } from '../../invoice/group-lines.ts';
import type { InvoiceSummary } from '../../invoice/invoice-summary.ts';
import { applyChoices, newQuote, type QuoteInput } from '../compose-quote.ts';
import type { ItemInput } from '../line/line-item.ts';
import type { Quote } from '../quote.ts';
import { findQuoteRuleErrors } from '../quote-rules.ts';
import {
  computeInvoiceContent,
  computeToInvoice,
  findNextStage,
  getInvoicePart,
  isPartlyInvoiced,
} from './invoicing.ts';
import type { StageInput } from './payment-schedule.ts';
import { splitQuote } from './stage-split.ts';

const due: StageInput['due'] = { when: 'start' };

function composeQuote(
  items: ItemInput[],
  paymentSchedule: StageInput[],
  more: Partial<QuoteInput> = {},
): Quote {
  const input = { customerId: 'cus_1', title: 'Quote', items, paymentSchedule, ...more };
  assert.deepEqual(findQuoteRuleErrors(input), [], JSON.stringify(input));
  return newQuote(input, ACCOUNT, { id: `quo_${'0'.repeat(26)}`, number: 'Q-1', now: 0 });
}

/** Invoices like the service, which rejects stages that are already invoiced or amount to 0. */
function invoiced(quote: Quote, index: number | null): { quote: Quote; content: InvoiceContent } | undefined {
  const stage = index === null ? undefined : quote.paymentSchedule?.[index];
  const isTaken = quote.invoices.some((invoice) => invoice.stage?.index === index && index !== null);
  if (index !== null && (!stage || isTaken || stage.amount === 0)) return undefined;
  const part = getInvoicePart(quote, splitQuote(quote), index);
  const content = computeInvoiceContent(quote, part, '0'.repeat(16), '2026-01-01');
  const summary: InvoiceSummary = {
    ...{ id: `inv_${quote.invoices.length}`, number: '', stage: part.stage, total: content.total },
  };
  const status = part.isLast ? 'CONVERTED' : 'ACCEPTED';
  return { quote: { ...quote, status, invoices: [...quote.invoices, summary] }, content };
}

const line = fc.record({
  description: fc.constant('Line'),
  quantity: fc.integer({ min: 1, max: 30_000 }).map((quantity) => quantity / 100),
  unitPrice: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 10 ** 9 })),
  tax: fc.oneof(
    fc.record({ taxRate: fc.constantFrom(0, 7, 19) }),
    fc.record({ taxRate: fc.integer({ min: 0, max: 10 ** 6 }).map((rate) => rate / 10_000) }),
    fc.record({
      taxRate: fc.constant(0),
      taxCategory: fc.constantFrom('exempt' as const, 'export' as const),
    }),
  ),
  optional: fc.boolean(),
  quantityRange: fc.constant(null),
});

const schedule = fc.oneof(
  // Percentages that add up to 100.
  fc
    .array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 23 })
    .map((cuts) =>
      [0, ...new Set(cuts)].sort((a, b) => a - b).map((cut, at, all) => (all[at + 1] ?? 10_000) - cut),
    )
    .map((parts) => parts.map((part): StageInput => createStage('percentage', part / 100))),
  // Percentages, fixed amounts and a rest.
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 400 }).map((part) => createStage('percentage', part / 100)),
        fc.integer({ min: 0, max: 40 }).map((value) => createStage('fixed', value)),
      ),
      { maxLength: 23 },
    )
    .map((stages): StageInput[] => [...stages, createStage('rest', null)]),
);

function createStage(type: StageInput['type'], value: number | null): StageInput {
  return { label: type, type, value, due };
}

test('the invoices of a quote add up to it per rate, for any selection and any order', () => {
  const chosen = fc.record({
    lines: fc.array(
      line.map(({ tax, ...item }) => ({ ...item, ...tax })),
      { maxLength: 6 },
    ),
    pricesIncludeTax: fc.boolean(),
    stages: schedule,
    discountValue: fc.integer({ min: 0, max: 100 }),
    taken: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    order: fc.array(fc.nat({ max: 23 }), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(chosen, ({ lines, stages, discountValue, taken, order, pricesIncludeTax }) => {
      // Expensive enough for all fixed stages, whatever else is selected.
      const certain = { description: 'Certain', quantity: 1, unitPrice: 10_000_000, taxRate: 19 };
      const discount = { discountType: 'percentage', discountValue: Math.min(discountValue, 90) } as const;
      const offered = composeQuote([...lines, certain], stages, { ...discount, pricesIncludeTax });
      const choices = lines.flatMap(({ optional }, at) =>
        optional ? [{ id: offered.items[at]?.id ?? '', selected: taken[at] ?? false }] : [],
      );
      const agreed: Quote = { ...applyChoices(offered, choices), status: 'ACCEPTED' };
      checkSums(agreed, [...order, null]);
      checkSums(agreed, [...order.toReversed(), ...stages.map((_, at) => stages.length - 1 - at)]);
    }),
    { numRuns: 300 },
  );
});

/** Creates invoices one by one until nothing is left. */
function checkSums(agreed: Quote, order: (number | null)[]): void {
  let quote = agreed;
  const contents: InvoiceContent[] = [];
  for (const index of order) {
    if (quote.status === 'CONVERTED') break;
    const next = invoiced(quote, index);
    if (!next) continue;
    contents.push(next.content);
    quote = next.quote;
    assert.equal(isPartlyInvoiced(quote), quote.status === 'ACCEPTED');
  }
  assert.equal(quote.status, 'CONVERTED');
  for (const whole of agreed.taxes) {
    const shares = contents
      .flatMap(({ taxes }) => taxes)
      .filter(({ rate, category }) => rate === whole.rate && category === whole.category);
    assert.equal(sum(shares.map(({ net }) => net)), whole.net);
    assert.equal(sum(shares.map(({ tax }) => tax)), whole.tax);
  }
  assert.equal(sum(contents.map(({ total }) => total)), agreed.total);
  for (const content of contents) checkContent(content, agreed.pricesIncludeTax);
  for (const { stage, total } of quote.invoices) {
    if (stage) assert.equal(total, agreed.paymentSchedule?.[stage.index]?.amount);
  }
}

function checkContent(content: InvoiceContent, pricesIncludeTax: boolean): void {
  const { items, subtotal, discountAmount, taxes, taxAmount, total } = content;
  const inside = pricesIncludeTax ? taxAmount : 0;
  assert.equal(sum(items.map(({ amount }) => amount)), subtotal);
  assert.equal(sum(taxes.map(({ net }) => net)) + inside, subtotal - discountAmount);
  assert.equal(sum(taxes.map(({ tax }) => tax)), taxAmount);
  assert.equal(subtotal - discountAmount + taxAmount - inside, total);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

test('the rest of several stages is named after the quote, the rest of one after the stage', () => {
  const stages = [30, 30, 40].map((value, at) => ({
    ...createStage('percentage', value),
    label: `Stage ${at}`,
  }));
  const items = [{ description: 'Work', quantity: 1, unitPrice: 1_000 }];
  const quote: Quote = { ...composeQuote(items, stages), status: 'ACCEPTED' };
  assert.deepEqual(getInvoicePart(quote, splitQuote(quote), null), {
    stage: null,
    label: 'Quote',
    taxes: null,
    isLast: true,
  });
  const one = invoiced(quote, 1)?.quote ?? quote;
  assert.equal(getInvoicePart(one, splitQuote(one), null).label, 'Quote');
  assert.equal(getInvoicePart(invoiced(one, 0)?.quote ?? one, splitQuote(one), null).label, 'Stage 2');
});

test('what is left to invoice of an accepted quote, and its next stage', () => {
  const items = [{ description: 'Work', quantity: 1, unitPrice: 1_000 }];
  const stages = [0, 30, 30, 40].map((value, at) => ({
    ...createStage('percentage', value),
    label: `Stage ${at}`,
  }));
  const draft = composeQuote(items, stages);
  assert.deepEqual([computeToInvoice(draft), isPartlyInvoiced(draft)], [0, false]);
  const accepted: Quote = { ...draft, status: 'ACCEPTED' };
  assert.equal(computeToInvoice(accepted), 1000);
  assert.deepEqual(findNextStage(accepted), { index: 1, label: 'Stage 1', amount: 300 });
  const one = invoiced(accepted, 1)?.quote ?? accepted;
  assert.deepEqual([computeToInvoice(one), isPartlyInvoiced(one)], [700, true]);
  assert.deepEqual(findNextStage(one), { index: 2, label: 'Stage 2', amount: 300 });
  const all = invoiced(one, null)?.quote ?? one;
  assert.deepEqual([computeToInvoice(all), isPartlyInvoiced(all)], [0, false]);
  assert.equal(findNextStage({ ...all, paymentSchedule: null }), undefined);
  assert.throws(() => getInvoicePart(accepted, splitQuote(accepted), 9), /no such stage/);
});

test('alternatives of the same amount leave the total open if their tax rates differ', () => {
  const alternative = (taxRate: number): ItemInput => {
    return { description: `At ${taxRate} %`, quantity: 1, unitPrice: 1000, taxRate, choice: 'Rate' };
  };
  const errors = (items: ItemInput[], total: number) =>
    findQuoteRuleErrors({
      ...{ customerId: 'cus_1', title: 'Quote', items },
      paymentSchedule: [{ label: 'All', type: 'fixed', value: total, due }],
    });
  assert.deepEqual(errors([alternative(7), alternative(7)], 1070), []);
  assert.equal(errors([alternative(7), alternative(19)], 1070).length, 1);
});
