import { changeAccount, checkNewLogo, readAccount } from '../../../actions/account/change-account.ts';
import { checkAccount } from '../../../api/schemas/account/account.ts';
import { differsFromCountry } from '../../../domain/account/country-defaults.ts';
import type { AccountPatch } from '../../../domain/account/patch-account.ts';
import { getCountryName } from '../../../i18n/countries.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { FormState, Values } from '../forms/field.ts';
import { type FieldRules, translateErrors } from '../forms/field-errors.ts';
import { renderFormNotice } from '../forms/form.ts';
import { isProblem, readInitialValues, readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { selectTypedOption } from '../forms/typed-option.ts';
import { readParts } from '../forms/upload.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';
import type { ConsolePage } from '../shell.ts';
import {
  BANK_OPTIONS,
  BUSINESS,
  DOCUMENT,
  mapToRows,
  readLogo,
  toAccountValues,
  toPatch,
} from './account-form.ts';
import { buildBusinessPage, buildDocumentPage } from './account-pages.ts';
import { showPreview, showPreviewPdf } from './document-preview.ts';
import { renderCountryOffer } from './start-page.ts';

/** Enough for the largest logo, the logo that an earlier form with errors submitted, and the texts. */
const LOGO_FORM = 2 * 1024 * 1024;

export const accountSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/settings/business', minRole: 'owner', handle: showBusiness },
  { method: 'POST', path: '/settings/business', minRole: 'owner', handle: saveBusiness },
  { method: 'GET', path: '/settings/document', minRole: 'owner', handle: showDocument },
  {
    method: 'POST',
    path: '/settings/document',
    minRole: 'owner',
    bodyLimit: LOGO_FORM,
    handle: saveDocument,
  },
  { method: 'GET', path: '/settings/document/preview', minRole: 'owner', handle: showPreview },
  {
    method: 'POST',
    path: '/settings/document/preview',
    minRole: 'owner',
    bodyLimit: LOGO_FORM,
    handle: showPreview,
  },
  {
    method: 'POST',
    path: '/settings/document/pdf',
    minRole: 'owner',
    bodyLimit: LOGO_FORM,
    handle: showPreviewPdf,
  },
];

async function showBusiness(context: PageContext): Promise<PageReply> {
  const seen = await stored(context, BUSINESS);
  const notice = renderOffer(context) ?? renderDoneNotice(context.query.done, context.t);
  return { page: buildBusinessPage(context, { values: seen.values, errors: {} }, seen, notice) };
}

/** After another country was saved, offers to review the settings that are usual there. */
function renderOffer(context: PageContext): ConsolePage['notice'] {
  const { account, query, t, base, locale } = context;
  if (query.done !== 'country' || !differsFromCountry(account)) return undefined;
  return renderCountryOffer(t, { country: getCountryName(account.country ?? '', locale), base });
}

function saveBusiness(context: PageContext): Promise<PageReply> {
  const typed = readTyped(context.form, Object.keys(BUSINESS));
  const isOtherCountry = typed.country !== '' && typed.country !== context.account.country;
  return save(context, BUSINESS, typed, {
    next: `/settings/business?done=${isOtherCountry ? 'country' : 'saved'}`,
    show: (state, seen) => buildBusinessPage(context, state, seen, renderFormNotice(state, context)),
  });
}

async function showDocument(context: PageContext): Promise<PageReply> {
  const seen = await stored(context, DOCUMENT);
  const notice = renderDoneNotice(context.query.done, context.t);
  return {
    page: buildDocumentPage(context, { values: seen.values, errors: {} }, seen, notice, {
      stored: context.account.logo,
    }),
  };
}

async function saveDocument(context: PageContext): Promise<PageReply> {
  const { form, file } = await readParts(context.request);
  const filled = readTyped(form, Object.keys(DOCUMENT));
  const { values: typed, errors } = selectTypedOption(
    filled,
    readInitialValues(form),
    BANK_OPTIONS,
    context.t,
  );
  const logo = readLogo(form, file);
  // Browsers do not keep a chosen file, so the page that is shown again carries it.
  const findChosenLogo = (state: FormState) => (state.errors.logo === undefined && logo ? logo : undefined);
  return save({ ...context, form }, DOCUMENT, file ? { ...typed, removeLogo: '' } : typed, {
    next: '/settings/document?done=saved',
    errors,
    logo,
    show: (state, seen) =>
      buildDocumentPage(context, state, seen, renderFormNotice(state, context), {
        ...{ stored: context.account.logo, chosen: findChosenLogo(state) },
      }),
  });
}

interface Saving {
  /** Path below the account that follows. */
  next: string;
  logo?: string | null | undefined;
  /** Errors that the API would not find. */
  errors?: Values;
  show(state: FormState, seen: Stored | undefined): ReturnType<typeof buildBusinessPage>;
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
