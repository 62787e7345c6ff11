import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allMails } from '../../../../test/fixtures/all-mails.ts';
import { ACCEPTED, DECLINED } from '../../../../test/fixtures/decision.ts';
import { INVOICE_STATES, invoiceAndSource } from '../../../../test/fixtures/invoice-page.ts';
import { PUBLIC_URL, UNSUBSCRIBE_URL } from '../../../../test/fixtures/mails.ts';
import { SCHEDULE } from '../../../../test/fixtures/payment-schedule.ts';
import { quoteAndParties } from '../../../../test/fixtures/quote.ts';
import { htmlShape } from '../../../../test/support/html-shape.ts';
import { createHtmlValidator } from '../../../../test/support/html-validator.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { inlineImages } from '../../../domain/markup/inline-images.ts';
import { fill } from '../../../i18n/fill.ts';
import { MAIL } from '../../../i18n/messages.ts';
import { getSender } from '../mail-content.ts';
import { createMailLogo } from '../mail-logo.ts';
import { renderDecisionNoticeEmail } from './decision-notice.ts';
import { renderInvoiceEmail } from './invoice.ts';
import { renderOverdueEmail } from './overdue.ts';
import { renderQuestionEmail } from './question.ts';
import { renderQuoteEmail } from './quote.ts';
import { renderReminderEmail } from './reminder.ts';
import { renderRenewalRequestEmail } from './requests/renewal-request.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const publicUrl = PUBLIC_URL;
describe('the quote email', () => {
  it('has a readable text part', () => {
    const { subject, text } = renderQuoteEmail({ ...quoteAndParties(), publicUrl });
    assert.equal(subject, 'Quote Q-2026-00012: Website redesign');
    assert.equal(
      text,
      `Quote Q-2026-00012
Website redesign

Hello Harbour & Vale Ltd.,

Studio Nord GmbH has prepared this quote for you.

Total: €23,585.80
Valid until: 1 April 2026

View the quote:
${publicUrl}

The quote is attached as a PDF.

-- 
Studio Nord GmbH
Oranienstraße 24
10999 Berlin
Germany
hello@studio-nord.example · +49 30 901820 · studio-nord.example`,
    );
  });

  it('has the same content as HTML, with one link', () => {
    const { html } = renderQuoteEmail({ ...quoteAndParties(), publicUrl });
    for (const part of [
      'Q-2026-00012',
      'Website redesign',
      '€23,585.80',
      '1 April 2026',
      'Studio Nord GmbH',
    ]) {
      assert.ok(html.includes(part), part);
    }
    assert.deepEqual(html.match(/href="[^"]*"/g), [`href="${publicUrl}"`]);
  });

  it("uses the sender's message as its body, line by line", () => {
    const { html, text } = renderQuoteEmail({
      ...quoteAndParties(),
      publicUrl,
      message: 'Dear Eleanor,\r\n\r\nas agreed.',
    });
    assert.ok(text.includes('Dear Eleanor,\n\nas agreed.'));
    assert.ok(html.includes('Dear Eleanor,<br><br>as agreed.'));
    assert.ok(!text.includes('Hello Harbour & Vale Ltd.'));
  });

  it('never shows the internal notes', () => {
    for (const mail of Object.values(allMails(quoteAndParties()))) {
      assert.ok(!mail.html.includes('INTERNAL') && !mail.text.includes('INTERNAL'));
    }
  });

  it('shows the logo inline, or the name if mail clients cannot show the logo', () => {
    const mail = renderQuoteEmail({ ...quoteAndParties({ account: { logo: PNG } }), publicUrl });
    assert.equal(mail.attachments.length, 1);
    assert.ok(mail.html.includes('src="cid:logo@proffer"') && mail.html.includes('alt="Studio Nord GmbH"'));
    assert.ok(inlineImages(mail).includes(`src="${PNG}"`));
    for (const logo of [
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:image/png;base64,AAAA',
      'nonsense',
      null,
    ]) {
      const plain = renderQuoteEmail({ ...quoteAndParties({ account: { logo } }), publicUrl });
      assert.equal(plain.attachments.length, 0);
      assert.ok(!plain.html.includes('<img'));
    }
  });
});

describe('a reminder', () => {
  const data = { ...quoteAndParties(), publicUrl, now: 0 };

  it('says that the quote expires soon only if it does, and that it waits only if it was opened', () => {
    const end = Date.parse(data.quote.validUntil);
    for (const locale of LANGUAGES) {
      const introAt = (daysLeft: number, viewedAt: string | null) => {
        const { text } = renderReminderEmail({
          ...{ ...data, unsubscribeUrl: UNSUBSCRIBE_URL, now: end - daysLeft * DAY_MS },
          customer: { ...data.customer, locale },
          quote: { ...data.quote, viewedAt },
        });
        const { reminderIntro, reminderUnopened, reminderOpened } = MAIL[locale];
        return Object.entries({ soon: reminderIntro, unopened: reminderUnopened, opened: reminderOpened })
          .filter(([, words]) => text.includes(fill(words, { seller: data.account.name })))
          .map(([name]) => name);
      };
      const viewed = data.quote.createdAt;
      assert.deepEqual(
        [introAt(30, null), introAt(30, viewed), introAt(8, viewed), introAt(6, null), introAt(0.5, viewed)],
        [['unopened'], ['opened'], ['opened'], ['soon'], ['soon']],
        locale,
      );
    }
  });

  it('lets the customer end reminders, in the footer of text and HTML', () => {
    const { text, html } = renderReminderEmail({ ...data, unsubscribeUrl: UNSUBSCRIBE_URL });
    assert.ok(text.endsWith(`Stop reminders of this quote:\n${UNSUBSCRIBE_URL}`), text);
    assert.ok(html.includes(`href="${UNSUBSCRIBE_URL}"`));
  });

  it('is the only email with the headers of one-click unsubscription, which require https', () => {
    const withHeaders = Object.entries(allMails(data)).filter(([, mail]) => mail.headers['List-Unsubscribe']);
    assert.deepEqual(
      withHeaders.map(([name]) => name),
      ['reminder'],
    );
    const unsubscribeUrl = UNSUBSCRIBE_URL.replace('https:', 'http:');
    const { headers } = renderReminderEmail({ ...data, unsubscribeUrl });
    assert.deepEqual(headers, { 'Auto-Submitted': 'auto-generated' });
  });
});

describe('a total that contains taxes', () => {
  it('is followed by them everywhere', () => {
    const quote = { pricesIncludeTax: true };
    const mails = Object.entries(allMails(quoteAndParties({ quote, account: { locale: 'en-GB' } })));
    const withTotal = mails.filter(
      ([name, { text }]) => text.includes('Total:') && !name.startsWith('credit note'),
    );
    assert.ok(withTotal.length >= 6);
    for (const [name, { text }] of withTotal) {
      assert.match(text, /Total: €19,820\.00\nincluding 19% VAT: €3,164\.54\n/, name);
    }
  });
});

describe('the email of an invoice', () => {
  it('says what is due and when, and what was paid before', () => {
    const { subject, text } = renderInvoiceEmail({ ...invoiceAndSource(), publicUrl });
    assert.equal(subject, 'Invoice INV-2026-00007: Website redesign');
    assert.ok(
      text.startsWith(`Invoice INV-2026-00007
Website redesign

Hello Harbour & Vale Ltd.,

Studio Nord GmbH has sent you this invoice.

Amount due: €23,585.80
Due date: 9 April 2026

View the invoice:
${publicUrl}

The invoice is attached as a PDF.
`),
      text,
    );
    const inside = invoiceAndSource({
      quote: { pricesIncludeTax: true },
      invoice: { pricesIncludeTax: true },
    });
    const withTaxes = renderInvoiceEmail({ ...inside, publicUrl }).text;
    assert.ok(
      withTaxes.includes('Amount due: €19,820.00\nincluding 19% VAT: €3,164.54\nDue date'),
      withTaxes,
    );
    const partly = renderInvoiceEmail({ ...invoiceAndSource(INVOICE_STATES['partly paid']), publicUrl }).text;
    const amounts = [
      'Total: €23,585.80',
      'Already paid: −€5,000.00',
      'Credited: −€100.00',
      'Amount due: €18,485.80',
    ];
    assert.ok(partly.includes(amounts.join('\n')), partly);
    const paid = renderInvoiceEmail({ ...invoiceAndSource(INVOICE_STATES.paid), publicUrl }).text;
    assert.ok(paid.includes('Amount due: €0.00') && !paid.includes('Due date'), paid);
    const note = renderInvoiceEmail({ ...invoiceAndSource(INVOICE_STATES['credit note']), publicUrl }).text;
    assert.ok(
      note.includes('credit note for invoice INV-2026-00003.\n\nTotal: €23,585.80\n\nView the credit note'),
      note,
    );
  });

  it('is in the name of the document, in the language of the customer', () => {
    const change = { customer: { locale: 'de' } };
    const renderSubject = (state: string) =>
      renderInvoiceEmail({ ...invoiceAndSource({ ...INVOICE_STATES[state], ...change }), publicUrl }).subject;
    assert.match(renderSubject('due'), /^Rechnung INV-2026-00007: /);
    assert.match(renderSubject('credit note'), /^Rechnungskorrektur CN-2026-00001: /);
    assert.match(renderSubject('last stage'), /^Restrechnung /);
    const { subject, text } = renderOverdueEmail({ ...invoiceAndSource(change), publicUrl });
    assert.equal(subject, 'Zahlungserinnerung: Rechnung INV-2026-00007 war am 9. April 2026 fällig');
    assert.match(text, /gegenstandslos/);
  });
});

describe('the payment stages of a quote', () => {
  it('follow the total everywhere', () => {
    const data = quoteAndParties({ quote: { paymentSchedule: SCHEDULE }, account: { locale: 'en-GB' } });
    const withTotal = Object.entries(allMails(data)).filter(
      ([name, { text }]) => text.includes('Total:') && !name.startsWith('credit note'),
    );
    assert.ok(withTotal.length >= 6);
    for (const [name, { text, html }] of withTotal) {
      assert.ok(
        text.includes(`Total: €23,585.80
Deposit: €7,075.74 · 14 days after acceptance
First prototype: €5,000.00 · 4 May 2026
On delivery: €11,510.06 · On completion
`),
        name,
      );
      assert.ok(html.includes('€7,075.74 · 14 days after acceptance'), name);
    }
    const arabic = renderQuoteEmail({ ...data, customer: { ...data.customer, locale: 'ar' }, publicUrl });
    assert.ok(arabic.text.includes('بعد القبول بـ 14 يومًا'));
  });
});

describe('every email', () => {
  const findViolations = createHtmlValidator({
    extends: ['html-validate:standard'],
    // Emails need what pages avoid: layout tables, inline styles and deprecated attributes.
    rules: {
      'no-inline-style': 'off',
      'no-deprecated-attr': 'off',
      'attr-quotes': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
      'no-trailing-whitespace': 'off',
      'require-sri': 'off',
      'void-style': 'off',
      'prefer-tbody': 'off',
      'no-style-tag': 'off',
    },
  });

  const validShapes = new Set<string>();
  for (const language of LANGUAGES) {
    it(`is complete in ${language}`, async () => {
      const data = quoteAndParties({
        customer: { locale: language },
        account: { locale: language, logo: PNG },
        quote: { paymentSchedule: SCHEDULE },
      });
      for (const [name, { subject, text, html }] of Object.entries(allMails(data))) {
        assert.ok(subject.trim() !== '' && !/undefined|null|\$\{/.test(`${subject}${text}${html}`), name);
        assert.ok(
          html.includes(`<html lang="${language}" dir="${/^(ar|he)$/.test(language) ? 'rtl' : 'ltr'}">`),
        );
        assert.doesNotMatch(
          html,
          /(?:src|url|background)\s*[=(]\s*["']?https?:/i,
          'nothing is loaded from elsewhere',
        );
        const shape = htmlShape(html);
        if (validShapes.has(shape)) continue;
        assert.deepEqual(findViolations(html), [], name);
        validShapes.add(shape);
      }
    });
  }

  it('escapes markup in every field', () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>"'><a href="javascript:alert(1)">&amp;`;
    const data = quoteAndParties({
      quote: {
        title: evil,
        number: evil,
        paymentSchedule: SCHEDULE.map((stage) => ({ ...stage, label: evil })),
      },
      customer: { name: evil },
      account: {
        name: evil,
        address: evil,
        phone: evil,
        website: evil,
        logo: PNG,
        accentColor: '#fff" onclick="x',
      },
    });
    for (const [name, { html, text }] of Object.entries(allMails(data, evil))) {
      assert.doesNotMatch(html, /<script|<img src=x|<a href="javascript|onclick="x/, name);
      assert.ok(text.includes(evil), name);
    }
  });

  it('has Auto-Submitted only if the service wrote it', () => {
    const mails = allMails(quoteAndParties());
    for (const [name, { headers }] of Object.entries(mails)) {
      const byPerson =
        /^quote|by a person$/.test(name) || ['question', 'message', 'change request'].includes(name);
      assert.equal(headers['Auto-Submitted'], byPerson ? undefined : 'auto-generated', name);
    }
  });
});

it("uses the account's language for the owner, and the customer's for the customer", () => {
  const data = quoteAndParties({ customer: { locale: 'fr' }, account: { locale: 'de' } });
  assert.match(renderQuoteEmail({ ...data, publicUrl }).subject, /^Devis/);
  assert.match(
    renderDecisionNoticeEmail({ ...data, decision: ACCEPTED }).subject,
    /^Angebot .* ist angenommen: Harbour & Vale Ltd\.$/,
  );
  const unknown = quoteAndParties({ customer: { locale: 'tlh' }, account: { locale: 'de-AT' } });
  assert.match(
    renderQuoteEmail({ ...unknown, publicUrl }).text,
    /Gesamtbetrag: €\s23\.585,80|Gesamtbetrag: € 23\s585,80/,
  );
});

it('leads the owner to the quote in the console, if there is one', () => {
  const consoleUrl = 'https://quotes.example/acc_1/quotes/quo_1';
  const data = quoteAndParties();
  for (const render of [
    (more: object) => renderDecisionNoticeEmail({ ...data, ...more, decision: ACCEPTED }),
    (more: object) => renderDecisionNoticeEmail({ ...data, ...more, decision: DECLINED }),
    (more: object) => renderQuestionEmail({ ...data, ...more, question: 'Why?' }),
    (more: object) => renderRenewalRequestEmail({ ...data, ...more }),
  ]) {
    assert.ok(render({ consoleUrl }).text.includes(`View the quote:\n${consoleUrl}`));
    assert.ok(render({ consoleUrl }).html.includes(`href="${consoleUrl}"`));
    assert.ok(!render({ consoleUrl: null }).text.includes('View the quote'));
  }
});

it('lets the owner reply to the person with the question', () => {
  const asked = renderQuestionEmail({
    ...quoteAndParties(),
    question: 'Why?',
    from: { name: 'Charles', email: 'charles@example.org' },
  });
  assert.deepEqual(asked.replyTo, { name: 'Charles', address: 'charles@example.org' });
  assert.ok(asked.text.includes('Charles has a question') && asked.text.includes('charles@example.org'));
  const unreachable = renderQuestionEmail({
    ...quoteAndParties({ customer: { email: null } }),
    question: 'Why?',
  });
  assert.equal(unreachable.replyTo, null);
});

it("is sent from the service under the account's name, with replies to the account", () => {
  const { account } = quoteAndParties();
  assert.deepEqual(getSender(account, 'mail@proffer.example'), {
    from: { name: 'Studio Nord GmbH', address: 'mail@proffer.example' },
    replyTo: { name: 'Studio Nord GmbH', address: 'hello@studio-nord.example' },
  });
  assert.equal(
    getSender({ ...account, replyTo: 'sales@n.example' }, 'm@p.example').replyTo?.address,
    'sales@n.example',
  );
  assert.equal(getSender({ ...account, email: null }, 'm@p.example').replyTo, null);
});

it("has a button in the account's colour, in light and dark mode", () => {
  const button = (accentColor: string) => {
    const { html } = renderQuoteEmail({ ...quoteAndParties({ account: { accentColor } }), publicUrl });
    const light = /class="button" bgcolor="(#\w+)" style="background:(#\w+);border:1px solid (#\w+)/.exec(
      html,
    );
    const dark = /\n\.button \{ background: (#\w+) !important; border-color: (#\w+)/.exec(html);
    const labels = [/<span style="color:(#\w+)">/, /\n\.label, \.label span \{ color: (#\w+)/];
    return [light, dark, ...labels.map((label) => label.exec(html))].map((match) =>
      match?.slice(1).join(' '),
    );
  };
  assert.deepEqual(button('#ffd400'), ['#ffd400 #ffd400 #16191d', '#ffd400 #ffd400', '#000000', '#000000']);
  assert.deepEqual(button('#000000'), ['#000000 #000000 #000000', '#eef0f2 #eef0f2', '#ffffff', '#000000']);
  assert.deepEqual(button('#ffffff'), ['#ffffff #ffffff #16191d', '#ffffff #ffffff', '#000000', '#000000']);
  assert.deepEqual(button('#1f4e79'), ['#1f4e79 #1f4e79 #1f4e79', '#1f4e79 #eef0f2', '#ffffff', '#ffffff']);
});

it('scales the logo to the letterhead', () => {
  const png = Buffer.from(PNG.slice(PNG.indexOf(',') + 1), 'base64');
  png.writeUInt32BE(2000, 16);
  png.writeUInt32BE(100, 20);
  const logo = createMailLogo({ logo: `data:image/png;base64,${png.toString('base64')}` });
  assert.deepEqual([logo?.width, logo?.height], [220, 11]);
  const jpeg = Buffer.from('ffd8ffe000044a46ffc0000b080034006801011100ffd9', 'hex');
  const photo = createMailLogo({ logo: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
  assert.deepEqual([photo?.width, photo?.height], [104, 52]);
  const endless = createMailLogo({
    logo: `data:image/jpeg;base64,${Buffer.from('ffd8ffe00000ffe00000', 'hex').toString('base64')}`,
  });
  assert.equal(endless, undefined);
});
