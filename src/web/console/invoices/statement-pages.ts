import type { ImportedLine, PaymentImport } from '../../../domain/statement/payment-import.ts';
import { formatBytes, formatMoney, formatQuantity } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { type Column, renderTable } from '../list/list.ts';
import { money, type Reader, renderCalendarDate } from '../reader.ts';
import type { ConsolePage } from '../shell.ts';

/** Asks for the file of the bank. */
export function buildStatementPage(reader: Reader, maxBytes: number, problem?: string): ConsolePage {
  const { t, base, locale } = reader;
  const words = t.statements;
  const hint = fill(words.fileHint, { size: formatBytes(maxBytes, locale) });
  return {
    ...frame(reader),
    notice: problem ? { tone: 'bad', text: problem } : undefined,
    body: html`<p class="muted">${words.intro}</p>
<form class="form" method="post" enctype="multipart/form-data" action="${base}/invoices/import">
<div class="field"><label for="file">${words.file}</label><p class="hint" id="file-hint">${hint}</p>
<input type="file" id="file" name="file" accept=".xml,.csv,text/csv,application/xml,text/xml" required aria-describedby="file-hint${problem && ' file-error'}"${problem && html` aria-invalid="true"`}>
${problem && html`<p class="error" id="file-error">${icon('alert')} <span>${problem}</span></p>`}</div>
<div class="actions"><button class="button" type="submit">${words.read}</button></div></form>`,
  };
}

function frame({ t, base }: Reader): Pick<ConsolePage, 'section' | 'title' | 'back' | 'styles' | 'wide'> {
  return {
    section: 'invoices',
    title: t.statements.title,
    back: { href: `${base}/invoices`, text: t.nouns.invoices.back },
    styles: ['nouns.css'],
    wide: true,
  };
}

/** The lines with proposals, of which a person chooses, then the others. */
export function buildProposalsPage(
  reader: Reader,
  found: PaymentImport,
  { notice, maxLines }: { notice?: ConsolePage['notice']; maxLines: number },
): ConsolePage {
  const { t, base, locale } = reader;
  const words = t.statements;
  const open = found.lines.filter((line) => line.status === 'new' && line.proposals.length > 0);
  const unmatched = found.lines.filter((line) => line.status === 'new' && line.proposals.length === 0);
  const recorded = found.lines.filter((line) => line.status === 'recorded').length;
  const count = (n: number) => formatQuantity(n, locale);
  return {
    ...frame(reader),
    notice,
    body: html`${
      open.length === 0
        ? html`<p>${words.nothingNew}</p>`
        : html`<p class="muted">${words.choose}</p>
<form class="part" method="post" action="${base}/invoices/import/${found.id}">
${renderProposals(reader, open.slice(0, maxLines))}
<div class="actions"><button class="button" type="submit">${words.record}</button></div></form>`
    }
<p class="muted">${fill(words.counts, { recorded: count(recorded), unmatched: count(found.unmatched), ignored: count(found.ignored) })}</p>
${unmatched.length > 0 && renderUnmatched(reader, unmatched)}
<p><a href="${base}/invoices/import">${words.title}</a></p>`,
  };
}

function renderProposals(reader: Reader, lines: readonly ImportedLine[]): Html {
  const { t, locale } = reader;
  const words = t.statements;
  const columns: Column<ImportedLine>[] = [
    [
      null,
      ({ id, amount, currency, proposals }) => {
        const label = fill(words.recordOne, { amount: formatMoney(amount, currency, locale) });
        return html`<input type="checkbox" name="line.${id}" value="1" aria-label="${label}"${proposals[0]?.exact === true && html` checked`}>`;
      },
    ],
    ...receivedColumns(reader),
    [words.paysFor, (line) => renderInvoiceChoice(reader, line)],
    [words.why, ({ proposals: [first] }) => first && words[first.reason]],
  ];
  return renderTable(words.title, columns, lines, { isList: false });
}

function receivedColumns(reader: Reader): Column<ImportedLine>[] {
  const words = reader.t.statements;
  return [
    [
      words.received,
      ({ date, payer, reference, text }) =>
        html`${renderCalendarDate(reader, date)}<span class="under"><bdi>${[payer, reference ?? text].filter(Boolean).join(' · ')}</bdi></span>`,
    ],
    [reader.t.invoices.amount, ({ amount, currency }) => money(reader, amount, currency), 'number'],
  ];
}

/** The invoice, or a choice of several. */
function renderInvoiceChoice(reader: Reader, { id, currency, proposals }: ImportedLine): Html {
  const { t, base, locale } = reader;
  const [first] = proposals;
  const name = `invoice.${id}`;
  if (proposals.length === 1 && first) {
    return html`<input type="hidden" name="${name}" value="${first.invoiceId}"><a href="${base}/invoices/${first.invoiceId}"><bdi>${first.number}</bdi></a><span class="under"><bdi>${first.customerName}</bdi> · ${t.invoices.dueNow} ${money(reader, first.amountDue, currency)}</span>`;
  }
  const text = (proposal: ImportedLine['proposals'][number]) =>
    `${proposal.number} · ${proposal.customerName} · ${formatMoney(proposal.amountDue, currency, locale)}`;
  return html`<select name="${name}" aria-label="${t.statements.paysFor}">${proposals.map((proposal) => html`<option value="${proposal.invoiceId}">${text(proposal)}</option>`)}</select>`;
}

function renderUnmatched(reader: Reader, lines: readonly ImportedLine[]): Html {
  const words = reader.t.statements;
  return html`<section class="part" aria-labelledby="unmatched"><h2 id="unmatched">${words.unmatched}</h2><p class="muted">${words.unmatchedText}</p>
${renderTable(words.unmatched, receivedColumns(reader), lines.slice(0, MAX_UNMATCHED), { isList: false })}</section>`;
}

const MAX_UNMATCHED = 200;
