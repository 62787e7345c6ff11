import { formatQuotesCsv } from '../../../actions/account/export-csv.ts';
import { assertSendableOnPage } from '../../../actions/agreement/approval/assert-approved.ts';
import { readCustomer } from '../../../actions/customers/customers.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { removeQuote } from '../../../actions/quotes/remove-quote.ts';
import type { Repeat } from '../../../actions/repeat.ts';
import { previewReminder, type ReminderPreview } from '../../../actions/sending/outbox/preview-reminder.ts';
import { remindOfQuote } from '../../../actions/sending/outbox/remind-now.ts';
import { sendQuote } from '../../../actions/sending/send-quote.ts';
import { createCsvHeaders } from '../../../api/csv.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { Problem } from '../../../domain/errors.ts';
import { isId } from '../../../domain/ids.ts';
import { assertNotConverted, assertNotPartlyInvoiced, assertOpen } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { findLengthErrors } from '../forms/field-errors.ts';
import { readTyped } from '../forms/form-values.ts';
import { getSheetShape } from '../import/sheet-shape.ts';
import { renderNotDelivered } from '../not-delivered.ts';
import { describeProblem } from '../quote/describe-problem.ts';
import { toViewer } from '../quote/show.ts';
import { createFormToken, createRedirect, findChangeable, submitOnce } from '../quote/steps/forms.ts';
import { toWords, WORD_LIMITS } from '../quote/steps/remind-routes.ts';
import { getWordFields } from '../quote/steps/reminder.ts';
import { renderName, type Words } from '../quote-viewer.ts';
import { BULK_ACTIONS, type BulkAction, buildBulkPage, buildOutcomesPage } from './bulk-pages.ts';
import { showList } from './list-routes.ts';
import { sanitizeListQuery } from './list-url.ts';
import { PICK_PREFIX } from './rows.ts';

/** At least the size of a page, and few enough to process during one request. */
const MAX_QUOTES = 50;

export const bulkRoutes: ConsoleRoute[] = [
  { method: 'POST', path: '/quotes/several', minRole: 'member', handle: handleBulk },
];

interface Marked {
  id: string;
  /** The time of the last change that the list showed. */
  shown: string;
}

interface Found extends Marked {
  version: number;
  quote: Quote;
  customer: CustomerRecord;
}

async function handleBulk(context: PageContext): Promise<PageReply> {
  const { form, t, locale } = context;
  const marked = readMarked(context);
  const back = sanitizeListQuery(form.back);
  const action = [...BULK_ACTIONS, 'export' as const].find((one) => one === form.do);
  if (marked.length === 0 || marked.length > MAX_QUOTES || !action) {
    const tooMany = t.quotes.tooMany.replace('{n}', formatQuantity(MAX_QUOTES, locale));
    const text = marked.length > MAX_QUOTES ? tooMany : t.quotes.noneMarked;
    const query = Object.fromEntries(new URLSearchParams(back));
    return showList({ ...context, query }, { tone: 'bad', text });
  }
  if (action === 'export') return exportMarked(context, marked);
  if (form.sure !== '1') return ask(context, action, marked, back);
  // A text that is too long stops the whole: all of them are shown again.
  const isTooLong = marked.some(({ id }) => Object.keys(readWords(context, id).errors).length > 0);
  return isTooLong ? ask(context, action, marked, back) : act(context, action, marked, back);
}

async function exportMarked(context: PageContext, marked: Marked[]): Promise<PageReply> {
  const found = await findAll(context, marked);
  const { deps, account, seesCosts } = context;
  const quotes = found.map(({ quote, customer }) => ({ ...quote, customerName: customer.name }));
  const csv = await formatQuotesCsv(deps, account.id, quotes, {
    seesCosts,
    sheet: getSheetShape(context),
  });
  return { headers: createCsvHeaders('quotes'), body: csv };
}

function readMarked({ form }: PageContext): Marked[] {
  return Object.entries(form)
    .filter(([name]) => name.startsWith(PICK_PREFIX))
    .map(([name, shown = '']) => ({ id: name.slice(PICK_PREFIX.length), shown }))
    .filter(({ id }) => isId('quo', id));
}

/** Shows what will happen to each quote and asks for confirmation. */
async function ask(
  context: PageContext,
  action: BulkAction,
  marked: Marked[],
  back: string,
): Promise<PageReply> {
  const found = await findAll(context, marked);
  const quotes = [];
  for (const { id, shown, quote, customer } of found) {
    const reminder = action === 'remind' ? await findReminder(context, quote) : undefined;
    const problem =
      (await findProblem(context, action, quote, customer)) ?? (reminder && findObstacle(context, reminder));
    const asked = { ...summary(quote, customer), id, shown, to: customer.email, viewedAt: quote.viewedAt };
    quotes.push({ ...asked, problem, reminder: problem ? undefined : reminder });
  }
  const isWrong = quotes.some(({ reminder }) => Object.keys(reminder?.state.errors ?? {}).length > 0);
  const notice = isWrong ? ({ tone: 'bad', text: context.t.quote.fieldsWrong } as const) : undefined;
  const view = { ...toViewer(context), action, back, once: createFormToken(), quotes, notice };
  return { page: buildBulkPage(view), status: isWrong ? 400 : 200 };
}

