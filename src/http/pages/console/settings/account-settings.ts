import { changeAccount, newLogo, readAccount } from '../../../../actions/account/change-account.ts';
import type { AccountPatch } from '../../../../domain/account/patch-account.ts';
import { checkAccount } from '../../../../schemas/account.ts';
import type { FormState, Values } from '../../../../web/console/form/field.ts';
import { formNotice } from '../../../../web/console/form/form.ts';
import { doneNotice } from '../../../../web/console/list/noun-page.ts';
import { businessPage, documentPage } from '../../../../web/console/settings/account-pages.ts';
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { type FieldRules, toldErrors } from '../forms/field-errors.ts';
import { typedIn } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { readParts } from '../forms/upload.ts';
import { accountValues, atTheirRows, BUSINESS, DOCUMENT, logoIn, patchOf } from './account-form.ts';
import { showPreview, showPreviewPdf } from './document-preview.ts';

/** A logo of the largest size, one that a failed form kept, and the texts. */
const LOGO_FORM = 2 * 1024 * 1024;

export const accountSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/settings/business', least: 'owner', handle: showBusiness },
  { method: 'POST', path: '/settings/business', least: 'owner', handle: saveBusiness },
  { method: 'GET', path: '/settings/document', least: 'owner', handle: showDocument },
  { method: 'POST', path: '/settings/document', least: 'owner', bodyLimit: LOGO_FORM, handle: saveDocument },
  { method: 'GET', path: '/settings/document/preview', least: 'owner', handle: showPreview },
  {
    method: 'POST',
    path: '/settings/document/preview',
    least: 'owner',
    bodyLimit: LOGO_FORM,
    handle: showPreview,
  },
  {
    method: 'POST',
    path: '/settings/document/pdf',
    least: 'owner',
    bodyLimit: LOGO_FORM,
    handle: showPreviewPdf,
  },
];

async function showBusiness(visit: Visit): Promise<PageReply> {
  const seen = await stored(visit, BUSINESS);
  const notice = doneNotice(visit.query.done, visit.say);
  return { page: businessPage(visit, { values: seen.values, errors: {} }, seen, notice) };
}

function saveBusiness(visit: Visit): Promise<PageReply> {
  const typed = typedIn(visit.form, Object.keys(BUSINESS));
  return save(visit, BUSINESS, typed, {
    path: 'business',
    show: (state, seen) => businessPage(visit, state, seen, formNotice(state, visit)),
  });
}

async function showDocument(visit: Visit): Promise<PageReply> {
  const seen = await stored(visit, DOCUMENT);
  const notice = doneNotice(visit.query.done, visit.say);
  return {
    page: documentPage(visit, { values: seen.values, errors: {} }, seen, notice, {
      stored: visit.account.logo,
    }),
  };
}

async function saveDocument(visit: Visit): Promise<PageReply> {
  const { form, file } = await readParts(visit.request);
  const typed = typedIn(form, Object.keys(DOCUMENT));
  const logo = logoIn(form, file);
  // A browser does not fill a file into a form again: the page that comes back carries it.
  const keptLogo = (state: FormState) => (state.errors.logo === undefined && logo ? logo : undefined);
  return save({ ...visit, form }, DOCUMENT, file ? { ...typed, removeLogo: '' } : typed, {
    path: 'document',
    logo,
    show: (state, seen) =>
      documentPage(visit, state, seen, formNotice(state, visit), {
        ...{ stored: visit.account.logo, kept: keptLogo(state) },
      }),
  });
}

interface Saving {
  path: string;
  logo?: string | null | undefined;
  show(state: FormState, seen: Stored | undefined): ReturnType<typeof businessPage>;
}

/** What the API takes and refuses is taken and refused here. */
export async function save(
  visit: Visit,
  rules: FieldRules,
  typed: Values,
  { path, logo, show }: Saving,
): Promise<PageReply> {
  const { deps, account, say, base, now } = visit;
  const patch = { ...patchOf(visit, typed, rules), ...(logo !== undefined && { logo }) } as AccountPatch;
  const errors = checkAccount(patch);
  const { problem, bitmap } = await newLogo(deps, account.id, logo, errors);
  const found = atTheirRows(problem ? [...errors, problem] : errors, typed);
  return submitForm(visit, {
    typed,
    errors: toldErrors(found, rules, typed, say),
    stored: () => stored(visit, rules),
    show: async (state, seen) => show(state, seen),
    save: async (expectVersion) => {
      await changeAccount(deps, account.id, { patch, bitmap, expectVersion }, now);
      return `${base}/settings/${path}?done=saved`;
    },
  });
}

export async function stored({ deps, account }: Visit, rules: FieldRules): Promise<Stored> {
  const { account: now, version } = await readAccount(deps, account.id);
  return { version, values: accountValues(now, rules) };
}
