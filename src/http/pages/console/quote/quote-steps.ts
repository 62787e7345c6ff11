import { revokeLinks } from '../../../../actions/link/revoke-links.ts';
import { convertQuote } from '../../../../actions/quote/convert-quote.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { removeQuote } from '../../../../actions/quote/remove-quote.ts';
import { updateQuote } from '../../../../actions/quote/update-quote.ts';
import { addDays, calendarDate, endOfDay, isCalendarDate } from '../../../../domain/calendar.ts';
import { Problem } from '../../../../domain/errors.ts';
import { failOn } from '../../../../domain/field-errors.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { KNOWN_PAYMENT_METHODS } from '../../../../domain/invoice.ts';
import type { QuotePatch } from '../../../../domain/quote/compose-quote.ts';
import {
  refuseConverted,
  refuseNothingSelected,
  refusePartlyInvoiced,
  refuseStage,
  stageNumberErrors,
} from '../../../../domain/quote/problems.ts';
import { hasDecision, isAccepted, isDraft, type Quote } from '../../../../domain/quote/quote.ts';
import { readNumber, separatorsOf } from '../../../../i18n/read-number.ts';
import {
  renderChoices,
  renderDay,
  renderDetails,
  renderInvoiceFields,
} from '../../../../web/console/quote/step-fields.ts';
import { type Step, type StepView, stepPage } from '../../../../web/console/quote/step-page.ts';
import type { Words } from '../../../../web/console/quote-reader.ts';
import type { Form } from '../../form-fields.ts';
import { readChosenLines } from '../../quote-page/chosen-lines.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { doOnce, going, newOnce, ownerOf, repeatableOf, seenQuote } from './forms.ts';
import { isGone, tellProblem } from './problem-words.ts';
import { readerOf, showProblem } from './show.ts';

/** The errors with which a form is shown again. */
interface Wrong {
  error?: string;
  typed?: Record<number, string>;
  errors?: Record<string, string>;
  notice?: Words;
}

interface StepRoute {
  /** Explains what the step does and what is lost. */
  texts(context: PageContext, quote: Quote): string[];
  fields?: (context: PageContext, quote: Quote, wrong: Wrong) => Words;
  /** Throws if the quote does not allow the step. */
  refuse?: (quote: Quote) => void;
  /** Returns the URL of the next page, or the errors. */
  act(context: PageContext): Promise<string | Wrong>;
}

const STEP_ROUTES: Record<Step, StepRoute> = {
  accept: {
    texts: ({ say }) => [say.quote.acceptText],
    fields: (context, quote, { typed = {} }) => renderChoices(readerOf(context), quote, typed),
    act: accept,
  },
  decline: { texts: ({ say }) => [say.quote.declineText], act: decline },
  renew: {
    texts: ({ say }, quote) => [isDraft(quote) ? say.quote.renewTextDraft : say.quote.renewText],
    fields: renewFields,
    act: renew,
  },
  invoice: {
    texts: invoiceTexts,
    fields: invoiceFields,
    refuse: refuseNothingSelected,
    act: makeInvoice,
  },
  revoke: { texts: ({ say }) => [say.quote.revokeText], refuse: () => {}, act: revoke },
  delete: { texts: deleteTexts, act: remove },
  details: {
    texts: ({ say }) => [say.quote.detailsText],
    fields: (context, quote, { errors = {} }) =>
      renderDetails(readerOf(context), typedDetails(context, quote), errors),
    refuse: () => {},
    act: changeDetails,
  },
};

/** Actions with a confirmation page: the page itself and its form. */
export const quoteSteps: ConsoleRoute[] = (Object.entries(STEP_ROUTES) as [Step, StepRoute][]).flatMap(
  ([step, route]): ConsoleRoute[] => [
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
  ],
);

