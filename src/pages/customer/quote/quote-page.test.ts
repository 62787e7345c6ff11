import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { DECLINED } from '../../../../test/fixtures/decision.ts';
import { SCHEDULE } from '../../../../test/fixtures/payment-schedule.ts';
import { ACCEPTANCE, quoteView, STATES, TAXED_ITEMS } from '../../../../test/fixtures/quote-page.ts';
import { createHtmlValidator } from '../../../../test/support/html-validator.ts';
import { prepareDocument } from '../../../adapters/pdf/view/view.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { PAGE } from '../../../i18n/messages.ts';
import { addScripts } from '../../assets.ts';
import { bundleScripts } from '../../scripts.ts';
import { renderQuotePage } from './quote-page.ts';
import { FIELD_LIMITS, parseNotice } from './view.ts';

// The title is as long as the seller's name.
const findViolations = createHtmlValidator({
  extends: ['html-validate:recommended'],
  rules: { 'long-title': 'off' },
});

before(async () => addScripts(await bundleScripts()));

for (const [state, change] of Object.entries(STATES)) {
  test(`valid HTML: ${state}`, () => {
    for (const language of ['de', 'ar']) {
      const page = renderQuotePage(
        quoteView({ ...change, customer: { ...change.customer, locale: language } }),
      );
      assert.deepEqual(findViolations(page), []);
    }
  });
}

test('follows the conventions of the seller’s country: honorific, year, total in words', () => {
  const renderPageFor = (country: string | null, locale: string) =>
    renderQuotePage(
      quoteView({ account: { country, currency: 'INR' }, customer: { locale }, quote: { currency: 'INR' } }),
    );
  assert.match(renderPageFor('JP', 'ja'), /<bdi>[^<]+ 御中<\/bdi>/);
  assert.match(renderPageFor('TH', 'en'), /2569/);
  assert.match(
    renderPageFor('IN', 'en'),
    /lang="en" dir="ltr"><span class="muted">Amount in words:<\/span> Rupees [A-Z]/,
  );
  assert.match(renderPageFor('IN', 'hi'), /lang="hi"[^>]*><span class="muted">राशि शब्दों में:/);
  assert.doesNotMatch(renderPageFor('DE', 'hi'), /in-words|2569|御中/);
  assert.doesNotMatch(renderPageFor(null, 'ja'), /in-words|2569|御中/);
  assert.deepEqual(findViolations(renderPageFor('IN', 'ar')), []);
});

test('links to other messages keep the selection', () => {
  const view = quoteView(STATES['open with earlier messages and a question missing']);
  const { thread } = view;
  const page = renderQuotePage({ ...view, selection: 'choosing=1&take2=on' });
  const links = [...page.matchAll(/href="([^"]*)#messages"/g)].map(([, link]) => link?.split('?')[1]);
  const before = `before=${thread.messages[0]?.id}`;
  assert.deepEqual(links, [`${before}&amp;choosing=1&amp;take2=on`, 'choosing=1&amp;take2=on']);
  const without = [...renderQuotePage(view).matchAll(/href="([^"]*)#messages"/g)];
  assert.deepEqual(
    without.map(([, link]) => link?.split('?')[1]),
    [before, undefined],
  );
});

/** The text of the totals, from the subtotal to the notes about taxes. */
function readTotals(page: string): string {
  const [, totals = ''] = page.split('data-sums>');
  return (totals.split('</article>')[0] ?? '').replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
}

