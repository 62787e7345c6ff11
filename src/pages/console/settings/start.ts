import { suggestDefaults } from '../../../domain/account/country-defaults.ts';
import { newAccount } from '../../../domain/account/new-account.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { FormState } from '../forms/field.ts';
import { renderFormNotice } from '../forms/form.ts';
import { readTyped } from '../forms/form-values.ts';
import type { Stored } from '../forms/submit.ts';
import { pickRules, toAccountValues } from './forms/account-form.ts';
import { save, stored } from './forms/form-routes.ts';
import { buildStartPage } from './start-page.ts';

const START = pickRules(['currency', 'locale', 'timeZone', 'defaultTaxRate']);

export const startRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/settings/start', minRole: 'owner', handle: showStart },
  { method: 'POST', path: '/settings/start', minRole: 'owner', handle: saveStart },
];

async function showStart(context: PageContext): Promise<PageReply> {
  const { account, base } = context;
  if (account.country === null) return { redirect: `${base}/settings/business` };
  const seen = await stored(context, START);
  return { page: show(context, { values: suggest(context, seen), errors: {} }, seen) };
}

/**
 * A setting that nobody has changed yet becomes that of the country, and every setting if the person asks for it after the
 * country has changed. Nothing is stored before the person saves the form.
 */
function suggest({ account, locale: viewer, query }: PageContext, { values }: Stored): Stored['values'] {
  const suggested = suggestDefaults(account.country ?? '');
  if (!suggested) return values;
  const untouched = toAccountValues(newAccount({ ...account, at: account.createdAt }), START, viewer);
  const wanted = toAccountValues({ ...account, ...suggested }, START, viewer);
  const isReview = query.review !== undefined;
  const names = Object.keys(START).filter(
    (name) => values[name] === untouched[name] || (isReview && wanted[name] !== ''),
  );
  return { ...values, ...Object.fromEntries(names.map((name) => [name, wanted[name]])) };
}

function show(context: PageContext, state: FormState, seen: Stored) {
  const country = context.account.country ?? '';
  const rate = suggestDefaults(country)?.defaultTaxRate ?? null;
  const isReview = context.query.review !== undefined;
  return buildStartPage(context, state, { seen, country, rate, isReview }, renderFormNotice(state, context));
}

function saveStart(context: PageContext): Promise<PageReply> {
  const typed = readTyped(context.form, Object.keys(START));
  return save(context, START, typed, {
    next: '/',
    show: (state, seen) => show(context, state, seen ?? { version: 0, values: {} }),
  });
}
