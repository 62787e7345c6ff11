import { type ListedAccount, listAllOverviews } from '../../actions/installation/operators.ts';
import type { AccountOverview } from '../../domain/account/account-overview.ts';
import { LIMIT_NAMES } from '../../domain/account/limits/account-limits.ts';
import { parseIdTime } from '../../domain/ids.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { fill } from '../../i18n/fill.ts';
import { formatBytes, formatQuantity } from '../../i18n/format.ts';
import {
  type Column,
  type ListView,
  renderFound,
  renderPages,
  renderSearch,
  renderTable,
} from '../console/resources/list.ts';
import { OPERATOR_PATH, type OperatorContext, renderUtc, renderUtcDay } from './operator-context.ts';
import { renderOperatorPage } from './operator-shell.ts';

const PAGE_SIZE = 25;
const MAX_SEARCH = 200;
const MAX_PAGE = 1_000_000;

/** `/operator`: all accounts. */
export async function showAccounts(context: OperatorContext): Promise<string> {
  const { deps, t, locale, query } = context;
  const { operator } = t;
  const search = (query.search ?? '').trim().slice(0, MAX_SEARCH);
  const page = Math.min(MAX_PAGE, Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1));
  const { accounts, total } = await listAllOverviews(deps, { search, page, pageSize: PAGE_SIZE });
  const view: ListView = {
    ...{ t, locale, page, total, path: OPERATOR_PATH },
    query: search === '' ? {} : { search },
  };
  return renderOperatorPage(context, {
    section: 'accounts',
    title: operator.accounts,
    styles: ['nouns.css'],
    wide: true,
    body: html`<p class="muted">${operator.intro}</p>
${renderSearch(view, operator.search)}
${renderFound(view)}
${accounts.length > 0 && renderTable(operator.accounts, listColumns(context), accounts)}
${renderPages(view, PAGE_SIZE)}`,
  });
}

function listColumns(context: OperatorContext): Column<ListedAccount>[] {
  const { t, locale } = context;
  const { operator } = t;
  const number = (n: number) => formatQuantity(n, locale);
  return [
    [
      operator.name,
      ({ id, name, kind, closedAt }) =>
        html`<a data-open href="${OPERATOR_PATH}/accounts/${id}"><bdi>${name}</bdi></a><span class="under"><bdi>${id}</bdi>${kind === 'test' && html` · ${operator.test}`}${closedAt !== null && html` · ${operator.closed}: ${renderUtcDay(context, closedAt)}`}</span>`,
    ],
    [operator.created, ({ id }) => renderUtcDay(context, parseIdTime(id)), 'narrow-hidden'],
    [operator.people, ({ people }) => number(people), 'number narrow-hidden'],
    [operator.quotes, ({ quotes }) => number(quotes), 'number narrow-hidden'],
    [operator.invoices, ({ invoices }) => number(invoices), 'number narrow-hidden'],
    [operator.files, (account) => formatFiles(context, account), 'number'],
    [operator.active, (account) => renderLastUse(context, account, renderUtcDay)],
    [operator.limits, (account) => renderLimits(context, account), 'narrow-hidden'],
  ];
}

export function formatFiles(
  { t: { operator }, locale }: Pick<OperatorContext, 't' | 'locale'>,
  { files }: Pick<AccountOverview, 'files'>,
): string {
  const size = formatBytes(files.bytes, locale);
  return files.isAll ? size : fill(operator.atLeast, { size });
}

export function renderLastUse(
  context: OperatorContext,
  { lastActiveAt }: Pick<AccountOverview, 'lastActiveAt'>,
  render = renderUtc,
): Html {
  return lastActiveAt === null ? html`${context.t.operator.never}` : render(context, lastActiveAt);
}

function renderLimits({ t: { operator }, locale }: OperatorContext, { limits }: ListedAccount): Html {
  const shown = LIMIT_NAMES.flatMap((name) => {
    const limit = limits[name];
    if (limit === undefined) return [];
    const text = name === 'storage' ? formatBytes(limit, locale) : formatQuantity(limit, locale);
    return [html`${operator[SHORT_LABELS[name]]}: ${text}`];
  });
  return html`${shown.map((text, index) => html`${index > 0 && html`<br>`}${text}`)}`;
}

const SHORT_LABELS = { quotes: 'quotes', storage: 'files', people: 'people', requests: 'requests' } as const;
