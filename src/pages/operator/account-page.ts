import { setLimits } from '../../actions/account/limits/account-limits.ts';
import { type OverviewWithLimits, readOverview } from '../../actions/installation/operators.ts';
import {
  type AccountLimits,
  LIMIT_NAMES,
  type LimitName,
  MIN_LIMITS,
  NO_LIMITS,
} from '../../domain/account/limits/account-limits.ts';
import { formatLimit, parseLimit } from '../../domain/account/limits/parse-limit.ts';
import { parseIdTime } from '../../domain/ids.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { fill } from '../../i18n/fill.ts';
import { formatBytes, formatQuantity } from '../../i18n/format.ts';
import { type FormState, renderField } from '../console/forms/field.ts';
import { renderForm, renderFormNotice } from '../console/forms/form.ts';
import { renderFacts } from '../console/viewer.ts';
import { fill as fillMarkup } from '../shell.ts';
import { formatFiles, renderLastUse } from './accounts-page.ts';
import { OPERATOR_PATH, type OperatorContext, renderUtc } from './operator-context.ts';
import { renderOperatorPage } from './operator-shell.ts';

/** `/operator/accounts/acc_…`: what an account has, and its limits. `undefined` if there is none. */
export async function showAccount(
  context: OperatorContext,
  id: string,
  submitted?: FormState,
): Promise<string | undefined> {
  const { deps, t, locale, query } = context;
  const { operator } = t;
  const account = await readOverview(deps, id);
  if (!account) return undefined;
  const path = `${OPERATOR_PATH}/accounts/${id}`;
  const state = submitted ?? { values: formatLimits(account), errors: {} };
  const saved = query.notice === 'saved' ? ({ tone: 'good', text: operator.saved } as const) : undefined;
  const form = {
    action: path,
    fields: renderFields(context, account, state),
    submit: operator.save,
    cancel: OPERATOR_PATH,
  };
  return renderOperatorPage(context, {
    section: 'accounts',
    title: account.name,
    back: { href: OPERATOR_PATH, text: operator.accounts },
    notice: submitted ? toNotice(submitted, context) : saved,
    styles: ['nouns.css'],
    body: html`<section class="panel" aria-labelledby="details"><h2 id="details">${operator.details}</h2>
${renderFacts([
  ['ID', html`<bdi>${id}</bdi>`],
  [operator.created, renderUtc(context, parseIdTime(id))],
  [operator.closed, account.closedAt !== null && renderUtc(context, account.closedAt)],
  [operator.people, formatQuantity(account.people, locale)],
  [operator.quotes, formatQuantity(account.quotes, locale)],
  [operator.invoices, formatQuantity(account.invoices, locale)],
  [operator.files, formatFiles(context, account)],
  [operator.active, renderLastUse(context, account)],
])}</section>
<section class="panel" aria-labelledby="limits"><h2 id="limits">${operator.setLimits}</h2>
<p class="muted">${operator.setIntro}</p>
${renderForm(form, t)}
${renderChange(context, account)}</section>`,
  });
}

function toNotice(state: FormState, context: OperatorContext) {
  const notice = renderFormNotice(state, context);
  return notice && { tone: 'bad' as const, text: notice.text };
}

/** Stores the limits, or returns what was typed if one is wrong. */
export async function changeLimits(context: OperatorContext, id: string): Promise<FormState | undefined> {
  const { deps, form, person, request, t, now } = context;
  const values = Object.fromEntries(LIMIT_NAMES.map((name) => [name, form[name] ?? '']));
  const limits: AccountLimits = { ...NO_LIMITS };
  const errors: FormState['errors'] = {};
  for (const name of LIMIT_NAMES) {
    const limit = values[name]?.trim() === '' ? null : parseLimit(name, values[name] ?? '');
    if (limit === undefined) errors[name] = describeError(t.operator, name);
    else limits[name] = limit;
  }
  if (Object.keys(errors).length > 0) return { values, errors };
  await setLimits(deps, id, limits, person.user.id, now);
  deps.log.info({ requestId: request.id, user: person.user.id, account: id, limits }, 'limits changed');
  return undefined;
}

function describeError({ wrongSize, wrongWhole }: OperatorContext['t']['operator'], name: LimitName): string {
  return name === 'storage' ? wrongSize : fill(wrongWhole, { min: String(MIN_LIMITS[name]) });
}

const LABELS = {
  quotes: 'limitQuotes',
  storage: 'limitStorage',
  people: 'limitPeople',
  requests: 'limitRequests',
} as const;

function renderFields({ t, locale }: OperatorContext, { uses }: OverviewWithLimits, state: FormState): Html {
  const { operator } = t;
  return html`${LIMIT_NAMES.map((name) => {
    const empty = name === 'storage' ? operator.emptyStorage : operator.empty;
    const used = name === 'requests' ? undefined : uses[name]?.used;
    const now = name === 'storage' ? formatBytes(used ?? 0, locale) : formatQuantity(used ?? 0, locale);
    const hint = used === undefined ? empty : `${empty} ${fill(operator.inUse, { used: now })}`;
    return renderField({ name, label: operator[LABELS[name]], hint, isPlain: true }, state, t);
  })}`;
}

/** The limits as they are typed. */
function formatLimits({ uses }: OverviewWithLimits): FormState['values'] {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, formatLimit(name, uses[name]?.limit)]));
}

function renderChange(context: OperatorContext, { changed }: OverviewWithLimits): Html | undefined {
  if (!changed) return undefined;
  const { commandLine, deleted, changed: text } = context.t.operator;
  const who =
    changed.by === null ? commandLine : changed.by === '' ? deleted : html`<bdi>${changed.by}</bdi>`;
  return html`<p class="muted">${fillMarkup(text, { when: renderUtc(context, changed.at), who })}</p>`;
}
