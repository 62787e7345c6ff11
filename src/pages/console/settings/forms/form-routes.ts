import { changeAccount, checkNewLogo, readAccount } from '../../../../actions/account/change-account.ts';
import { checkAccount } from '../../../../api/schemas/account/account.ts';
import { differsFromCountry } from '../../../../domain/account/country-defaults.ts';
import type { AccountPatch } from '../../../../domain/account/patch-account.ts';
import { getCountryName } from '../../../../i18n/countries.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState, Values } from '../../forms/field.ts';
import { type FieldRules, translateErrors } from '../../forms/field-errors.ts';
import { renderFormNotice } from '../../forms/form.ts';
import { isProblem, readInitialValues, readTyped } from '../../forms/form-values.ts';
import { type Stored, submitForm } from '../../forms/submit.ts';
import { selectTypedOption } from '../../forms/typed-option.ts';
import { readParts } from '../../forms/upload.ts';
import { renderDoneNotice } from '../../resources/resource-page.ts';
import type { ConsolePage } from '../../shell.ts';
import { renderCountryOffer } from '../start-page.ts';
import { BANK_OPTIONS, getPageRules, mapToRows, readLogo, toAccountValues, toPatch } from './account-form.ts';
import { BUSINESS_FORM } from './business.ts';
import { DOCUMENT_FORM } from './document.ts';
import { showPreview, showPreviewPdf } from './document-preview.ts';
import { INVOICES_FORM } from './invoices.ts';
import { buildFormPage, type SettingForm } from './setting-form.ts';
import { TAX_FORM } from './tax.ts';

/** Enough for the largest logo, the logo that an earlier form with errors submitted, and the texts. */
const LOGO_FORM = 2 * 1024 * 1024;

export const SETTING_FORMS: readonly SettingForm[] = [BUSINESS_FORM, DOCUMENT_FORM, INVOICES_FORM, TAX_FORM];

export const settingFormRoutes: ConsoleRoute[] = [
  ...SETTING_FORMS.flatMap((form): ConsoleRoute[] => {
    const route = { path: `/settings/${form.path}`, minRole: 'owner' } as const;
    return [
      { ...route, method: 'GET', handle: (context) => show(context, form) },
      {
        ...{ ...route, method: 'POST', handle: (context) => submit(context, form) },
        ...(form.hasPreview && { bodyLimit: LOGO_FORM }),
      },
    ];
  }),
  { method: 'GET', path: '/settings/document/preview', minRole: 'owner', handle: showPreview },
  {
    ...{ method: 'POST', path: '/settings/document/preview', minRole: 'owner' },
    ...{ bodyLimit: LOGO_FORM, handle: showPreview },
  },
  {
    ...{ method: 'POST', path: '/settings/document/pdf', minRole: 'owner' },
    ...{ bodyLimit: LOGO_FORM, handle: showPreviewPdf },
  },
];

async function show(context: PageContext, form: SettingForm): Promise<PageReply> {
  const seen = await stored(context, getPageRules(form.path));
  const notice = renderOffer(context) ?? renderDoneNotice(context.query.done, context.t);
  return { page: buildFormPage(form, context, { values: seen.values, errors: {} }, seen, notice) };
}

/** After another country was saved, offers to review the settings that are usual there. */
function renderOffer(context: PageContext): ConsolePage['notice'] {
  const { account, query, t, base, locale } = context;
  if (query.done !== 'country' || !differsFromCountry(account)) return undefined;
  return renderCountryOffer(t, { country: getCountryName(account.country ?? '', locale), base });
}

async function submit(context: PageContext, page: SettingForm): Promise<PageReply> {
  const rules = getPageRules(page.path);
  const { form, file } = page.hasPreview
    ? await readParts(context.request)
    : { form: context.form, file: undefined };
  const filled = readTyped(form, Object.keys(rules));
  const { values: typed, errors } =
    'bank.kind' in rules
      ? selectTypedOption(filled, readInitialValues(form), BANK_OPTIONS, context.t)
      : { values: filled, errors: {} };
  const logo = 'logo' in rules ? readLogo(form, file) : undefined;
  const isOtherCountry = Boolean(typed.country) && typed.country !== context.account.country;
  return save({ ...context, form }, rules, file ? { ...typed, removeLogo: '' } : typed, {
    next: `/settings/${page.path}?done=${isOtherCountry ? 'country' : 'saved'}`,
    ...{ errors, logo },
    show: (state, seen) => {
      // Browsers do not keep a chosen file, so the page that is shown again carries it.
      const chosenLogo = state.errors.logo === undefined && logo ? logo : '';
      const values = { ...state.values, chosenLogo };
      return buildFormPage(page, context, { ...state, values }, seen, renderFormNotice(state, context));
    },
  });
}

interface Saving {
  /** Path below the account that follows. */
  next: string;
  logo?: string | null | undefined;
  /** Errors that the API would not find. */
  errors?: Values;
  show(state: FormState, seen: Stored | undefined): ConsolePage;
}
/** Saves settings with the same validation as the API. */
export async function save(
  context: PageContext,
  rules: FieldRules,
  typed: Values,
  { next, logo, errors: known = {}, show }: Saving,
): Promise<PageReply> {
  const { deps, account, t, base, now } = context;
  const patch = { ...toPatch(context, typed, rules), ...(logo !== undefined && { logo }) } as AccountPatch;
  const errors = checkAccount(patch);
  const { problem, bitmap } = await checkNewLogo(deps, account.id, logo, errors);
  const found = mapToRows(problem ? [...errors, problem] : errors, typed);
  return submitForm(context, {
    typed,
    errors: { ...translateErrors(found, rules, typed, t), ...known },
    stored: () => stored(context, rules),
    show: async (state, seen) => show(state, seen),
    toFieldErrors: (error) => describeTaxPlace(error, rules, t),
    save: async (expectVersion) => {
      await changeAccount(deps, account.id, { patch, bitmap, expectVersion }, now);
      return `${base}${next}`;
    },
  });
}

/** The default category and the country, which decides about it, may be on different forms. */
function describeTaxPlace(
  error: unknown,
  rules: FieldRules,
  { forms }: PageContext['t'],
): Values | undefined {
  if (!isProblem(error, 'validation_failed')) return undefined;
  if (!error.errors.some(({ path }) => path === '/zeroTaxCategory')) return undefined;
  return { ['zeroTaxCategory' in rules ? 'zeroTaxCategory' : 'country']: forms.errors.taxPlace };
}

export async function stored({ deps, account, locale }: PageContext, rules: FieldRules): Promise<Stored> {
  const { account: now, version } = await readAccount(deps, account.id);
  return { version, values: toAccountValues(now, rules, locale) };
}
