import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../app/deps.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { formatPreferenceCookie, readPreferenceCookie } from '../../../http/session/session-cookie.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { buildQuoteListPath, sanitizeListQuery } from './list-url.ts';
import { QUOTE_COLUMNS, type QuoteColumn, type QuoteListView } from './list-view.ts';

/** Remembers in the browser which columns its person hides. */
export const columnRoute: ConsoleRoute = {
  method: 'POST',
  path: '/quotes/columns',
  minRole: 'reader',
  handle: chooseColumns,
};

async function chooseColumns({ deps, request, form, base }: PageContext): Promise<PageReply> {
  const hidden = QUOTE_COLUMNS.filter((column) => form[`show-${column}`] === undefined);
  const cookie = formatPreferenceCookie(request, deps.publicUrl(), 'columns', hidden.join('.'));
  return { redirect: buildQuoteListPath(base, sanitizeListQuery(form.back)), cookie };
}

export function readHiddenColumns(
  request: FastifyRequest,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
): ReadonlySet<QuoteColumn> {
  const names = readPreferenceCookie(request, publicUrl(), 'columns')?.split('.') ?? [];
  return new Set(QUOTE_COLUMNS.filter((column) => names.includes(column)));
}

/** The choice of columns, folded up. */
export function renderColumnMenu({ base, t, hidden, backQuery }: QuoteListView): Html {
  const { quotes } = t;
  const names: Record<QuoteColumn, string> = {
    customer: quotes.customer,
    total: quotes.columnTotal,
    status: quotes.columnStatus,
    until: t.quote.validUntil,
    last: quotes.columnLast,
  };
  return html`<details class="menu columns narrow-hidden"><summary class="button quiet">${quotes.columns}</summary>
<form method="post" action="${base}/quotes/columns"><input type="hidden" name="back" value="${backQuery}">
${QUOTE_COLUMNS.map((column) => html`<label><input type="checkbox" name="show-${column}"${!hidden.has(column) && html` checked`}> ${names[column]}</label>\n`)}
<p class="hint">${quotes.columnsHint}</p><button class="button quiet" type="submit">${quotes.columnsSave}</button></form></details>`;
}
