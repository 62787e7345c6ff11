import assert from 'node:assert/strict';
import test from 'node:test';
import { invoiceAndSource } from '../../test/fixtures/invoice-page.ts';
import { MAIL, OPENAPI, OUTBOX_ENTRIES } from '../../test/fixtures/pages.ts';
import { createHtmlValidator } from '../../test/support/html-validator.ts';
import { accentPath, addScripts, assetPath, assets, findAsset } from './assets.ts';
import {
  renderMailFrame,
  renderOutboxList,
  renderOutboxLogin,
  renderOutboxMail,
} from './captured-mail/mailbox-page.ts';
import {
  renderNotStartedPage,
  renderPayStatusPage,
  renderToProviderPage,
} from './customer/invoice/pay-pages.ts';
import { renderProblems } from './docs/reference/problems-page.ts';
import { renderReference } from './docs/reference/reference-page.ts';
import { consoleHeaders, pageHeaders, previewHeaders, referenceHeaders } from './headers.ts';
import {
  pickLocale,
  renderNotFoundPage,
  renderRemindersStoppedPage,
  renderStopRemindersPage,
  renderTryAgainPage,
} from './message-page.ts';
import { bundleScripts } from './scripts.ts';

const findViolations = createHtmlValidator({ extends: ['html-validate:recommended'] });
const XSS = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;

addScripts(await bundleScripts());
const { source } = invoiceAndSource();
const PAGES = {
  'not found': renderNotFoundPage('de-AT, en;q=0.5'),
  'try again': renderTryAgainPage('ar'),
  'stop reminders': renderStopRemindersPage('he'),
  'reminders stopped': renderRemindersStoppedPage('pt-BR'),
  'to the provider': renderToProviderPage(source, { provider: 'stripe', url: 'https://pay.test/a?b=c&d=e' }),
  'payment not started': renderNotStartedPage(source, 'refused', '/i/token'),
  'payment received': renderPayStatusPage(source, { status: 'paid', amount: 100, invoiceUrl: '/i/token' }),
  'payment on its way': renderPayStatusPage(source, { status: 'pending', amount: 100, invoiceUrl: null }),
  'outbox, empty': renderOutboxList({ mails: [] }),
  outbox: renderOutboxList({ mails: OUTBOX_ENTRIES, newer: '/outbox', older: '/outbox?page=3' }),
  'outbox, one mail': renderOutboxMail(MAIL),
  'outbox, login': renderOutboxLogin(),
  'outbox, wrong key': renderOutboxLogin('invalid'),
  reference: renderReference(OPENAPI),
  problems: renderProblems(),
};

for (const [name, page] of Object.entries(PAGES)) {
  test(`valid HTML: ${name}`, () => {
    assert.deepEqual(findViolations(page), []);
    assert.doesNotMatch(
      page,
      /\sstyle=|<style|<script(?! src="\/assets\/docs-)|\son[a-z]+=|undefined|\[object/,
    );
  });
}

test('a visitor without a quote gets the language of the browser', () => {
  assert.equal(pickLocale(undefined).language, 'en');
  assert.equal(pickLocale('xx, fr;q=0.4, de-CH;q=0.9').tag, 'de-CH');
  assert.equal(pickLocale('zh-TW').language, 'zh-Hant');
  assert.equal(pickLocale('de;q=0, fr;q=nonsense, *;q=0.1').language, 'en');
  assert.equal(pickLocale(`${'x,'.repeat(100_000)}de`).language, 'en');
});

test('markup in an email stays text on its page', () => {
  const address = { name: XSS, address: XSS };
  const message = {
    ...MAIL.message,
    from: address,
    replyTo: address,
    to: [address],
    cc: [address],
    subject: XSS,
    text: XSS,
    messageId: XSS,
    headers: { [XSS]: XSS },
    attachments: [{ filename: XSS, contentType: XSS, content: new Uint8Array(2048) }],
  };
  const entry = { id: XSS, capturedAt: XSS, to: [address], subject: XSS, attachments: [XSS] };
  for (const page of [
    renderOutboxMail({ id: XSS, capturedAt: XSS, message, source: XSS.repeat(500) }),
    renderOutboxList({ mails: [entry], newer: XSS }),
  ]) {
    assert.doesNotMatch(page, /<script|<img(?! class="mark")/);
  }
});

test('inline images of an email are embedded, and only images', () => {
  const content = Buffer.from('x');
  const frame = (contentType: string) =>
    renderMailFrame({
      ...MAIL.message,
      html: '<img src="cid:logo">',
      attachments: [{ filename: 'logo', contentType, content, cid: 'logo' }],
    });
  assert.equal(frame('image/png'), '<img src="data:image/png;base64,eA==">');
  assert.equal(frame('image/png"onerror='), '<img src="cid:logo">');
  assert.equal(frame('text/html'), '<img src="cid:logo">');
});

test('markup in the OpenAPI document stays text in the reference', () => {
  const text = JSON.stringify(OPENAPI).replaceAll('Create a quote', JSON.stringify(XSS).slice(1, -1));
  const page = renderReference(JSON.parse(text));
  assert.doesNotMatch(page, /<script(?! src="\/assets\/docs-)|<img(?! class="mark")/);
  assert.match(page, /&lt;script&gt;/);
});

test('the reference shows operations, fields, rules, errors and a curl command', () => {
  const page = renderReference(OPENAPI);
  for (const part of [
    'href="#createQuote"',
    '<code>items[].quantity</code>',
    'At most 200 characters.',
    'href="/docs/problems#validation_failed"',
    'id="schema-Quote"',
    'curl &#39;http://localhost:3000/api/v1/quotes&#39;',
    'quotes.create({',
    '&quot;title&quot;: &quot;it&#39;s&quot;,',
    'it&#39;\\&#39;&#39;s',
  ]) {
    assert.ok(page.includes(part), part);
  }
});

test('pages bring a font of their own, small and cached forever', () => {
  const css = String(findAsset(assetPath('page.css'))?.body);
  const [, name = ''] = /url\("(inter-[0-9a-f]{12}\.woff2)"\) format/.exec(css) ?? [];
  const font = findAsset(`/assets/${name}`);
  assert.equal(font?.contentType, 'font/woff2');
  assert.ok(font.body.length < 60 * 1024, `${font.body.length} bytes`);
  assert.equal(String(font.body.slice(0, 4)), 'wOF2');
  assert.match(css, /font-display: swap/);
  for (const headers of [pageHeaders, consoleHeaders, previewHeaders, referenceHeaders])
    assert.match(headers['Content-Security-Policy'] ?? '', /font-src 'self';/);
});

test('assets are found by the paths in pages, and by no others', () => {
  for (const path of assets.keys()) assert.match(path, /^\/assets\/[a-z-]+-[0-9a-f]{12}\.(css|js)$/);
  assert.equal(findAsset(assetPath('signature.js'))?.contentType, 'text/javascript; charset=utf-8');
  assert.match(String(findAsset(accentPath('#0F766E'))?.body), /--accent:#0f766e/);
  assert.match(String(findAsset(accentPath('nonsense'))?.body), /--accent:/);
  for (const path of [
    '/assets/page.css',
    '/assets/../assets.ts',
    '/assets/accent-0f766e-000000000000.css',
    '',
  ]) {
    assert.equal(findAsset(path), undefined);
  }
});
