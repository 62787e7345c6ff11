import { revokeLinks } from '../../../../actions/link/revoke-links.ts';
import { convertQuote } from '../../../../actions/quote/convert-quote.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { removeQuote } from '../../../../actions/quote/remove-quote.ts';
import { updateQuote } from '../../../../actions/quote/update-quote.ts';
import { addDays, calendarDate, endOfDay, isCalendarDate } from '../../../../domain/calendar.ts';
import { Problem } from '../../../../domain/errors.ts';
import { failOn } from '../../../../domain/field-errors.ts';
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
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { doOnce, going, newOnce, ownerOf, repeatableOf, seenQuote } from './forms.ts';
import { isGone, tellProblem } from './problem-words.ts';
import { readerOf, showProblem } from './show.ts';

/** What was found wrong with a form: it comes back with it. */
interface Wrong {
  error?: string;
  typed?: Record<number, string>;
  errors?: Record<string, string>;
  notice?: Words;
}

interface StepRoute {
  /** What it means, and what is lost. */
  texts(visit: Visit, quote: Quote): string[];
  fields?: (visit: Visit, quote: Quote, wrong: Wrong) => Words;
  /** Refuses the quote before anything is asked. */
  refuse?: (quote: Quote) => void;
  /** Gives the address to go on to, or what is wrong. */
  act(visit: Visit): Promise<string | Wrong>;
}

const STEP_ROUTES: Record<Step, StepRoute> = {
  accept: {
    texts: ({ say }) => [say.quote.acceptText],
    fields: (visit, quote, { typed = {} }) => renderChoices(readerOf(visit), quote, typed),
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
    fields: (visit, quote, { errors = {} }) =>
      renderDetails(readerOf(visit), typedDetails(visit, quote), errors),
    refuse: () => {},
    act: changeDetails,
  },
};

/** What is done after a question: the page that asks, and the form that answers. */
export const quoteSteps: ConsoleRoute[] = (Object.entries(STEP_ROUTES) as [Step, StepRoute][]).flatMap(
  ([step, route]): ConsoleRoute[] => [
    {
      method: 'GET',
      path: `/quotes/:id/${step}`,
      least: 'member',
      handle: (visit) => ask(visit, step, route),
    },
    {
      method: 'POST',
      path: `/quotes/:id/${step}`,
      least: 'member',
      handle: (visit) => respond(visit, step, route),
    },
  ],
);

async function ask(visit: Visit, step: Step, route: StepRoute, wrong?: Wrong): Promise<PageReply> {
  const { deps, account, params, form, now } = visit;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  try {
    if (step !== 'revoke') refuseConverted(quote);
    (route.refuse ?? refusePartlyInvoiced)(quote);
  } catch (error) {
    return showProblem(visit, error);
  }
  const view: StepView = {
    ...readerOf(visit),
    quote,
    step,
    version: wrong && form.version ? Number(form.version) : row.version,
    once: wrong && form.once ? form.once : newOnce(),
    texts: route.texts(visit, quote),
    fields: route.fields?.(visit, quote, wrong ?? {}),
    ...(wrong && { notice: { tone: 'bad', text: wrong.notice ?? visit.say.quote.fieldsWrong } }),
  };
  return { page: stepPage(view), status: wrong ? 400 : 200 };
}

async function respond(visit: Visit, step: Step, route: StepRoute): Promise<PageReply> {
  try {
    const outcome = await route.act(visit);
    return typeof outcome === 'string' ? { redirect: outcome } : ask(visit, step, route, outcome);
  } catch (error) {
    if (isGone(error)) throw error;
    if (error instanceof Problem && error.code === 'validation_failed') {
      return ask(visit, step, route, { notice: tellProblem(visit, error) });
    }
    return showProblem(visit, error);
  }
}

function pathOf({ base, params }: Visit, notice: string): string {
  return `${base}/quotes/${params.id}?notice=${notice}`;
}

async function accept(visit: Visit): Promise<string | Wrong> {
  const { deps, account, params, now } = visit;
  const current = JSON.parse((await readQuote(deps, account.id, params.id ?? '', now)).doc) as Quote;
  const { choices, typed } = readChosenLines(withPlainQuantities(visit, current), current.items);
  if (Object.keys(typed).length > 0) return { typed };
  const selection = choices.length > 0 ? choices : undefined;
  return change(visit, { status: 'ACCEPTED', ...(selection && { selection }) }, 'accepted');
}

/** As the person writes numbers. What cannot be read stays as it is, to be shown again. */
function withPlainQuantities({ form, locale }: Visit, { items }: Quote): Form {
  const separators = separatorsOf(locale.tag);
  const plain = items.map((_item, line) => {
    const name = `quantity${line}`;
    const text = form[name];
    return [name, text === undefined ? undefined : (readNumber(text, separators) ?? text)];
  });
  return { ...form, ...Object.fromEntries(plain.filter(([, text]) => text !== undefined)) };
}

function decline(visit: Visit): Promise<string> {
  return change(visit, { status: 'DECLINED' }, 'declined');
}

/** A patch, as the API does it; one that has been done by the first press of the button is not done again. */
async function change(
  visit: Visit,
  patch: QuotePatch,
  notice: string,
  refuse?: (quote: Quote) => void,
): Promise<string> {
  const { deps, now } = visit;
  try {
    await updateQuote(deps, ownerOf(visit), await seenQuote(visit, refuse), patch, now);
  } catch (error) {
    if (!(await isDoneAlready(visit, patch, error))) throw error;
  }
  return pathOf(visit, notice);
}

