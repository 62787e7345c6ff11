import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manyItems, sampleInvoice, sampleQuote } from '../../../../../test/fixtures/documents.ts';
import { assertInside, linesAt } from '../../../../../test/support/pdf/lines.ts';
import { readPdf } from '../../../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../../../test/support/pdf/shared-renderer.ts';
import { testAll } from '../../../../../test/support/run/all.ts';
import type { DocumentSource } from '../../../../domain/document.ts';
import { LANGUAGES, type Language } from '../../../../domain/languages.ts';
import { resolveSellerLocale } from '../../../../i18n/conventions.ts';
import { formatCalendarDate, formatEnd } from '../../../../i18n/format.ts';
import { toPlainText } from '../compose.ts';
import { prepareDocument } from '../view.ts';

const renderer = sharedRenderer();
/** Marks without a glyph: of direction, and of where a long word may break. */
const MARKS = /[\u200b\u200e\u200f\u061c]/g;

testAll('every date is on the line of its label, in every language and kind of document', async () => {
  for (const language of LANGUAGES) {
    for (const source of listDocuments(language)) {
      const { facts } = prepareDocument(source).view.data;
      const [page] = (await readPdf((await renderer.render(source)).pdf)).pages;
      const lines = linesAt(page?.runs ?? []).map((runs) => runs.map(({ text }) => text).join(' '));
      for (const [label, value] of facts) {
        // The date of a credited invoice may follow its number on a line of its own.
        const [first = ''] = toPlainText(value).split(/(?<=-\d+),/);
        const words = [toPlainText(label), first].join(' ').replace(MARKS, '').split(/\s+/);
        assert.ok(
          lines.some((line) => words.every((word) => line.replaceAll(' ', '').includes(word))),
          `${words.join(' ')} in ${language}: ${lines.join(' | ')}`,
        );
      }
      // A mark inside a word splits it into letters, whose kerning looks like an overlap.
      assertInside((page?.runs ?? []).filter(({ text }) => text.length > 1));
    }
  }
});

/** The longest dates that each language has, with a time zone that is written as a difference. */
function listDocuments(language: Language): DocumentSource[] {
  const options = {
    items: manyItems(1),
    customer: { locale: language },
    account: { timeZone: 'Asia/Taipei' },
    quote: {
      reference: 'PO-2026/4711',
      sentAt: '2026-09-22T06:30:00.000Z',
      validUntil: '2026-09-30T06:30:00.000Z',
    },
  };
  const source = sampleInvoice(options);
  const dates = { issueDate: '2026-09-22', dueDate: '2026-09-30', supplyDate: '2026-09-23' };
  const invoice = { ...source, invoice: { ...source.invoice, ...dates } };
  const credit = { kind: 'CREDIT_NOTE', number: 'CN-2026-00001', dueDate: null } as const;
  return [
    sampleQuote(options),
    invoice,
    {
      ...invoice,
      invoice: { ...invoice.invoice, ...credit },
      creditedInvoice: { number: 'INV-2026-00007', issueDate: '2026-09-22' },
    },
  ];
}

test('a long period of supply breaks between its dates only', async () => {
  for (const language of ['es', 'uk', 'ja', 'ar'] as const) {
    const source = sampleInvoice({ items: manyItems(1), customer: { locale: language } });
    const supplyPeriod = { from: '2026-09-22', to: '2026-11-30' };
    const read = await readPdf(
      (await renderer.render({ ...source, invoice: { ...source.invoice, supplyPeriod } })).pdf,
    );
    const [page] = read.pages;
    const lines = linesAt(page?.runs ?? []).map((runs) => runs.map(({ text }) => text).join(''));
    const last = prepareDocument({ ...source, invoice: { ...source.invoice, supplyPeriod } })
      .view.data.facts.map(([, value]) => value)
      .flatMap((value) => (typeof value === 'object' && 'parts' in value ? value.parts.slice(-1) : []));
    assertInside(page?.runs ?? []);
    for (const part of last) {
      const words = toPlainText({ parts: [part] }).split(/\s+/);
      assert.ok(
        lines.some((line) => words.every((word) => line.includes(word))),
        `${words.join(' ')} in ${language}: ${lines.join(' | ')}`,
      );
    }
  }
});

test('the period of an item breaks between its days only, in every language', async () => {
  const period = { from: '2026-09-22', to: '2026-11-30' };
  for (const language of LANGUAGES) {
    const source = sampleInvoice({ items: manyItems(1), customer: { locale: language } });
    const items = Array.from({ length: 12 }, (_, n) => {
      return {
        ...source.invoice.items[0],
        sku: 'N'.repeat(1 + 4 * n),
        period,
      } as (typeof source.invoice.items)[0];
    });
    const read = await readPdf(
      (await renderer.render({ ...source, invoice: { ...source.invoice, items } })).pdf,
    );
    const lines = read.pages
      .flatMap(({ runs }) => linesAt(runs))
      .map((runs) => runs.map(({ text }) => text).join(''));
    const locale = resolveSellerLocale(source.account, language);
    for (const date of [period.from, period.to]) {
      const words = formatCalendarDate(date, locale).split(/\s+/);
      const whole = lines.filter((line) => words.every((word) => line.replaceAll(' ', '').includes(word)));
      assert.equal(whole.length, items.length, `${words.join(' ')} in ${language}: ${lines.join(' | ')}`);
    }
  }
});

test('the date in the sentence of acceptance is on one line, in every language', async () => {
  for (const language of LANGUAGES) {
    for (const validUntil of ['2026-09-30T06:30:00.000Z', '2026-09-30T15:59:59.999Z']) {
      const source = sampleQuote({
        items: manyItems(1),
        customer: { locale: language },
        account: { timeZone: 'Asia/Taipei' },
        quote: { validUntil },
      });
      const date = formatEnd(validUntil, resolveSellerLocale(source.account, language), 'Asia/Taipei');
      const { acceptance } = prepareDocument(source).view.data;
      const text = acceptance?.text;
      const parts = typeof text === 'object' && 'parts' in text ? text.parts : [];
      assert.ok(
        parts.some((part) => typeof part === 'object' && part.whole === true && part.text === date),
        `${language}: ${date}`,
      );
    }
  }
});
