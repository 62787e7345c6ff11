/** The baseline of `bench/pdf.ts`: the same text in the same fonts, printed by a browser that stays open. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentView, Party, Prose, Text } from '../src/adapters/pdf/view/document-view.ts';
import { itemToPlainText } from '../src/adapters/pdf/view/lines.ts';
import { prepareDocument } from '../src/adapters/pdf/view/view.ts';
import type { DocumentSource } from '../src/domain/document.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';

const FONTS = join(import.meta.dirname, '..', 'fonts');
const FONT_HOST = 'http://fonts.test';

export interface ChromiumPrinter {
  print(source: DocumentSource): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openChromium(): Promise<ChromiumPrinter> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.route(`${FONT_HOST}/*`, async (route) => {
    const body = await readFile(join(FONTS, new URL(route.request().url()).pathname));
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=3600' };
    await route.fulfill({ body, headers });
  });
  return {
    async print(source) {
      const { view } = prepareDocument(source);
      await page.setContent(renderPage(view));
      await page.evaluate('document.fonts.ready');
      return await page.pdf({
        tagged: true,
        preferCSSPageSize: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: renderFooter(view),
      });
    },
    close: () => browser.close(),
  };
}

function renderPage({ style, data }: DocumentView): string {
  const { headline, sums, total, texts, acceptance } = data;
  const sumRows = sums.map(
    ([label, remark, amount]) =>
      `<tr><td>${words(label)} <small>${words(remark ?? '')}</small><td>${words(amount)}`,
  );
  const facts = data.facts.map(
    ([label, value]) => `<tr><td><small>${words(label)}</small><td>${words(value)}`,
  );
  return `<!doctype html><html lang="${style.lang}"><meta charset="utf-8"><title>${words(data.title)}</title>
    <style>${CSS}</style>
    <header><b>${words(data.seller.name)}</b><div><b>${words(data.kind)}</b><br>${words(data.number)}</div></header>
    <h1>${words(headline.text)}</h1>${renderProse(data.description)}
    <div class="row">${renderParty(data.customer)}${renderParty(data.seller)}<table class="facts">${facts.join('')}</table></div>
    <table class="items"><thead><tr>${data.columns.map(({ label }) => `<th>${words(label)}`).join('')}</thead>
    <tbody>${data.items.map((row) => `<tr>${row.map((cell) => `<td>${words(itemToPlainText(cell))}`).join('')}`).join('')}</tbody></table>
    <table class="sums">${sumRows.join('')}<tr class="total"><td>${words(total.label)}<td>${words(total.value)}</table>
    ${texts.map(({ label, text }) => `<h2>${words(label)}</h2>${renderProse(text)}`).join('')}
    ${acceptance ? `<h2>${words(acceptance.label)}</h2><p>${words(acceptance.text)}</p><div class="row fields">${acceptance.fields.map((field) => `<div><small>${words(field)}</small></div>`).join('')}</div>` : ''}`;
}

function renderProse(prose: Prose | null): string {
  const blocks = (prose?.blocks ?? []).map((block) =>
    typeof block === 'string'
      ? `<p>${words(block)}</p>`
      : `<ul>${block.map((entry) => `<li>${words(entry)}`).join('')}</ul>`,
  );
  return blocks.join('');
}

function renderParty({ label, name, lines }: Party): string {
  const rows = lines.map((line) => `<div>${words(line)}</div>`);
  return `<section><small>${words(label)}</small><h2>${words(name)}</h2>${rows.join('')}</section>`;
}

function renderFooter({ frame, style }: DocumentView): string {
  const pages = style.page
    .replace('{page}', '<span class="pageNumber"></span>')
    .replace('{pages}', '<span class="totalPages"></span>');
  return `<div style="font-size:7.5pt;margin:0 21mm;width:100%;display:flex;justify-content:space-between"><span>${frame.footer.map(words).join('<br>')}</span><span>${pages}</span></div>`;
}

function words(text: Text): string {
  if (typeof text === 'object' && 'parts' in text)
    return text.parts.map((part) => words(typeof part === 'string' ? part : part.text)).join('');
  const plain = typeof text === 'string' ? text : text.text;
  return plain.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const CSS = `
  @font-face { font-family: Inter; font-weight: 400; src: url(${FONT_HOST}/Inter-Regular.ttf) }
  @font-face { font-family: Inter; font-weight: 600; src: url(${FONT_HOST}/Inter-SemiBold.ttf) }
  @page { size: A4; margin: 23mm 21mm 25mm }
  body { font: 9pt/1.4 Inter; margin: 0; color: #15171c }
  small { font-size: 7.5pt; color: #5c6370 }
  header, .row { display: flex; justify-content: space-between; gap: 9mm; margin-bottom: 10mm }
  h1 { font-size: 26pt; font-weight: 600; margin: 0 }
  h2 { font-size: 9.5pt; font-weight: 600; margin: 2mm 0 }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums }
  td { padding: 1mm 0 }
  td:last-child { text-align: right }
  .items { width: 100% }
  .items th { font-size: 7.5pt; font-weight: 400; text-align: left; border-bottom: 0.8pt solid }
  .items td { padding: 2.5mm 0; border-bottom: 0.4pt solid #d9dce1 }
  .items :nth-child(n + 3) { text-align: right }
  .sums { width: 84mm; margin: 7mm 0 10mm auto }
  .total td { border-top: 1.2pt solid #1f5eff; color: #1f5eff; font: 600 17pt Inter }
  .fields { margin-top: 14mm }
  .fields div { border-top: 0.5pt solid #5c6370; flex: 1 }`;