async function isDoneAlready(visit: Visit, patch: QuotePatch, error: unknown): Promise<boolean> {
  if (!(error instanceof Problem) || error.code !== 'precondition_failed') return false;
  const { deps, account, params, form, now } = visit;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  const isNext = row.version === Number(form.version) + 1;
  const { selection: _, ...wanted } = patch;
  return isNext && Object.entries(wanted).every(([field, value]) => quote[field as keyof Quote] === value);
}

/** What stays free when a part of the quote is invoiced. */
function typedDetails({ form }: Visit, quote: Quote): Record<'reference' | 'notes', string> {
  return { reference: form.reference ?? quote.reference ?? '', notes: form.notes ?? quote.notes ?? '' };
}

const MOST = { reference: 100, notes: 20_000 };

async function changeDetails(visit: Visit): Promise<string | Wrong> {
  const { form, say } = visit;
  const errors: Record<string, string> = {};
  const read = (name: 'reference' | 'notes') => {
    const text = (form[name] ?? '').replaceAll('\r\n', '\n').trim();
    if ([...text].length > MOST[name]) errors[name] = say.quote.tooLong.replace('{n}', String(MOST[name]));
    return text === '' ? null : text;
  };
  const patch = { reference: read('reference'), notes: read('notes') };
  if (Object.keys(errors).length > 0) return { errors };
  return change(visit, patch, 'saved', () => {});
}

function renewFields(visit: Visit, quote: Quote, { error }: Wrong): Words {
  const { account, say, form, now } = visit;
  const { timeZone, validityDays } = account;
  const end = Date.parse(quote.validUntil);
  const later =
    end > now ? calendarDate(end - 1, timeZone) : addDays(calendarDate(now, timeZone), validityDays);
  const value = error === undefined ? later : (form.date ?? '');
  return renderDay('date', say.quote.validUntil, value, { error, required: true });
}

async function renew(visit: Visit): Promise<string | Wrong> {
  const { account, form, say, now } = visit;
  const date = (form.date ?? '').trim();
  if (!isCalendarDate(date)) return { error: say.quote.dateWrong };
  const end = endOfDay(date, account.timeZone);
  if (end <= now) return { error: say.quote.datePast };
  return change(visit, { validUntil: new Date(end).toISOString() }, 'renewed');
}

function invoiceTexts({ say, query, form }: Visit, quote: Quote): string[] {
  const stage = form.stage ?? query.stage;
  const isStage = quote.paymentSchedule !== null && isAccepted(quote) && stage !== undefined && stage !== '';
  return [
    ...(isAccepted(quote) ? [] : [say.quote.invoiceTextOpen]),
    isStage ? say.quote.invoiceTextStage : say.quote.invoiceText,
  ];
}

function invoiceFields(visit: Visit, quote: Quote, { error }: Wrong): Words {
  const { form, query } = visit;
  return renderInvoiceFields(readerOf(visit), quote, {
    stage: stageIn(form.stage ?? query.stage),
    dueDate: form.dueDate ?? '',
    paymentMethod: form.paymentMethod ?? 'ONLINE_PAYMENT',
    error,
  });
}

function stageIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

async function makeInvoice(visit: Visit): Promise<string | Wrong> {
  const { deps, form, say, now } = visit;
  const dueDate = (form.dueDate ?? '').trim();
  if (dueDate !== '' && !isCalendarDate(dueDate)) return { error: say.quote.dateWrong };
  const stage = stageIn(form.stage);
  const paymentMethod = KNOWN_PAYMENT_METHODS.find((method) => method === form.paymentMethod) ?? null;
  const repeatable = repeatableOf(visit);
  const respond = () => going(pathOf(visit, 'invoiced'));
  const refuse = (quote: Quote) => {
    refuseNothingSelected(quote);
    refuseStage(quote, stage);
  };
  const response = await doOnce(visit, repeatable, async () => {
    const found = await seenQuote(visit, refuse);
    failOn(stageNumberErrors(found.quote, stage));
    const wishes = { dueDate: dueDate || null, paymentMethod, stage };
    return convertQuote(deps, ownerOf(visit), wishes, found, { repeatable, respond, now });
  });
  return response.headers?.Location ?? pathOf(visit, 'invoiced');
}

async function revoke(visit: Visit): Promise<string> {
  const { deps, account, params, now } = visit;
  const { link_id: linkId } = await readQuote(deps, account.id, params.id ?? '', now);
  if (linkId !== null) await revokeLinks(deps, ownerOf(visit), params.id ?? '', now);
  return pathOf(visit, 'revoked');
}

function deleteTexts({ say }: Visit, quote: Quote): string[] {
  return [
    say.quote.deleteText,
    ...(quote.sentAt === null ? [] : [say.quote.deleteTextSent]),
    ...(hasDecision(quote) ? [say.quote.deleteTextAnswered] : []),
  ];
}

async function remove(visit: Visit): Promise<string> {
  const { deps, base } = visit;
  const found = await seenQuote(visit);
  await removeQuote(deps, ownerOf(visit), found);
  return `${base}/quotes?deleted=${encodeURIComponent(found.quote.number)}`;
}