async function ask(context: PageContext, step: Step, route: StepRoute, wrong?: Wrong): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  try {
    if (step !== 'revoke') refuseConverted(quote);
    (route.refuse ?? refusePartlyInvoiced)(quote);
  } catch (error) {
    return showProblem(context, error);
  }
  const view: StepView = {
    ...readerOf(context),
    quote,
    step,
    version: wrong && form.version ? Number(form.version) : row.version,
    once: wrong && form.once ? form.once : newOnce(),
    texts: route.texts(context, quote),
    fields: route.fields?.(context, quote, wrong ?? {}),
    ...(wrong && { notice: { tone: 'bad', text: wrong.notice ?? context.say.quote.fieldsWrong } }),
  };
  return { page: stepPage(view), status: wrong ? 400 : 200 };
}

async function respond(context: PageContext, step: Step, route: StepRoute): Promise<PageReply> {
  try {
    const outcome = await route.act(context);
    return typeof outcome === 'string' ? { redirect: outcome } : ask(context, step, route, outcome);
  } catch (error) {
    if (isGone(error)) throw error;
    if (error instanceof Problem && error.code === 'validation_failed') {
      return ask(context, step, route, { notice: tellProblem(context, error) });
    }
    return showProblem(context, error);
  }
}

function pathOf({ base, params }: PageContext, notice: string): string {
  return `${base}/quotes/${params.id}?notice=${notice}`;
}

async function accept(context: PageContext): Promise<string | Wrong> {
  const { deps, account, params, now } = context;
  const current = JSON.parse((await readQuote(deps, account.id, params.id ?? '', now)).doc) as Quote;
  const { choices, typed } = readChosenLines(withPlainQuantities(context, current), current.items);
  if (Object.keys(typed).length > 0) return { typed };
  const selection = choices.length > 0 ? choices : undefined;
  return change(context, { status: 'ACCEPTED', ...(selection && { selection }) }, 'accepted');
}

