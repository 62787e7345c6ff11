import { createOwnAccount } from '../../../actions/account/create-own-account.ts';
import type { CreateAccount } from '../../../api/schemas/account/new-account.ts';
import { checkNewAccount } from '../../../api/schemas/account/new-account.ts';
import type { Account } from '../../../domain/account/account.ts';
import { html } from '../../../domain/markup/html.ts';
import { listCountries } from '../../../i18n/countries.ts';
import { guessCountry } from '../../message-page.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type FormState, renderField } from '../forms/field.ts';
import { translateErrors } from '../forms/field-errors.ts';
import { renderForm, renderFormNotice } from '../forms/form.ts';
import { isProblem, readTyped } from '../forms/form-values.ts';
import { requireRecentSignIn } from '../people/settings-route.ts';
import { createFormToken, createRedirect, submitOnce, toRedirect } from '../quote/steps/forms.ts';
import { pickRules, toPatch } from '../settings/forms/account-form.ts';
import { type ConsolePage, NEW_ACCOUNT_PATH } from '../shell.ts';

const RULES = pickRules(['name', 'country']);
const route = { path: NEW_ACCOUNT_PATH, minRole: 'reader' } as const;

/** A new business of the person, from any of those that they belong to already. */
export const newAccountRoutes: ConsoleRoute[] = [
  { ...route, method: 'GET', handle: show },
  { ...route, method: 'POST', handle: requireRecentSignIn(create, NEW_ACCOUNT_PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const country = guessCountry(context.request.headers['accept-language']);
  return { page: buildPage(context, { values: { country }, errors: {} }) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, form, person, t } = context;
  const values = readTyped(form, Object.keys(RULES));
  const input = toPatch(context, values, RULES);
  const errors = translateErrors(checkNewAccount(input), RULES, values, t);
  if (Object.keys(errors).length > 0) {
    return { status: 400, page: buildPage(context, { values, errors }) };
  }
  const settings = { ...(input as CreateAccount), kind: 'live' as const };
  try {
    const stored = await submitOnce<Account>(context, toFirstPage, ({ keep }) =>
      createOwnAccount(deps, person.user.id, settings, deps.clock(), keep),
    );
    return toRedirect(stored);
  } catch (error) {
    if (!isProblem(error, 'too_many_accounts')) throw error;
    return {
      status: error.status,
      page: buildPage(context, { values, errors }, { tone: 'bad', text: t.accounts.tooMany }),
    };
  }
}

/** The country suggests settings, which the first page of the new business asks to confirm. */
function toFirstPage({ id, country }: Account) {
  return createRedirect(`/${id}${country === null ? '/' : '/settings/start'}`);
}

function buildPage(
  context: PageContext,
  state: FormState,
  notice: ConsolePage['notice'] = renderFormNotice(state, context),
): ConsolePage {
  const { t, base, locale } = context;
  const { settings, signIn, accounts } = t;
  const countries = [
    { value: '', text: signIn.countryLater },
    ...listCountries(locale, state.values.country),
  ];
  const fields = html`<input type="hidden" name="once" value="${createFormToken()}">
${renderField({ name: 'name', label: settings.business.name, required: true, autocomplete: 'organization' }, state, t)}
${renderField({ name: 'country', label: settings.business.country, kind: 'select', hint: signIn.countryHint, options: countries, autocomplete: 'country' }, state, t)}`;
  return {
    section: 'you',
    title: accounts.new,
    notice,
    styles: ['nouns.css'],
    body: html`<p class="muted">${accounts.newIntro}</p>
${renderForm({ action: `${base}${NEW_ACCOUNT_PATH}`, fields, submit: accounts.create, cancel: `${base}/` }, t)}`,
  };
}