/** The reminder of a quote, with the words that were typed, or the usual ones at first. */
async function findReminder(context: PageContext, quote: Quote) {
  const { deps, account, form, now } = context;
  const reminder = await previewReminder(deps, account.id, quote, now);
  const { subject, message } = getWordFields(quote.id);
  const { errors } = readWords(context, quote.id);
  const values = {
    [subject]: form[subject] ?? reminder.subject,
    [message]: form[message] ?? reminder.message,
  };
  return { ...reminder, state: { values, errors } };
}

function findObstacle({ t }: PageContext, { recipient, areRemindersStopped }: ReminderPreview): Words {
  if (recipient === null) return t.quote.problems.quote_not_sent;
  return areRemindersStopped ? t.quote.problems.reminders_stopped : undefined;
}

/** Reads the words of the reminder of one quote. */
function readWords({ form, t }: PageContext, quoteId: string) {
  const { subject, message } = getWordFields(quoteId);
  const values = readTyped(form, [subject, message]);
  const limits = { [subject]: WORD_LIMITS.subject, [message]: WORD_LIMITS.message };
  const words = toWords({ subject: values[subject], message: values[message] });
  return { words, errors: findLengthErrors(values, limits, t) };
}

function summary({ id, number, title, status, total, currency }: Quote, { name }: CustomerRecord) {
  return { id, number, title, status, total, currency, customerName: name };
}

async function findAll({ deps, account, now }: PageContext, marked: Marked[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { id, shown } of marked) {
    try {
      const row = await readQuote(deps, account.id, id, now);
      const quote = JSON.parse(row.doc) as Quote;
      const { doc } = await readCustomer(deps, account.id, quote.customerId);
      found.push({ id, shown, version: row.version, quote, customer: JSON.parse(doc) as CustomerRecord });
    } catch (error) {
      // The quote was deleted in the meantime, so it is skipped.
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  return found;
}

/** Returns the error that the action would have with the current status of the quote. */
async function findProblem(
  context: PageContext,
  action: BulkAction,
  quote: Quote,
  { email }: CustomerRecord,
): Promise<Words> {
  try {
    assertNotConverted(quote);
    REFUSALS[action](quote);
    if (action !== 'send') return undefined;
    if (email === null) return context.t.quote.problems.recipient_missing;
    await assertSendableOnPage(context.deps, context.account, context.caller, quote);
    return undefined;
  } catch (error) {
    return describeProblem(context, error);
  }
}

const REFUSALS: Record<BulkAction, (quote: Quote) => void> = {
  send: assertNotPartlyInvoiced,
  remind: assertOpen,
  delete: assertNotPartlyInvoiced,
};

/** Processes the quotes one after the other. An error of one does not stop the others. */
async function act(
  context: PageContext,
  action: BulkAction,
  marked: Marked[],
  back: string,
): Promise<PageReply> {
  const outcomes = [];
  for (const found of await findAll(context, marked)) {
    const outcome = await runAction(context, action, found);
    // The result shows the quote as it is now: another status, or gone.
    const [now] = await findAll(context, [found]);
    outcomes.push({ ...summary(now?.quote ?? found.quote, found.customer), ...outcome, isGone: !now });
  }
  if (outcomes.length === 0) {
    const query = Object.fromEntries(new URLSearchParams(back));
    return showList({ ...context, query }, { tone: 'bad', text: context.t.quote.problems.not_found });
  }
  return { page: buildOutcomesPage({ ...toViewer(context), action, back, outcomes }) };
}

async function runAction(
  context: PageContext,
  action: BulkAction,
  found: Found,
): Promise<{ isDone: boolean; text: Words }> {
  try {
    await ACTIONS[action](context, found);
    return { isDone: true, text: doneText(context, action, found) };
  } catch (error) {
    return { isDone: false, text: describeProblem(context, error) };
  }
}

function doneText(context: PageContext, action: BulkAction, { customer }: Found): Words {
  const { quotes } = context.t;
  if (action !== 'delete' && context.capture) return renderNotDelivered(context);
  if (action === 'send') return fill(quotes.doneSend, { to: renderName(customer.email) });
  return action === 'remind' ? quotes.doneRemind : quotes.doneDelete;
}

const ACTIONS: Record<BulkAction, (context: PageContext, found: Found) => Promise<unknown>> = {
  send(context, found) {
    const send = async (repeat: Repeat<StoredQuote>) => {
      const quote = await findSeen(context, found, REFUSALS.send);
      return sendQuote(context.deps, context.caller, {}, quote, repeat);
    };
    return submitOnce(context, () => createRedirect(context.base), send, found.id);
  },
  remind(context, found) {
    const remind = async ({ keep }: Repeat<StoredQuote>) => {
      const quote = await findSeen(context, found, REFUSALS.remind);
      const { words } = readWords(context, found.id);
      return remindOfQuote(context.deps, context.caller, quote, context.now, keep, words);
    };
    return submitOnce(context, () => createRedirect(context.base), remind, found.id);
  },
  async delete(context, found) {
    const quote = await findSeen(context, found, REFUSALS.delete);
    await removeQuote(context.deps, context.caller, quote);
  },
};

/** Finds the quote. Throws if it has changed since the list was shown. */
function findSeen(
  context: PageContext,
  { id, shown, version, quote }: Found,
  assertAllowed: (quote: Quote) => void,
) {
  const isShown = quote.updatedAt === shown;
  return findChangeable(context, id, isShown ? String(version) : undefined, assertAllowed);
}