test('the total says which taxes it contains, and why something is not taxed', () => {
  const account = { country: 'DE' };
  const quote = { items: TAXED_ITEMS, pricesIncludeTax: true };
  const customer = { locale: 'en-GB' };
  const text = readTotals(renderQuotePage(quoteView({ quote, account, customer })));
  const order = [
    ...['Subtotal€1,000.00', 'Discount 10%−€100.00', 'Total€900.00'],
    ...['Exempt 0% on €90.00€0.00', 'Reverse charge 0% on €180.00€0.00'],
    ...['including 7% VAT on €168.22€11.78', 'including 19% VAT on €378.15€71.85'],
    ...['Exempt &lt;b&gt;as a course&lt;/b&gt;', 'Reverse charge'],
  ];
  let end = 0;
  for (const part of order) {
    const place = text.indexOf(part, end);
    assert.ok(place >= 0, `${part} after ${text.slice(0, end)} in ${text}`);
    end = place + part.length;
  }
  assert.doesNotMatch(text, /Export/i);

  const german = readTotals(renderQuotePage(quoteView({ quote, account, customer: { locale: 'de' } })));
  assert.match(german, /inkl\. 19 % MwSt\..*Steuerschuldnerschaft des Leistungsempfängers/);
  assert.match(german, /Steuerfrei 0 % auf 90,00 €0,00 €Reverse Charge 0 % auf 180,00 €0,00 €/);
  const added = readTotals(renderQuotePage(quoteView({ quote: { items: TAXED_ITEMS }, account, customer })));
  assert.match(added, /VAT 19% on €450\.00€85\.50 Total€998\.10/);
});

test('stages have their stored amounts until the customer chooses something else', () => {
  const view = quoteView({ quote: { paymentSchedule: SCHEDULE } });
  const stages = (view.quote.paymentSchedule ?? []).map((stage) => ({ ...stage, amount: stage.amount + 1 }));
  const stored = { ...view, quote: { ...view.quote, paymentSchedule: stages } };
  assert.match(readTotals(renderQuotePage(stored)), /Deposit[^€]*€6,368\.18/);
  const other = { ...stored, totals: { ...view.totals, taxes: [{ rate: 0, net: 100_000, tax: 0 }] } };
  assert.match(readTotals(renderQuotePage(other)), /Deposit[^€]*€300\.00/);
});

test('lines that begin with a hyphen are a list, and line breaks are kept', () => {
  const list = 'You get:\nall of it\n- a <b>website</b>\n- an editor';
  const item = {
    id: 'item_1',
    description: `Workshop\n${list}`,
    quantity: 1,
    unitPrice: 1,
    taxRate: 1,
    amount: 1,
  };
  const page = renderQuotePage(
    quoteView({ quote: { description: list, terms: list, items: [item] } }),
  ).toString();
  const shown = page.match(
    /<p class="[^"]*" dir="auto">You get:\nall of it<\/p><ul class="[^"]*" dir="auto"><li>a &lt;b&gt;website&lt;\/b&gt;<\/li><li>an editor<\/li><\/ul>/g,
  );
  assert.equal(shown?.length, 3);
});

test('markup in any field stays text', () => {
  const nasty = '"\'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;';
  const text = Object.fromEntries(
    ['number', 'title', 'description', 'terms', 'notes', 'acceptedBy', 'declineReason'].map((field) => [
      field,
      nasty,
    ]),
  );
  const item = {
    id: nasty,
    description: `${nasty}\n${nasty}`,
    quantity: 1,
    unitPrice: 1,
    taxRate: 1,
    amount: 1,
    ...{ unit: nasty, sku: nasty, section: nasty, choice: nasty, selected: true, taxReason: nasty },
  };
  const party = { name: nasty, address: nasty, taxId: nasty, email: nasty, phone: nasty, website: nasty };
  for (const [state, change] of Object.entries(STATES)) {
    const page = renderQuotePage(
      quoteView({
        ...change,
        quote: {
          ...change.quote,
          ...text,
          items: [item],
          paymentSchedule: SCHEDULE.map((stage) => ({ ...stage, label: nasty })),
        },
        customer: party,
        account: { ...party, logo: `data:image/png;base64,${nasty}`, accentColor: nasty },
        decision: change.decision && {
          ...change.decision,
          name: nasty,
          reason: nasty,
          signature: nasty,
        },
        changes: change.changes && {
          ...change.changes,
          lines: change.changes.lines.map((line) => ({
            ...line,
            ...('now' in line && { now: { ...line.now, description: nasty, unit: nasty } }),
            ...('before' in line && { before: { ...line.before, description: nasty, unit: nasty } }),
          })),
        },
        invoices: change.invoices?.map(({ invoice, pageUrl }) => ({
          invoice: { ...invoice, number: nasty },
          ...{ pdfUrl: nasty, pageUrl: pageUrl && nasty, payUrl: pageUrl && nasty },
          isPaymentPending: true,
        })),
        base: `/q/${nasty}`,
        pdfUrl: nasty,
        documentSha256: nasty,
        values: { name: nasty, signature: nasty, reason: nasty, question: nasty, message: nasty },
      }),
    );
    assert.doesNotMatch(page, /<img src=x|<script>|onerror=alert\(1\)>/, state);
    assert.equal(
      [...page.matchAll(/<script/g)].length,
      state.match(/open|name|all|changed|question|words|revised|stages/) ? 2 : 0,
      state,
    );
  }
});

