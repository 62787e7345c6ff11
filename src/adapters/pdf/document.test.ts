import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import {
  manyItems,
  sampleInvoice,
  sampleQuote,
  sampleStageInvoice,
} from '../../../test/fixtures/documents.ts';
import { E_INVOICE } from '../../../test/fixtures/einvoice.ts';
import { SCHEDULE } from '../../../test/fixtures/payment-schedule.ts';
import { line } from '../../../test/fixtures/quote.ts';
import { TAXED_ITEMS } from '../../../test/fixtures/quote-page.ts';
import { gallery } from '../../../test/support/pdf/document-gallery.ts';
import { inspectPdf, readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { IS_ALL, testAll } from '../../../test/support/run/all.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import type { Stage } from '../../domain/quote/schedule/payment-schedule.ts';
import { formatMoney } from '../../i18n/format.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { formatEInvoice } from '../einvoice/format-einvoice.ts';
import { extractInvoice } from './archive/embedded-invoice.ts';
import { createRenderer } from './renderer.ts';
import { measureLine } from './view/text-width.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

const samples = gallery();
const typeset = new Map<string, ReturnType<typeof renderer.render>>();

/** Typesets a sample for the first test that reads it. */
function renderSample(name: string): ReturnType<typeof renderer.render> {
  return typeset.getOrInsertComputed(name, () => renderer.render(samples[name] ?? fail()));
}

describe('a document', () => {
  test('has the parties, items and amounts in reading order', async () => {
    const source = samples.plain;
    assert.ok(source?.kind === 'quote');
    const { pdf, standard, warnings } = await renderSample('plain');
    const read = await readPdf(pdf);

    assert.equal(standard, 'a-2a');
    assert.deepEqual(warnings, []);
    assertInOrder(read.text, [
      'Q-2026-00012',
      'Website redesign',
      'A new website for Harbour & Vale',
      'Harbour & Vale Ltd.',
      'Studio Nord GmbH',
      'Description',
      'Discovery workshop',
      'Training for editors, 90 minutes',
      'Subtotal',
      formatMoney(source.quote.subtotal, 'EUR', resolveLocale('en-GB')),
      'VAT 19%',
      formatMoney(source.quote.taxAmount, 'EUR', resolveLocale('en-GB')),
      'Total',
      formatMoney(source.quote.total, 'EUR', resolveLocale('en-GB')),
      'Terms and conditions',
      'Signature',
      'Page 1 of 1',
    ]);
    assert.ok(!read.text.includes('INTERNAL'));
    assert.ok(!read.text.includes('Draft'));
    assert.equal(read.title, 'Quote Q-2026-00012 – Website redesign');
    assert.equal(read.language, 'en-GB');
    assert.equal(read.created, 'D:20260302092000Z');
  });

  test('announces the invoice that follows acceptance, next to the fields for a signature', () => {
    const read = (quote: object) => {
      const { data } = prepareDocument(sampleQuote({ quote, customer: { locale: 'en-GB' } })).view;
      return JSON.stringify(data.acceptance);
    };
    assert.match(
      read({ invoiceOnAcceptance: true, paymentSchedule: SCHEDULE }),
      /invoice for the deposit of/,
    );
    assert.match(read({ invoiceOnAcceptance: true }), /you will receive the invoice for/);
    assert.doesNotMatch(read({ paymentSchedule: SCHEDULE }), /you will receive/);
  });

  test('says which taxes the total contains, and why something is not taxed', async () => {
    const quote = { items: TAXED_ITEMS, pricesIncludeTax: true };
    const customer = { locale: 'en-GB' };
    for (const source of [sampleQuote({ quote, customer }), sampleInvoice({ quote, customer })]) {
      const { pdf, standard } = await renderer.render(source);
      assert.equal(standard, 'a-2a');
      assertInOrder((await readPdf(pdf)).text, [
        'Delivery overseas',
        source.kind === 'quote' ? 'Total' : 'Amount due',
        '€1,000.00',
        'Exempt 0% on €100.00',
        'Reverse charge 0% on €200.00',
        'including 7% VAT on €186.92',
        '€13.08',
        'including 19% VAT on €420.17',
        '€79.83',
        'Exempt <b>as a course</b>',
        'Reverse charge: the customer is liable for the tax / Steuerschuldnerschaft des Leistungsempfängers',
        'Terms and conditions',
      ]);
    }
  });

  test('is tagged, archival and has all its fonts embedded', async () => {
    const read = await inspectPdf((await renderSample('plain')).pdf);
    assert.ok(read.tagged);
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD', 'Figure']) {
      assert.ok(read.roles.includes(role), `${role} in ${[...new Set(read.roles)]}`);
    }
    assert.deepEqual(read.alternatives, ['Logo of Studio Nord GmbH']);
    assert.match(read.metadata, /<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>A</);
    assert.match(read.metadata, /<pdfuaid:part>1</);
    assert.ok(read.fonts.length >= 2);
    assert.ok(read.fonts.every((font) => font.embedded));
  });

  test('does not say that its structure is not suspect, which some readers complain about', async () => {
    const { pdf } = await renderSample('plain');
    const streams = Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/stream\n([\s\S]*?)\nendstream/g);
    const objects = [...streams].map(([, data = '']) => tryInflate(Buffer.from(data, 'latin1'))).join('');
    assert.match(objects, /\/MarkInfo <<\s+\/Marked true\s+>>/);
  });

  test('has the electronic invoice inside, and stays archival and accessible', async () => {
    const xml = formatEInvoice(E_INVOICE, 'cii');
    const { pdf, standard } = await renderer.render({ ...sampleInvoice({}), eInvoice: xml });
    const read = await inspectPdf(pdf);
    assert.equal(standard, 'a-3a');
    assert.deepEqual(read.attachments, { 'factur-x.xml': xml });
    assert.equal(extractInvoice(pdf), xml);
    assert.match(read.metadata, /<pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>A</);
    assert.match(read.metadata, /<pdfuaid:part>1</);
    assert.match(read.metadata, /<fx:ConformanceLevel>EN 16931</);
    const plain = await renderer.render(sampleInvoice({}));
    assert.equal(extractInvoice(plain.pdf), undefined);
    assert.deepEqual((await readPdf(plain.pdf)).attachments, {});
  });

  // `typst/engine.test.ts` compares documents of one thread.
  testAll('is the same, byte for byte, whichever documents preceded it', async () => {
    const one = createRenderer({ workers: 1, timeoutMs: 600_000 });
    const source = samples.scripts ?? fail();
    const [first, , again] = [
      await renderer.render(source),
      await renderSample('arabic'),
      await renderer.render(source),
    ];
    const elsewhere = await one.render(source);
    await one.close();
    assert.ok(Buffer.from(first.pdf).equals(Buffer.from(again.pdf)));
    assert.ok(Buffer.from(first.pdf).equals(Buffer.from(elsewhere.pdf)));
  });

  test('repeats the table head on each page and keeps the totals with an item', async () => {
    for (const count of IS_ALL ? [20, 21, 22, 23, 24] : [20, 23]) {
      const read = await readPdf((await renderer.render(sampleQuote({ items: manyItems(count) }))).pdf);
      const last = read.pages.find((page) => page.text.includes('Subtotal'));
      assert.ok(last?.text.includes(`${count}`) && last.text.includes('Unit price'), `${count} items`);
    }
    const long = await readPdf((await renderSample('long')).pdf);
    assert.equal(long.pages.length, 3);
    assert.ok(long.pages.slice(0, 2).every((page) => page.text.includes('Unit price')));
    assert.ok(long.pages[2]?.text.includes('Page 3 of 3'));
  });

  test('loses no more of its spacing than it must to save its last page', async () => {
    const quote = {
      description: 'Design and training.',
      terms: 'Payable within 14 days.\nTwo rounds of changes.',
    };
    for (const count of IS_ALL ? [9, 10, 11, 12, 13] : [10, 13]) {
      const { pages } = await readPdf(
        (await renderer.render(sampleQuote({ items: manyItems(count), quote }))).pdf,
      );
      assert.equal(pages.length, 1, `${count} items`);
      // The footer and the lower margin end at 71 points.
      const lowest = Math.min(...(pages[0]?.runs ?? []).map(({ y }) => y).filter((y) => y > 60));
      assert.ok(lowest < 120, `${count} items end ${lowest} points above the edge`);
    }
  });

  testAll('is set tighter before it spills over, and keeps terms and signature with the totals', async () => {
    const quote = {
      description: 'Design and training.',
      terms: 'Payable within 14 days.\nTwo rounds of changes.',
    };
    for (const count of [10, 12, 14, 16, 17, 20, 24, 40]) {
      const read = await readPdf(
        (await renderer.render(sampleQuote({ items: manyItems(count), quote }))).pdf,
      );
      const last = read.pages.at(-1)?.text ?? '';
      assert.equal(read.pages.length, count <= 12 ? 1 : read.pages.length, `${count} items`);
      for (const part of ['Unit price', 'Subtotal', 'Terms and conditions', 'I accept quote', 'Signature']) {
        assert.ok(last.includes(part), `${part} on the last page of ${count} items`);
      }
    }
    // Too long to be set tighter; among these lengths, some leave less than a line too little for the closing.
    const conditions = Array.from({ length: 12 }, (_, line) =>
      `Condition ${line + 1}. `.repeat((line % 4) + 1),
    );
    for (const [index] of conditions.entries()) {
      const terms = conditions.slice(0, index + 1).join('\n');
      const source = sampleQuote({ items: manyItems(70), customer: { locale: 'de' }, quote: { terms } });
      const { pages } = await readPdf((await renderer.render(source)).pdf);
      const { text = '' } = pages.find((page) => page.text.includes('Zwischensumme')) ?? fail();
      const parts = [`Condition ${index + 1}`, 'Ich nehme das Angebot', 'Unterschrift'];
      for (const part of parts) assert.ok(text.includes(part), `${part} after ${index + 1} conditions`);
    }
    for (const name of ['ten-items', 'twelve-items']) {
      const source = {
        ...(samples[name] ?? fail()),
        publicUrl: `https://quotes.example/q/${'x'.repeat(43)}`,
      };
      for (const each of [source, { ...source, publicUrl: undefined }]) {
        const { pages } = await readPdf((await renderer.render(each)).pdf);
        assert.equal(pages.length, 1, name);
      }
    }
  });

  test('shows lines that begin with a hyphen as a list, and a long introduction below the parties', async () => {
    const list = 'You get:\n- a new website\n- an editor\nand our thanks';
    const source = sampleQuote({
      items: [[`Workshop\n- two half days\n- a summary`, 1, 100]],
      quote: { description: `${list}\n${'Many words follow. '.repeat(30)}`, terms: list },
    });
    const read = await inspectPdf((await renderer.render(source)).pdf);
    assert.equal(read.pages[0]?.runs.filter(({ text }) => text === '•').length, 6);
    assert.equal(read.roles.filter((role) => role === 'LI').length, 6);
    assert.ok(!read.text.includes('- a new'));
    assertInOrder(read.text, [
      'Website redesign',
      'Prepared for',
      'You get:',
      'a new website',
      'an editor',
      'and our thanks',
    ]);
    const short = await readPdf((await renderSample('plain')).pdf);
    assertInOrder(short.text, ['A new website for Harbour & Vale', 'Prepared for']);
  });

  test('has no text under 8 pt, and characters of other fonts on the same baseline', async () => {
    for (const name of ['plain', 'accepted', 'long', 'arabic']) {
      const { pages } = await readPdf((await renderSample(name)).pdf);
      const small = pages.flatMap(({ runs }) => runs).filter(({ text, size }) => text.trim() && size < 7.99);
      assert.deepEqual(small, [], name);
    }
    const source = sampleQuote({ items: [['Emoji 👍 here', 7, 100]] });
    const { pages } = await readPdf((await renderer.render(source)).pdf);
    const findLine = (part: string) => pages[0]?.runs.find(({ text }) => text.trim() === part)?.y;
    assert.equal(findLine('Emoji'), findLine('7'));
    assert.equal(findLine('👍'), findLine('7'));
  });

  test('takes no more space for a line than estimated', async () => {
    const lines = [
      'WAVE Tomato “quoted” fjord, 10x10 → 12:30',
      'fi ff ffi (A-B) [C] 1/2 <- -> 50% @home',
      'Ελληνικά με τόνους, Ύψος',
      'Щ Ж Ю Українська мова їжак',
      'Größe łódź çà œuvre ÅØÞ ŵŷ',
      'iiiiiiiii lllllllll .,;:!|',
      'MMMMMMMMM WWWWWWWW @@@@@',
      '0123456789 +49 30 901820',
    ];
    const source = sampleQuote({ items: lines.map((line) => [line, 1, 100]) });
    const { pages } = await readPdf((await renderer.render(source)).pdf);
    for (const line of lines) {
      const run = pages[0]?.runs.find(({ text }) => text === line);
      const foreseen = 9 * (measureLine(line) ?? 0);
      assert.ok(run && run.width < foreseen * 1.02, `“${line}” takes ${run?.width}, not ${foreseen}`);
      assert.ok(run.width > foreseen * 0.9, `“${line}” takes only ${run.width} of ${foreseen}`);
    }
  });

  test('prints text that looks like markup unchanged', async () => {
    const markup = [
      '#read("/etc/passwd")',
      '= Not a heading',
      '$x^2$ *bold* _it_ `raw`',
      '@cite <label> \\ // x',
      '#import "@preview/x:1.0.0"',
    ];
    const source = sampleQuote({
      items: markup.map((text) => [text, 1, 100]),
      quote: { title: '#panic("x") [a]' },
    });
    const read = await readPdf((await renderer.render(source)).pdf);
    for (const text of [...markup, '#panic("x") [a]']) assert.ok(read.text.includes(text), text);

    const [sku = '', section = '', choice = ''] = markup;
    const item = { ...line('x', 1, 100), sku, section, choice, selected: true, unit: '#h(1)' };
    const lines = await readPdf((await renderer.render(sampleQuote({ quote: { items: [item] } }))).pdf);
    for (const text of [sku, section, choice, '#h(1)']) assert.ok(lines.text.includes(text), text);
  });

  test('shows which options are selected, section subtotals and item details', async () => {
    const read = await readPdf((await renderSample('options')).pdf);
    const text = read.text.replace(/\s+/g, ' ');
    for (const part of [
      ...['Floor €3,348.70', '32.5 m²', 'Item no. OAK-14', 'Discount 10% −€97.20', 'Optional · Selected'],
      ...['Optional · Not selected', 'Doors €670.00', 'One of: Doors · Not selected', 'Quantity from 1 to 5'],
      'Total €4,889.35',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  test('keeps the line breaks and spaces of its texts', async () => {
    const source = sampleQuote({
      items: [['a', 1, 100]],
      quote: { terms: 'first\n  indented  twice\n\nlast' },
    });
    const read = await readPdf((await renderer.render(source)).pdf);
    assert.match(read.pages[0]?.text ?? '', /first\n\s*indented\s+twice\n\s*last/);
  });

  test('shows the payment stages of a quote in a table', async () => {
    const { pdf, standard } = await renderSample('schedule');
    const read = await inspectPdf(pdf);
    assert.equal(standard, 'a-2a');
    assertInOrder(read.text, [
      ...['Total', '€23,585.80', 'Payment schedule', 'Due date'],
      ...['Deposit', '14 days after acceptance', '€7,075.74'],
      ...['First prototype', '4 May 2026', '€5,000.00'],
      ...['On delivery', 'On completion', '€11,510.06', 'Terms and conditions', 'I accept quote'],
    ]);
    assert.equal(read.roles.filter((role) => role === 'Table').length, 2);
    const plain = await inspectPdf((await renderSample('plain')).pdf);
    assert.ok(!plain.text.includes('Payment schedule'));
    assert.equal(plain.roles.filter((role) => role === 'Table').length, 1);
  });

  test('names the invoice of a stage correctly, and lists the earlier invoices', async () => {
    const readText = async (name: string) => (await readPdf((await renderSample(name)).pdf)).text;
    assertInOrder(await readText('deposit-invoice'), [
      ...['Deposit invoice', 'INV-2026-00007', 'Deposit – Q-2026-00012', '€5,946.00'],
      ...['VAT 19%', '€1,129.74', 'Amount due', '€7,075.74'],
    ]);
    assert.ok(!(await readText('deposit-invoice')).includes('Earlier invoices'));
    assertInOrder(await readText('final-invoice'), [
      ...['Final invoice', 'On delivery – Q-2026-00012', 'Amount due', '€11,510.06'],
      ...['Earlier invoices for this quote', 'Deposit', 'INV-2026-00004', '€7,075.74'],
      ...['First prototype', 'INV-2026-00005', '€5,000.00'],
    ]);
    const quote = { paymentSchedule: SCHEDULE };
    const getKind = (stage: number | null, before: number[]) =>
      prepareDocument(sampleStageInvoice({ quote }, stage, before)).view.data.kind;
    assert.deepEqual(
      [getKind(null, []), getKind(0, [1]), getKind(1, []), getKind(1, [0]), getKind(2, [0, 1])],
      ['Invoice', 'Deposit invoice', 'Partial invoice', 'Partial invoice', 'Final invoice'],
    );
    const whole = { paymentSchedule: [{ ...(SCHEDULE[0] as Stage), value: 100 }] };
    assert.equal(prepareDocument(sampleStageInvoice({ quote: whole }, 0, [])).view.data.kind, 'Invoice');
  });

  test('prints stored taxes, also if the tax of a fixed stage is not the rate times its net', async () => {
    const items: [string, number, number, number][] = [['Work', 1, 10_000, 19]];
    const paymentSchedule = [{ ...(SCHEDULE[1] as Stage), value: 3 }, SCHEDULE[2] as Stage];
    const source = sampleStageInvoice({ items, quote: { paymentSchedule } }, 0, []);
    assert.deepEqual(source.invoice.taxes, [{ rate: 19, net: 3, tax: 0 }]);
    const { text } = await readPdf((await renderer.render(source)).pdf);
    assertInOrder(text, ['Subtotal', '€0.03', 'VAT 19%', '€0.00', 'Amount due', '€0.03']);
  });

  test('accepts 24 stages with any text, in every language', async () => {
    const hostile = ['#panic()', '= x', '‮evil‬', 'ا'.repeat(200), 'W'.repeat(200), '<b>&amp;'];
    const when = ['acceptance', 'start', 'completion'] as const;
    const paymentSchedule = Array.from(
      { length: 24 },
      (_, index): Stage => ({
        label: `${hostile[index % hostile.length]} ${index}`.slice(0, 200),
        ...{ type: index < 23 ? 'percentage' : 'rest', value: index < 23 ? 4 : null, amount: 0 },
        due: { when: when[index % 3] ?? 'start', days: index % 2 === 0 ? 0 : index, date: null },
      }),
    );
    for (const locale of LANGUAGES) {
      const source = sampleQuote({ quote: { paymentSchedule }, customer: { locale } });
      const { view, warnings } = prepareDocument(source);
      assert.deepEqual(warnings, [], locale);
      assert.equal(view.data.listing?.rows.length, 24);
      assert.doesNotMatch(JSON.stringify(view.data.listing), /undefined|\{days\}/, locale);
      if (!(IS_ALL ? ['en', 'ar'] : ['ar']).includes(locale)) continue;
      const read = await readPdf((await renderer.render(source)).pdf);
      assert.ok(read.text.includes('#panic()') && read.text.includes('<b>&amp;'));
      assert.ok(read.pages.length <= 3, `${read.pages.length} pages`);
    }
  });

  test('marks a draft, records an acceptance, and shows an invoice as one', async () => {
    const draft = await readPdf((await renderSample('draft')).pdf);
    assert.ok(draft.text.includes('Draft'));

    const accepted = await inspectPdf((await renderSample('accepted')).pdf);
    assertInOrder(accepted.text, [
      'Accepted',
      'Eleanor Marsh',
      '9 March 2026',
      'Accepted revision 2',
      'f2ca1bb6c7e9',
    ]);
    assert.ok(accepted.alternatives.includes('Signature of Eleanor Marsh'));
    assert.ok(!accepted.text.includes('Place, date'));

    const invoice = await readPdf((await renderSample('invoice')).pdf);
    assertInOrder(invoice.text, [
      'Invoice',
      'INV-2026-00007',
      'Bill to',
      '9 April 2026',
      'Bank transfer',
      'Q-2026-00012',
      'Amount due',
    ]);
    const own = sampleInvoice({ items: [['a', 1, 100]] });
    assert.ok(own.kind === 'invoice');
    own.invoice.paymentMethod = 'PURCHASE_ORDER';
    assert.ok((await readPdf((await renderer.render(own)).pdf)).text.includes('Purchase order'));
  });

  test('has the paper size of the country or of the account', async () => {
    const letter = await readPdf((await renderSample('us-letter')).pdf);
    assert.deepEqual([letter.pages[0]?.width, letter.pages[0]?.height], [612, 792]);
    const source = sampleQuote({ items: [['a', 1, 1]], account: { country: 'US', paperSize: 'A4' } });
    const a4 = await readPdf((await renderer.render(source)).pdf);
    assert.equal(Math.round(a4.pages[0]?.height ?? 0), 842);
  });
});

describe('the convention of the seller’s country', () => {
  const readSample = async (name: string) => {
    const { pdf, standard, warnings } = await renderSample(name);
    assert.deepEqual([standard, warnings], ['a-2a', []], name);
    return readPdf(pdf);
  };

  test('France: a quote is signed under « Bon pour accord »', async () => {
    const { text, pages } = await readSample('french');
    const lines = pages
      .flatMap((page) => page.text.split('\n'))
      .map((line) => line.replaceAll('\u00a0', ' '));
    assert.ok(
      lines.some((line) => line.includes('1 avril 2026.')),
      'a day stays in one line',
    );
    assertInOrder(text, [
      'Bon pour accord',
      'J’accepte le devis',
      'précédée de la mention « Bon pour accord ».',
      'Lieu, date',
      'Signature',
    ]);
    const english = sampleQuote({ account: { country: 'FR' }, items: [['a', 1, 1]] });
    const { acceptance } = prepareDocument(english).view.data;
    assert.deepEqual(
      [acceptance?.label, acceptance?.fields],
      ['Bon pour accord', ['Name', 'Place, date', 'Signature']],
    );
    const invoice = sampleInvoice({
      account: { country: 'FR' },
      customer: { locale: 'fr' },
      items: [['a', 1, 1]],
    });
    assert.ok(!JSON.stringify(prepareDocument(invoice).view).includes('Bon pour accord'));
  });

  test('Japan: honorific, total above the items, a place for the seal', async () => {
    const { text } = await readSample('japanese');
    assertInOrder(text, [
      '有限会社 髙橋製茶 御中',
      '印',
      '合計',
      '￥2,049,920',
      '品目・内容',
      '小計',
      '合計',
      '￥2,049,920',
    ]);
  });

  test('India: the total in words, in Hindi for a Hindi-speaking customer', async () => {
    assertInOrder((await readSample('indian')).text, [
      '₹1,19,06,200.59',
      'Amount in words',
      'Rupees One Crore Nineteen Lakh Six Thousand Two Hundred and Fifty-Nine Paise Only',
    ]);
    const { 'total-in-words': words } = prepareDocument(samples.hindi ?? fail()).view.data;
    assert.equal(words?.text, 'दो लाख चालीस हज़ार सात सौ बीस रुपये मात्र');
  });

  test('the Gulf: Arabic and English side by side', async () => {
    const { text } = await readSample('gulf');
    for (const [english, arabic] of [
      ['Quote', 'عرض سعر'],
      ['Description', 'الوصف'],
      ['Valid until', 'صالح حتى'],
      ['VAT 5%', 'ضريبة القيمة المضافة'],
      ['Total', 'الإجمالي'],
      ['Terms and conditions', 'الشروط والأحكام'],
      ['I accept quote Q-2026-00012', 'أقبل عرض السعر'],
      ['Signature', 'التوقيع'],
    ]) {
      // A PDF reader may order the words of a line from left to right.
      for (const word of [english, ...(arabic ?? fail()).split(' ')]) {
        assert.ok(text.includes(word ?? fail()), `${word} beside ${english}`);
      }
    }
    const arabic = await readSample('gulf-arabic');
    assert.ok(arabic.text.includes('Description') && arabic.text.includes('I accept quote'));
    const single = samples.gulf ?? fail();
    const { data } = prepareDocument({
      ...single,
      account: { ...single.account, secondLanguage: null },
    }).view;
    assert.doesNotMatch(JSON.stringify({ ...data, customer: null }), /\p{Script=Arabic}/u);
  });

  test('Thailand: Buddhist-era years', async () => {
    const { text } = await readSample('thai');
    assert.ok(text.includes('2569') && !/\b2026\b(?!-)/.test(text.replaceAll('Q-2026', '')), text);
  });

  test('elsewhere: none of these, in any language', () => {
    for (const locale of ['fr', 'ja', 'hi', 'ar', 'th', 'en-US']) {
      const account = { country: 'DE', secondLanguage: 'ar' } as const;
      const source = sampleQuote({ account, customer: { locale }, items: [['a', 1, 100]] });
      const { data, style } = prepareDocument(source).view;
      assert.deepEqual([data.seal, data['total-on-top'], data['total-in-words']], [null, false, null]);
      assert.equal(data.acceptance?.label, DOCUMENT[resolveLocale(locale).language].acceptance);
      assert.equal(data.acceptance?.second, null);
      assert.equal(style.paper, 'a4');
      assert.ok(JSON.stringify(data.customer.name).includes('Harbour & Vale Ltd."'));
      assert.match(JSON.stringify(data.facts), /2026|٢٠٢٦/);
      assert.ok(data.columns.every(({ label }) => typeof label === 'string'));
    }
  });
});

describe('every script', () => {
  test('is set without a missing glyph, in a document of any language', async () => {
    const { pdf, warnings } = await renderSample('scripts');
    const read = await inspectPdf(pdf);
    assert.deepEqual(warnings, []);
    assert.equal(read.missingGlyphs, 0);
    for (const text of [
      'Ελληνικά',
      'Українська',
      '简体中文',
      '日本語',
      '한국어',
      'Հայերեն',
      'አማርኛ',
      'ქართული',
    ]) {
      assert.ok(read.text.includes(text), text);
    }
  });

  test('has one weight within a bold text, even if a bold font lacks a character', async () => {
    const title = '網站 redesign';
    const rare = '網站 龘';
    const fonts = async (title: string) =>
      (
        await inspectPdf((await renderer.render(sampleQuote({ items: [['A', 1, 1]], quote: { title } }))).pdf)
      ).fonts
        .map(({ name }) => name)
        .filter((name) => /Noto/.test(name));
    const [face, ...others] = await fonts(title);
    assert.match(face ?? '', /SemiBold/, 'both characters are of one strong face');
    assert.deepEqual(others, []);
    assert.ok(
      (await fonts(rare)).every((name) => !/SemiBold/.test(name)),
      'a rare one makes all regular',
    );
  });

  test('has the regional shapes of Han characters', async () => {
    const listFonts = async (name: string) => {
      const read = await inspectPdf((await renderSample(name)).pdf);
      return read.fonts.map((font) => font.name).join(' ');
    };
    const japanese = await listFonts('japanese');
    assert.match(japanese, /NotoSansJP/);
    assert.doesNotMatch(japanese, /NotoSans[ST]C/);
    const chinese = await listFonts('chinese-traditional');
    assert.match(chinese, /NotoSansTC/);
    assert.doesNotMatch(chinese, /NotoSans(JP|SC)/);
  });
});

function assertInOrder(text: string, parts: string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part.replace(/\s/g, ' '), from);
    assert.ok(at >= 0, `“${part}” is missing after “${text.slice(Math.max(0, from - 40), from)}”`);
    from = at + part.length;
  }
}

function fail(): never {
  throw new Error('no such sample');
}

function tryInflate(data: Buffer): string {
  try {
    return inflateSync(data).toString('latin1');
  } catch {
    return '';
  }
}
