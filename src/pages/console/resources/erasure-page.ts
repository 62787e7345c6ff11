import type { RetainedDocument } from '../../../domain/account/retention.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../shell.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDate, type Viewer } from '../viewer.ts';
import { customerPath } from './customer-path.ts';
import { type Column, renderTable } from './list.ts';

interface ErasureView {
  customer: CustomerRecord;
  retained: readonly RetainedDocument[];
  /** Whether nothing else stays. */
  isComplete: boolean;
  problem?: string | undefined;
}

/** `/customers/{id}/erase`: says what goes and what stays before it happens. */
export function buildErasurePage(
  viewer: Viewer,
  { customer, retained, isComplete, problem }: ErasureView,
): ConsolePage {
  const { base, t } = viewer;
  const words = t.erasure;
  const path = `${base}/${customerPath(customer.id)}`;
  return {
    section: 'customers',
    title: fillText(words.title, customer.name),
    heading: fill(words.title, { name: html`<bdi>${customer.name}</bdi>` }),
    back: { href: path, text: customer.name },
    styles: ['nouns.css'],
    notice: problem ? { tone: 'bad', text: problem } : undefined,
    body: html`<section class="panel" aria-labelledby="goes"><h2 id="goes">${words.goes}</h2><p>${words.goesText}</p></section>
<section class="panel" aria-labelledby="stays"><h2 id="stays">${words.stays}</h2>
<p>${retained.length > 0 ? words.staysText : isComplete && words.nothingStays}</p>
${retained.length > 0 && renderRetained(viewer, retained)}
${!isComplete && html`<p>${words.moreStays}</p>`}</section>
<form class="form" method="post" action="${path}/erase"><p><strong>${words.final}</strong></p>
<div class="actions"><button class="button bad" type="submit">${words.erase}</button><a class="button quiet" href="${path}/export">${words.export}</a><a class="button quiet" href="${path}">${t.forms.cancel}</a></div></form>`,
  };
}

function renderRetained(viewer: Viewer, retained: readonly RetainedDocument[]): Html {
  const words = viewer.t.erasure;
  const columns: Column<RetainedDocument>[] = [
    [
      words.document,
      ({ type, id, number }) =>
        html`<a data-open href="${viewer.base}/${type === 'quote' ? 'quotes' : 'invoices'}/${id}"><bdi>${number}</bdi></a>`,
    ],
    [words.until, ({ retainUntil }) => renderDate(viewer, `${retainUntil}T12:00:00Z`)],
  ];
  return renderTable(words.stays, columns, retained);
}

/** Links to both steps on the page of a customer, for owners. */
export function renderErasureLinks(
  { base, t, role }: Viewer,
  { id, erasedAt }: CustomerRecord,
): Html | false {
  if (role !== 'owner') return false;
  const path = `${base}/${customerPath(id)}`;
  return html`<section class="part" aria-labelledby="privacy"><h2 id="privacy">${t.erasure.privacy}</h2>
${erasedAt !== undefined && html`<p>${t.erasure.isErased}</p>`}
<p class="actions"><a class="button quiet" href="${path}/export">${t.erasure.export}</a>${erasedAt === undefined && html`<a class="button quiet" href="${path}/erase">${t.erasure.erase} …</a>`}</p></section>`;
}

function fillText(text: string, name: string): string {
  return text.replace('{name}', name);
}
