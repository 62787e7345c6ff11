import type { ColumnUse, IgnoredEntry } from '../../../../domain/invoice/statement/bank-line.ts';
import type { AskedOption } from '../../../../domain/invoice/statement/csv-columns.ts';
import type { Proposal } from '../../../../domain/invoice/statement/match-lines.ts';
import type { ImportedLine, PaymentImport } from '../../../../domain/invoice/statement/payment-import.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { formatBytes, formatMoney, formatQuantity } from '../../../../i18n/format.ts';
import { icon } from '../../../icons.ts';
import { fill } from '../../../shell.ts';
import { type Column, renderTable } from '../../resources/list.ts';
import type { ConsolePage } from '../../shell.ts';
import { money, renderCalendarDate, type Viewer } from '../../viewer.ts';

/** What a file leaves open, and what may be chosen where that depends on the file: words, currencies. */
export interface Question {
  option: AskedOption;
  choices: readonly string[];
}

interface Refusal {
  problem: string;
  asked: readonly Question[];
  values: Readonly<Record<string, string | undefined>>;
}

/** Asks for the file of the bank. */
export function buildStatementPage(viewer: Viewer, maxBytes: number, refusal?: Refusal): ConsolePage {
  const { t, base, locale } = viewer;
  const words = t.statements;
  const hint = fill(words.fileHint, { size: formatBytes(maxBytes, locale) });
  const problem = refusal?.problem;
  return {
    ...frame(viewer),
    notice: problem ? { tone: 'bad', text: problem } : undefined,
    body: html`<p class="muted">${words.intro}</p>
<form class="form" method="post" enctype="multipart/form-data" action="${base}/invoices/import">
${refusal?.asked.map((question) => renderAsked(viewer, question, refusal.values))}
<div class="field"><label for="file">${words.file}</label><p class="hint" id="file-hint">${hint}</p>
<input type="file" id="file" name="file" accept=".xml,.csv,.xlsx,.txt,.tab,text/csv,application/xml,text/xml" required aria-describedby="file-hint${problem && ' file-error'}"${problem && html` aria-invalid="true"`}>
${problem && html`<p class="error" id="file-error">${icon('alert')} <span>${problem}</span></p>`}</div>
<div class="actions"><button class="button" type="submit">${words.read}</button></div></form>`,
  };
}

function renderAsked({ t }: Viewer, { option, choices }: Question, values: Refusal['values']): Html | Html[] {
  const words = t.statements;
  if (option === 'moneyIn') {
    const sides = { in: words.moneyIn, out: words.moneyOut };
    return choices.map(
      (word, at) =>
        html`<input type="hidden" name="word_${at}" value="${word}">${renderSelect(`side_${at}`, fill(words.sideOf, { word }), sides, values)}`,
    );
  }
  const options: Record<string, string> = {
    decimal: { point: words.decimalPoint, comma: words.decimalComma },
    dateOrder: { dmy: words.dayFirst, mdy: words.monthFirst },
    currency: Object.fromEntries(choices.map((code) => [code, code])),
  }[option];
  return renderSelect(option, words[option], options, values);
}

function renderSelect(
  name: string,
  label: Html | string,
  options: Readonly<Record<string, string>>,
  values: Refusal['values'],
): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" required><option value=""></option>${Object.entries(options).map(([option, text]) => html`<option value="${option}"${values[name] === option && html` selected`}>${text}</option>`)}</select></div>`;
}

function frame({ t, base }: Viewer): Pick<ConsolePage, 'section' | 'title' | 'back' | 'styles' | 'wide'> {
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
  viewer: Viewer,
  found: PaymentImport,
  { notice, maxLines }: { notice?: ConsolePage['notice']; maxLines: number },
): ConsolePage {
  const { t, base, locale } = viewer;
  const words = t.statements;
  const open = found.lines.map(omitPaid).filter((line) => line.amountLeft > 0 && line.proposals.length > 0);
  const unmatched = found.lines.filter((line) => line.status === 'new' && line.proposals.length === 0);
  const recorded = found.lines.filter((line) => line.status === 'recorded').length;
  const count = (n: number) => formatQuantity(n, locale);
  return {
    ...frame(viewer),
    notice,
    body: html`${
      open.length === 0
        ? html`<p>${words.nothingNew}</p>`
        : html`<p class="muted">${words.choose}</p>
<form class="part" method="post" action="${base}/invoices/import/${found.id}">
${renderProposals(viewer, open.slice(0, maxLines))}
<div class="actions"><button class="button" type="submit">${words.record}</button></div></form>`
    }
<p class="muted">${fill(words.counts, { recorded: count(recorded), unmatched: count(found.unmatched), ignored: count(found.ignored) })}</p>
${unmatched.length > 0 && renderUnmatched(viewer, unmatched)}
${found.ignoredEntries.length > 0 && renderIgnored(viewer, found.ignoredEntries)}
${found.columns.length > 0 && renderColumns(viewer, found.columns)}
<p><a href="${base}/invoices/import">${words.title}</a></p>`,
  };
}

