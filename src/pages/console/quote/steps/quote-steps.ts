import { assertSendableOnPage, wasOffered } from '../../../../actions/agreement/approval/assert-approved.ts';
import { readQuote } from '../../../../actions/quotes/read-quote.ts';
import { removeQuote } from '../../../../actions/quotes/remove-quote.ts';
import { updateQuote } from '../../../../actions/quotes/update-quote.ts';
import { revokeLinks } from '../../../../actions/sending/links/revoke-links.ts';
import { addDays, endOfDay, isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import { Problem } from '../../../../domain/errors.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import type { QuotePatch } from '../../../../domain/quote/compose-quote.ts';
import { assertNotConverted, assertNotPartlyInvoiced } from '../../../../domain/quote/problems.ts';
import { hasDecision, isDraft, type Quote } from '../../../../domain/quote/quote.ts';
import { PAGE } from '../../../../i18n/messages.ts';
import { getSeparators, parseNumber } from '../../../../i18n/parse-number.ts';
import { renderQuestions } from '../../../customer/acceptance/questions.ts';
import { readChosenItems } from '../../../customer/quote/chosen-items.ts';
import { type Form, readAnswers } from '../../../form-fields.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { Words } from '../../quote-viewer.ts';
import { describeProblem, isGone } from '../describe-problem.ts';
import { showProblem, toViewer } from '../show.ts';
import { endRecurringStep } from './end-recurring-step.ts';
import { createFormToken, findSeenQuote } from './forms.ts';
import { invoicePreviewRoute, invoiceStep } from './invoice-step.ts';
import { renderChoices, renderDay, renderDetails } from './step-fields.ts';
import { buildStepPage, type Step, type StepView } from './step-page.ts';
import type { StepRoute, Wrong } from './step-route.ts';

const STEP_ROUTES: Record<Step, StepRoute> = {
  accept: {
    texts: ({ t }) => [t.quote.acceptText],
    fields: (context, quote, { typed = {}, answerErrors }) =>
      html`${renderChoices(toViewer(context), { ...quote, items: listChosenItems(context, quote) }, typed)}${renderAnswers(context, quote, answerErrors)}`,
    submit: accept,
  },
  decline: { texts: ({ t }) => [t.quote.declineText], submit: decline },
  renew: {
    texts: ({ t }, quote) => [isDraft(quote) ? t.quote.renewTextDraft : t.quote.renewText],
    fields: renewFields,
    submit: renew,
  },
  invoice: invoiceStep,
  'end-recurring': endRecurringStep,
  revoke: { texts: ({ t }) => [t.quote.revokeText], assertAllowed: () => {}, submit: revoke },
  delete: { texts: deleteTexts, submit: remove },
  details: {
    texts: ({ t }) => [t.quote.detailsText],
    fields: (context, quote, { errors = {} }) =>
      renderDetails(toViewer(context), typedDetails(context, quote), errors),
    assertAllowed: () => {},
    submit: changeDetails,
  },
};

/** Actions with a confirmation page: the page itself and its form. */
export const quoteStepRoutes: ConsoleRoute[] = [
  invoicePreviewRoute,
  ...(Object.entries(STEP_ROUTES) as [Step, StepRoute][]).flatMap(([step, route]): ConsoleRoute[] => [
    {
      method: 'GET',
      path: `/quotes/:id/${step}`,
      minRole: 'member',
      handle: (context) => ask(context, step, route),
    },
    {
      method: 'POST',
      path: `/quotes/:id/${step}`,
      minRole: 'member',
      handle: (context) => respond(context, step, route),
    },
  ]),
];

async function ask(context: PageContext, step: Step, route: StepRoute, wrong?: Wrong): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  try {
    if (step !== 'revoke' && step !== 'end-recurring') assertNotConverted(quote);
    (route.assertAllowed ?? assertNotPartlyInvoiced)(quote);
    if ((step === 'accept' || step === 'invoice') && !wasOffered(quote))
      await assertSendableOnPage(deps, account, context.caller, quote);
  } catch (error) {
    return showProblem(context, error);
  }
  const view: StepView = {
    ...toViewer(context),
    quote,
    step,
    version: wrong && form.version ? Number(form.version) : row.version,
    once: wrong && form.once ? form.once : createFormToken(),
    texts: route.texts(context, quote),
    fields: await route.fields?.(context, quote, wrong ?? {}),
    isUnsure: wrong?.isUnsure === true,
    ...(wrong && { notice: { tone: 'bad', text: wrong.notice ?? context.t.quote.fieldsWrong } }),
  };
  return { page: buildStepPage(view), status: wrong ? 400 : 200 };
}

async function respond(context: PageContext, step: Step, route: StepRoute): Promise<PageReply> {
  try {
    const outcome = await route.submit(context);
    if (typeof outcome === 'string') return { redirect: outcome };
    return 'reply' in outcome ? outcome.reply : ask(context, step, route, outcome);
  } catch (error) {
    if (isGone(error)) throw error;
    if (error instanceof Problem && error.code === 'validation_failed') {
      return ask(context, step, route, { notice: describeProblem(context, error) });
    }
    return showProblem(context, error);
  }
}

function buildPath({ base, params }: PageContext, notice: string): string {
  return `${base}/quotes/${params.id}?notice=${notice}`;
}