test('shows the payment stages in words below the total', () => {
  const page = renderQuotePage(quoteView({ quote: { ...STATES.open?.quote, paymentSchedule: SCHEDULE } }));
  const table = /<section class="schedule">[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
  assert.deepEqual(
    [...table.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    ),
    [
      ...['Description', 'Due date', 'Amount'],
      ...['Deposit', '14 days after acceptance', '€6,368.17'],
      ...['First prototype', '4 May 2026', '€5,000.00'],
      ...['On delivery', 'On completion', '€9,859.05'],
    ],
  );
  assert.ok(page.indexOf('class="schedule"') > page.indexOf('class="grand"'));
  assert.ok(!renderQuotePage(quoteView()).includes('class="schedule"'));
});

test('has no inline style or script and loads nothing from other origins', () => {
  for (const change of Object.values(STATES)) {
    const page = renderQuotePage(quoteView(change));
    assert.doesNotMatch(page, /\sstyle=|<style|\son[a-z]+=|javascript:/);
    for (const [, address] of page.matchAll(/(?:src|href|action)="([^"]*)"/g)) {
      assert.match(address ?? '', /^(\/(?!\/)|#|data:image\/|mailto:|tel:)/);
    }
  }
});

test('shows everything needed to decide, and never the internal notes', () => {
  const page = renderQuotePage(quoteView());
  assert.match(page, /action="\/q\/fixture-token\/accept"/);
  assert.match(page, /name="revision" value="2"/);
  assert.match(page, /name="documentSha256" value="[0-9a-f]{64}"/);
  assert.match(page, /€21,227\.22/);
  assert.ok(
    page.indexOf('Two rounds of changes') < page.indexOf('name="name"'),
    'the terms come before the name',
  );
  assert.doesNotMatch(page, /INTERNAL/);
});

test('offers a decision only while it is possible', () => {
  for (const status of ['DRAFT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'] as const) {
    const page = renderQuotePage(quoteView({ quote: { status } }));
    assert.doesNotMatch(page, /\/accept"|\/decline"|#accept|#reason/, status);
    assert.match(page, /\/question"/, status);
    assert.equal(page.includes('/renewal"'), status === 'EXPIRED', status);
    assert.match(page, /Two rounds of changes/, status);
  }
});

test('says who recorded a decision for the customer, and only then', () => {
  const quote = { status: 'ACCEPTED', acceptedBy: null } as const;
  const recorded = { ...ACCEPTANCE, by: 'owner', name: null } as const;
  const show = (decision: typeof ACCEPTANCE) =>
    renderQuotePage(quoteView({ quote, decision })).replace(/<[^>]*>/g, '');
  assert.match(show(recorded), /Recorded by Studio Nord GmbH on behalf of the customer/);
  assert.doesNotMatch(show(ACCEPTANCE), /on behalf of the customer/);
});

test('shows the record: who, when, which revision, which document', () => {
  const page = renderQuotePage(quoteView({ quote: { status: 'ACCEPTED' }, decision: ACCEPTANCE }));
  for (const part of [
    'Eleanor Marsh',
    '9 March 2026',
    ACCEPTANCE.documentSha256 ?? '',
    ACCEPTANCE.signature ?? '',
  ]) {
    assert.ok(page.includes(part), part);
  }
  const declined = renderQuotePage(quoteView({ quote: { status: 'DECLINED' }, decision: DECLINED }));
  assert.match(declined, /wait until autumn/);
});

test('shows a notice from the URL only in a matching status', () => {
  assert.doesNotMatch(renderQuotePage(quoteView({ notice: 'accepted' })), /role="status"/);
  assert.match(
    renderQuotePage(quoteView({ quote: { status: 'ACCEPTED' }, notice: 'accepted' })),
    /role="status"/,
  );
  assert.equal(parseNotice('accepted'), 'accepted');
  assert.equal(parseNotice(['accepted']), undefined);
  assert.equal(parseNotice('<script>'), undefined);
});

test('keeps the typed values and associates each error with its field', () => {
  const page = renderQuotePage(
    quoteView({ errors: { question: 'tooLong' }, values: { name: 'Ada "B"', question: '\nfirst\n<b>' } }),
  );
  assert.match(page, /value="Ada &quot;B&quot;"/);
  assert.match(
    page,
    /aria-invalid="true" aria-describedby="question-error">\n\nfirst\n&lt;b&gt;<\/textarea>/,
  );
  assert.match(page, /<details class="card" open>\n<summary><h2>Ask a question/);
  assert.match(page, /href="#question">Your message: /);
  assert.ok(FIELD_LIMITS.question >= 1000);
});

test('every language has every placeholder of every message', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const language of LANGUAGES) {
    for (const [key, english] of Object.entries(PAGE.en)) {
      const text = PAGE[language][key as keyof typeof PAGE.en];
      assert.deepEqual(places(text), places(english), `${language} ${key}`);
      assert.notEqual(text.trim(), '', `${language} ${key}`);
    }
    const page = renderQuotePage(quoteView({ customer: { locale: language } }));
    assert.doesNotMatch(page, /\{\w+\}|undefined|NaN|\[object/, language);
  }
});

test('the page and the PDF have the same totals, and the parties in the same order', () => {
  for (const rates of [[0], [19], [0, 19], [0, 7, 19]]) {
    const items = rates.map((taxRate) => ({
      description: 'Work',
      id: '',
      quantity: 1,
      unitPrice: 10_000,
      taxRate,
      amount: 10_000,
    }));
    const input = { items, discountType: 'fixed' as const, discountValue: 500 };
    const view = quoteView({ quote: input });
    const { quote, customer, account } = view;
    const { data } = prepareDocument({ kind: 'quote', quote, customer, account, acceptance: null }).view;
    const page = renderQuotePage(view);
    const sums = /<dl class="totals">([\s\S]*?)<\/dl>/.exec(page)?.[1] ?? '';
    const names = [...sums.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name = '']) => name.replace(/<.*?>/g, ''));
    const printed = data.sums.map(([name, remark]) => (remark ? `${name} ${remark}` : name));
    assert.deepEqual(names, [...printed, data.total.label]);
    assert.equal(names.filter((name) => name.startsWith('VAT 0%')).length, rates.length > 1 ? 1 : 0);
    assert.ok(page.indexOf(`<dt>${data.customer.label}`) < page.indexOf(`<dt>${data.seller.label}`));
  }
});

test('a date that ends with a full stop ends its sentence', () => {
  const expired = renderQuotePage(quoteView({ ...STATES.expired, customer: { locale: 'uk' } }));
  assert.match(expired, /р\.<\/time>/);
  assert.doesNotMatch(expired, /р\.<\/time>\./);
});