/** Omits the invoices that the line has paid. */
function omitPaid(line: ImportedLine): ImportedLine {
  const isOpen = ({ invoiceId }: Proposal) =>
    line.payments.every((payment) => payment.invoiceId !== invoiceId);
  return { ...line, proposals: line.proposals.filter(isOpen) };
}

function renderProposals(viewer: Viewer, lines: readonly ImportedLine[]): Html {
  const words = viewer.t.statements;
  const columns: Column<ImportedLine>[] = [
    ...receivedColumns(viewer),
    [
      words.paysFor,
      ({ id, currency, proposals }) =>
        proposals.map((proposal) => renderChoice(viewer, id, currency, proposal)),
    ],
    [words.why, ({ proposals: [first] }) => first && words[first.reason]],
  ];
  return renderTable(words.title, columns, lines, { isList: false });
}

function receivedColumns(viewer: Viewer): Column<ImportedLine>[] {
  const words = viewer.t.statements;
  return [
    [
      words.received,
      ({ date, payer, reference, text, perhapsRecorded }) =>
        html`${renderCalendarDate(viewer, date)}<span class="under"><bdi>${[payer, reference ?? text].filter(Boolean).join(' · ')}</bdi></span>${perhapsRecorded && html`<span class="under">${icon('alert')} ${words.perhaps}</span>`}`,
    ],
    [viewer.t.invoices.amount, (line) => renderAmount(viewer, line), 'number'],
  ];
}

function renderAmount(viewer: Viewer, { amount, amountLeft, currency }: ImportedLine): Html {
  const left = fill(viewer.t.statements.left, { amount: formatMoney(amountLeft, currency, viewer.locale) });
  return html`${money(viewer, amount, currency)}${amountLeft < amount && html`<span class="under">${left}</span>`}`;
}

/** An invoice that the line may pay, to be ticked. */
function renderChoice(viewer: Viewer, lineId: string, currency: string, proposal: Proposal): Html {
  const { t, base } = viewer;
  const { invoiceId, number, customerName, amountDue, exact } = proposal;
  return html`<label class="check"><input type="checkbox" name="pay.${lineId}.${invoiceId}" value="1"${exact && html` checked`}> <bdi>${number}</bdi></label><span class="under"><a href="${base}/invoices/${invoiceId}"><bdi>${customerName}</bdi></a> · ${t.invoices.dueNow} ${money(viewer, amountDue, currency)}</span>`;
}

function renderUnmatched(viewer: Viewer, lines: readonly ImportedLine[]): Html {
  const words = viewer.t.statements;
  return html`<section class="part" aria-labelledby="unmatched"><h2 id="unmatched">${words.unmatched}</h2><p class="muted">${words.unmatchedText}</p>
${renderTable(words.unmatched, receivedColumns(viewer), lines.slice(0, MAX_UNMATCHED), { isList: false })}</section>`;
}

const MAX_UNMATCHED = 200;

/** The entries that are no payments, by reason, with their lines in the file. */
function renderIgnored({ t }: Viewer, entries: readonly IgnoredEntry[]): Html {
  const words = t.statements;
  const items = [...Map.groupBy(entries, ({ reason }) => reason)].map(([reason, list]) => {
    const lines = list.slice(0, MAX_SHOWN_LINES).map(({ line }) => line);
    const more = list.length > lines.length ? ', …' : '';
    return html`<li>${words.ignoredReasons[reason]}: <bdi>${lines.join(', ')}${more}</bdi></li>`;
  });
  return html`<section class="part" aria-labelledby="ignored"><h2 id="ignored">${words.ignored}</h2><p class="muted">${words.ignoredText}</p><ul>${items}</ul></section>`;
}

const MAX_SHOWN_LINES = 50;

/** What each column of the file was taken for, so that a person sees what was misunderstood. */
function renderColumns(viewer: Viewer, uses: readonly ColumnUse[]): Html {
  const words = viewer.t.statements;
  const columns: Column<ColumnUse>[] = [
    [
      words.column,
      ({ column, heading }) => html`<bdi>${heading || fill(words.noHeading, { n: String(column) })}</bdi>`,
    ],
    [words.field, ({ field }) => words.fields[field]],
  ];
  return html`<section class="part" aria-labelledby="columns"><h2 id="columns">${words.columns}</h2><p class="muted">${words.columnsText}</p>
${renderTable(words.columns, columns, uses, { isList: false })}</section>`;
}