async function accept(context: PageContext): Promise<string | Wrong> {
  const { deps, account, params, now } = context;
  const current = JSON.parse((await readQuote(deps, account.id, params.id ?? '', now)).doc) as Quote;
  const { choices, typed } = readChosenItems(withPlainQuantities(context, current), current.items);
  const { answers, errors } = readAnswers(context.form, current.acceptanceFields, context.locale.tag);
  if (Object.keys({ ...typed, ...errors }).length > 0) return { typed, answerErrors: errors };
  const selection = choices.length > 0 ? choices : undefined;
  const given = { ...(selection && { selection }), ...(current.acceptanceFields && { answers }) };
  return change(context, { status: 'ACCEPTED', ...given }, 'accepted');
}

/** The questions of the quote, as the customer would read them. */
function renderAnswers(
  { locale, form }: PageContext,
  quote: Quote,
  errors: Wrong['answerErrors'] = {},
): Html {
  return renderQuestions({ quote, t: PAGE[locale.language], values: form, errors });
}

/** Returns the items as the rejected form has chosen them, so that it is shown again as it was. */
function listChosenItems(context: PageContext, quote: Quote): Quote['items'] {
  const { choices } = readChosenItems(withPlainQuantities(context, quote), quote.items);
  return quote.items.map((item) => {
    const { selected = item.selected, quantity } = choices.find(({ id }) => id === item.id) ?? {};
    return { ...item, ...(selected != null && { selected }), quantity: quantity ?? item.quantity };
  });
}

/** Converts quantities from the number format of the user. An invalid one is left unchanged, to be shown again. */
function withPlainQuantities({ form, locale }: PageContext, { items }: Quote): Form {
  const separators = getSeparators(locale.tag);
  const plain = items.map((_item, line) => {
    const name = `quantity${line}`;
    const text = form[name];
    return [name, text === undefined ? undefined : (parseNumber(text, separators) ?? text)];
  });
  return { ...form, ...Object.fromEntries(plain.filter(([, text]) => text !== undefined)) };
}

function decline(context: PageContext): Promise<string> {
  return change(context, { status: 'DECLINED' }, 'declined');
}

/** Applies a patch, as in the API. A repeated submission of the same form succeeds without applying it again. */
async function change(
  context: PageContext,
  patch: QuotePatch,
  notice: string,
  assertAllowed?: (quote: Quote) => void,
): Promise<string> {
  const { deps, now } = context;
  try {
    await updateQuote(deps, context.caller, await findSeenQuote(context, assertAllowed), patch, now);
  } catch (error) {
    if (!(await isDoneAlready(context, patch, error))) throw error;
  }
  return buildPath(context, notice);
}

async function isDoneAlready(context: PageContext, patch: QuotePatch, error: unknown): Promise<boolean> {
  if (!(error instanceof Problem) || error.code !== 'precondition_failed') return false;
  const { deps, account, params, form, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  const isNext = row.version === Number(form.version) + 1;
  const { selection: _selection, answers: _answers, ...wanted } = patch;
  return isNext && Object.entries(wanted).every(([field, value]) => quote[field as keyof Quote] === value);
}

/** Reads the fields that may be changed even if a part of the quote is invoiced. */
function typedDetails({ form }: PageContext, quote: Quote): Record<'reference' | 'notes', string> {
  return { reference: form.reference ?? quote.reference ?? '', notes: form.notes ?? quote.notes ?? '' };
}

const MAX_LENGTHS = { reference: MAX_LENGTH.reference, notes: MAX_LENGTH.longText };

async function changeDetails(context: PageContext): Promise<string | Wrong> {
  const { form, t } = context;
  const errors: Record<string, string> = {};
  const read = (name: 'reference' | 'notes') => {
    const text = (form[name] ?? '').replaceAll('\r\n', '\n').trim();
    const max = MAX_LENGTHS[name];
    if ([...text].length > max) errors[name] = t.quote.tooLong.replace('{n}', String(max));
    return text === '' ? null : text;
  };
  const patch = { reference: read('reference'), notes: read('notes') };
  if (Object.keys(errors).length > 0) return { errors };
  return change(context, patch, 'saved', () => {});
}

function renewFields(context: PageContext, quote: Quote, { error }: Wrong): Words {
  const { account, t, form, now } = context;
  const { timeZone, validityDays } = account;
  const end = Date.parse(quote.validUntil);
  const later =
    end > now ? toCalendarDate(end - 1, timeZone) : addDays(toCalendarDate(now, timeZone), validityDays);
  const value = error === undefined ? later : (form.date ?? '');
  return renderDay('date', t.quote.validUntil, value, { error, required: true });
}

async function renew(context: PageContext): Promise<string | Wrong> {
  const { account, form, t, now } = context;
  const date = (form.date ?? '').trim();
  if (!isCalendarDate(date)) return { error: t.quote.dateWrong };
  const end = endOfDay(date, account.timeZone);
  if (end <= now) return { error: t.quote.datePast };
  return change(context, { validUntil: new Date(end).toISOString() }, 'renewed');
}

async function revoke(context: PageContext): Promise<string> {
  const { deps, account, params, now } = context;
  const { link_id: linkId } = await readQuote(deps, account.id, params.id ?? '', now);
  if (linkId !== null) await revokeLinks(deps, 'quote', context.caller, params.id ?? '', now);
  return buildPath(context, 'revoked');
}

function deleteTexts({ t }: PageContext, quote: Quote): string[] {
  return [
    t.quote.deleteText,
    ...(quote.sentAt === null ? [] : [t.quote.deleteTextSent]),
    ...(hasDecision(quote) ? [t.quote.deleteTextDecided] : []),
  ];
}

async function remove(context: PageContext): Promise<string> {
  const { deps, base } = context;
  const found = await findSeenQuote(context);
  await removeQuote(deps, context.caller, found);
  return `${base}/quotes?deleted=${encodeURIComponent(found.quote.number)}`;
}