/** Converts quantities from the number format of the user. An invalid one is left unchanged, to be shown again. */
function withPlainQuantities({ form, locale }: PageContext, { items }: Quote): Form {
  const separators = separatorsOf(locale.tag);
  const plain = items.map((_item, line) => {
    const name = `quantity${line}`;
    const text = form[name];
    return [name, text === undefined ? undefined : (readNumber(text, separators) ?? text)];
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
  refuse?: (quote: Quote) => void,
): Promise<string> {
  const { deps, now } = context;
  try {
    await updateQuote(deps, ownerOf(context), await seenQuote(context, refuse), patch, now);
  } catch (error) {
    if (!(await isDoneAlready(context, patch, error))) throw error;
  }
  return pathOf(context, notice);
}

async function isDoneAlready(context: PageContext, patch: QuotePatch, error: unknown): Promise<boolean> {
  if (!(error instanceof Problem) || error.code !== 'precondition_failed') return false;
  const { deps, account, params, form, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  const isNext = row.version === Number(form.version) + 1;
  const { selection: _, ...wanted } = patch;
  return isNext && Object.entries(wanted).every(([field, value]) => quote[field as keyof Quote] === value);
}

/** Reads the fields that may be changed even if a part of the quote is invoiced. */
function typedDetails({ form }: PageContext, quote: Quote): Record<'reference' | 'notes', string> {
  return { reference: form.reference ?? quote.reference ?? '', notes: form.notes ?? quote.notes ?? '' };
}

const MAX_LENGTHS = { reference: MAX_LENGTH.reference, notes: MAX_LENGTH.longText };

async function changeDetails(context: PageContext): Promise<string | Wrong> {
  const { form, say } = context;
  const errors: Record<string, string> = {};
  const read = (name: 'reference' | 'notes') => {
    const text = (form[name] ?? '').replaceAll('\r\n', '\n').trim();
    const max = MAX_LENGTHS[name];
    if ([...text].length > max) errors[name] = say.quote.tooLong.replace('{n}', String(max));
    return text === '' ? null : text;
  };
  const patch = { reference: read('reference'), notes: read('notes') };
  if (Object.keys(errors).length > 0) return { errors };
  return change(context, patch, 'saved', () => {});
}

function renewFields(context: PageContext, quote: Quote, { error }: Wrong): Words {
  const { account, say, form, now } = context;
  const { timeZone, validityDays } = account;
  const end = Date.parse(quote.validUntil);
  const later =
    end > now ? calendarDate(end - 1, timeZone) : addDays(calendarDate(now, timeZone), validityDays);
  const value = error === undefined ? later : (form.date ?? '');
  return renderDay('date', say.quote.validUntil, value, { error, required: true });
}

async function renew(context: PageContext): Promise<string | Wrong> {
  const { account, form, say, now } = context;
  const date = (form.date ?? '').trim();
  if (!isCalendarDate(date)) return { error: say.quote.dateWrong };
  const end = endOfDay(date, account.timeZone);
  if (end <= now) return { error: say.quote.datePast };
  return change(context, { validUntil: new Date(end).toISOString() }, 'renewed');
}

function invoiceTexts({ say, query, form }: PageContext, quote: Quote): string[] {
  const stage = form.stage ?? query.stage;
  const isStage = quote.paymentSchedule !== null && isAccepted(quote) && stage !== undefined && stage !== '';
  return [
    ...(isAccepted(quote) ? [] : [say.quote.invoiceTextOpen]),
    isStage ? say.quote.invoiceTextStage : say.quote.invoiceText,
  ];
}

function invoiceFields(context: PageContext, quote: Quote, { error }: Wrong): Words {
  const { form, query } = context;
  return renderInvoiceFields(readerOf(context), quote, {
    stage: stageIn(form.stage ?? query.stage),
    dueDate: form.dueDate ?? '',
    paymentMethod: form.paymentMethod ?? 'ONLINE_PAYMENT',
    error,
  });
}

function stageIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

async function makeInvoice(context: PageContext): Promise<string | Wrong> {
  const { deps, form, say, now } = context;
  const dueDate = (form.dueDate ?? '').trim();
  if (dueDate !== '' && !isCalendarDate(dueDate)) return { error: say.quote.dateWrong };
  const stage = stageIn(form.stage);
  const paymentMethod = KNOWN_PAYMENT_METHODS.find((method) => method === form.paymentMethod) ?? null;
  const repeatable = repeatableOf(context);
  const respond = () => going(pathOf(context, 'invoiced'));
  const refuse = (quote: Quote) => {
    refuseNothingSelected(quote);
    refuseStage(quote, stage);
  };
  const response = await doOnce(context, repeatable, async () => {
    const found = await seenQuote(context, refuse);
    failOn(stageNumberErrors(found.quote, stage));
    const wishes = { dueDate: dueDate || null, paymentMethod, stage };
    return convertQuote(deps, ownerOf(context), wishes, found, { repeatable, respond, now });
  });
  return response.headers?.Location ?? pathOf(context, 'invoiced');
}

async function revoke(context: PageContext): Promise<string> {
  const { deps, account, params, now } = context;
  const { link_id: linkId } = await readQuote(deps, account.id, params.id ?? '', now);
  if (linkId !== null) await revokeLinks(deps, ownerOf(context), params.id ?? '', now);
  return pathOf(context, 'revoked');
}

function deleteTexts({ say }: PageContext, quote: Quote): string[] {
  return [
    say.quote.deleteText,
    ...(quote.sentAt === null ? [] : [say.quote.deleteTextSent]),
    ...(hasDecision(quote) ? [say.quote.deleteTextAnswered] : []),
  ];
}

async function remove(context: PageContext): Promise<string> {
  const { deps, base } = context;
  const found = await seenQuote(context);
  await removeQuote(deps, ownerOf(context), found);
  return `${base}/quotes?deleted=${encodeURIComponent(found.quote.number)}`;
}
