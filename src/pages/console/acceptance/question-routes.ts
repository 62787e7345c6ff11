import { changeAccount, readAccount } from '../../../actions/account/change-account.ts';
import { changeTemplate, readTemplate } from '../../../actions/catalogue/templates.ts';
import type { ExpectVersion } from '../../../actions/expect-version.ts';
import { findChangeableQuote } from '../../../actions/quotes/change-quote.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { updateQuote } from '../../../actions/quotes/update-quote.ts';
import type { QuoteTemplate } from '../../../domain/catalogue/template.ts';
import { html } from '../../../domain/markup/html.ts';
import type { AcceptanceField } from '../../../domain/quote/acceptance/acceptance-fields.ts';
import { assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { FormState } from '../forms/field.ts';
import { renderForm, renderFormNotice } from '../forms/form.ts';
import { isProblem, readTyped } from '../forms/form-values.ts';
import { submitForm } from '../forms/submit.ts';
import { showProblem } from '../quote/show.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import {
  QUESTION_NAMES,
  readQuestions,
  renderQuestionFields,
  renderQuestionPreview,
  toQuestionValues,
  USES_DEFAULT,
} from './question-form.ts';

/** What has questions: the account, for its new quotes, a template, or a quote. */
interface Subject {
  path: string;
  minRole: ConsoleRoute['minRole'];
  hasDefault: boolean;
  read(context: PageContext): Promise<{ fields: AcceptanceField[] | null; version: number; name: string }>;
  /** Returns the path below the account that is shown next. */
  save(
    context: PageContext,
    acceptanceFields: AcceptanceField[] | null,
    expectVersion: ExpectVersion,
  ): Promise<string>;
  frame(context: PageContext, name: string): Pick<ConsolePage, 'section' | 'back'> | null;
}

const SUBJECTS: readonly Subject[] = [
  {
    path: '/settings/questions',
    minRole: 'owner',
    hasDefault: false,
    async read({ deps, account }) {
      const { account: current, version } = await readAccount(deps, account.id);
      return { fields: current.acceptanceFields, version, name: current.name };
    },
    async save({ deps, account, now }, acceptanceFields, expectVersion) {
      await changeAccount(deps, account.id, { patch: { acceptanceFields }, expectVersion }, now);
      return '/settings/questions?done=saved';
    },
    frame: () => null,
  },
  {
    path: '/templates/:id/questions',
    minRole: 'member',
    hasDefault: true,
    async read({ deps, account, params }) {
      const { doc, version } = await readTemplate(deps, account.id, params.id ?? '');
      const { acceptanceFields: fields, name } = JSON.parse(doc) as QuoteTemplate;
      return { fields, version, name };
    },
    async save({ deps, account, params, now }, acceptanceFields, expectVersion) {
      const { id = '' } = params;
      await changeTemplate(deps, account.id, { id, patch: { acceptanceFields }, expectVersion }, now);
      return `/templates/${id}?done=saved`;
    },
    frame: ({ base, params }, name) => ({
      section: 'templates',
      back: { href: `${base}/templates/${params.id}`, text: name },
    }),
  },
  {
    path: '/quotes/:id/questions',
    minRole: 'member',
    hasDefault: false,
    async read({ deps, account, params, now }) {
      const { doc, version } = await readQuote(deps, account.id, params.id ?? '', now);
      const { acceptanceFields: fields = [], number } = JSON.parse(doc) as Quote;
      return { fields, version, name: number };
    },
    async save({ deps, account, caller, params, now }, acceptanceFields, expectVersion) {
      const { id = '' } = params;
      const found = await findChangeableQuote({
        ...{ deps, accountId: account.id, quoteId: id, expectVersion, now },
        assertAllowed: assertNotPartlyInvoiced,
      });
      await updateQuote(deps, caller, found, { acceptanceFields }, now);
      return `/quotes/${id}?notice=saved`;
    },
    frame: ({ base, params }, name) => ({
      section: 'quotes',
      back: { href: `${base}/quotes/${params.id}`, text: name },
    }),
  },
];

/** The questions that customers answer on acceptance. The form needs no script. */
export const questionRoutes: ConsoleRoute[] = SUBJECTS.flatMap((subject): ConsoleRoute[] => {
  const { path, minRole } = subject;
  return [
    { method: 'GET', path, minRole, handle: (context) => show(subject, context) },
    { method: 'POST', path, minRole, handle: (context) => save(subject, context) },
  ];
});

async function show(subject: Subject, context: PageContext): Promise<PageReply> {
  const { fields } = await subject.read(context);
  return { page: await render(subject, context, { values: toQuestionValues(fields), errors: {} }) };
}

async function save(subject: Subject, context: PageContext): Promise<PageReply> {
  const { form, base } = context;
  const typed = readTyped(form, QUESTION_NAMES);
  const { fields, errors } = readQuestions(typed, context);
  if (form.do === 'preview' && Object.keys(errors).length === 0) {
    return { page: await render(subject, context, { values: typed, errors }, fields) };
  }
  const usesDefault = subject.hasDefault && typed[USES_DEFAULT] === 'on';
  try {
    return await submitForm(context, {
      ...{ typed, errors },
      stored: async () => {
        const stored = await subject.read(context);
        return { version: stored.version, values: toQuestionValues(stored.fields) };
      },
      show: (state) => render(subject, context, state),
      save: async (expectVersion) =>
        base + (await subject.save(context, usesDefault ? null : fields, expectVersion)),
    });
  } catch (error) {
    if (subject.path.startsWith('/quotes') && !isProblem(error, 'not_found'))
      return showProblem(context, error);
    throw error;
  }
}

/** `previewed`: questions that are not saved. A form that is shown again keeps the version that the person has seen. */
async function render(
  subject: Subject,
  context: PageContext,
  state: FormState,
  previewed?: AcceptanceField[],
): Promise<ConsolePage> {
  const { t, base, account, params, form, query } = context;
  const { fields, version, name } = await subject.read(context);
  const words = t.acceptance;
  const frame = subject.frame(context, name);
  const path = base + subject.path.replace(':id', params.id ?? '');
  const seen = Number(form.version) || version;
  const isConflict = state.theirs !== undefined;
  const fieldsForm = renderForm(
    {
      action: path,
      seen: { version: isConflict ? version : seen, values: toQuestionValues(fields) },
      fields: renderQuestionFields(context, state, subject.hasDefault),
      submit: words.save,
      cancel: frame?.back?.href ?? path,
      moreButtons: html`<button class="button quiet" type="submit" name="do" value="preview">${words.showPreview}</button>`,
      discard: isConflict ? path : undefined,
    },
    t,
  );
  const shown = previewed ?? fields ?? account.acceptanceFields;
  const notice = renderFormNotice(state, context) ?? renderDoneNotice(query.done, t);
  const body = html`${fieldsForm}${renderQuestionPreview(context, account.locale, shown)}`;
  if (!frame) {
    return buildSettingsPage(context, {
      path: 'questions',
      title: words.title,
      intro: words.intro,
      notice,
      body,
    });
  }
  return { ...frame, title: words.title, styles: ['nouns.css', 'settings.css'], notice, body };
}
