import { createSampleQuote } from '../../../actions/account/home/sample-quote.ts';
import { sendMessage } from '../../../actions/agreement/messages/send-message.ts';
import { markThreadRead } from '../../../actions/agreement/messages/thread.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { createQuote } from '../../../actions/quotes/create-quote.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import type { Repeat } from '../../../actions/repeat.ts';
import { addDays, endOfDay, toCalendarDate } from '../../../domain/calendar.ts';
import type { QuoteTemplate } from '../../../domain/catalogue/template.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { isId } from '../../../domain/ids.ts';
import { copyQuoteInput } from '../../../domain/quote/duplicate.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { InsertedQuote } from '../../../store/tables/quote/quotes.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readTyped } from '../forms/form-values.ts';
import { createTemplateFromQuote } from './save-as-template.ts';
import { showProblem, showQuotePage } from './show.ts';
import { createRedirect, submitStep } from './steps/forms.ts';

const one = '/quotes/:id';

/** Actions that need no confirmation page. */
export const quoteActionRoutes: ConsoleRoute[] = [
  { method: 'POST', path: '/quotes/sample', minRole: 'owner', handle: createSample },
  { method: 'POST', path: `${one}/duplicate`, minRole: 'member', handle: duplicate },
  { method: 'POST', path: `${one}/template`, minRole: 'member', handle: saveAsTemplate },
  { method: 'POST', path: `${one}/messages`, minRole: 'member', handle: reply },
  { method: 'POST', path: `${one}/messages/read`, minRole: 'member', handle: markRead },
];

/** Runs the action once for each shown form, and shows its errors on the page of the quote. */
function act<Result>(
  context: PageContext,
  respond: (result: Result) => string,
  work: (repeat: Repeat<Result>) => Promise<Result>,
): Promise<PageReply> {
  const show = (error: unknown) => showProblem(context, error);
  return submitStep(context, (result: Result) => createRedirect(respond(result)), work, show);
}

/** Creates a quote for the person themselves, to be sent next. */
function createSample(context: PageContext): Promise<PageReply> {
  const { deps, account, caller, person, locale, t, base, now } = context;
  const { id, name, email } = person.user;
  const to = { id, name, email, locale: locale.language };
  const respond = (quote: InsertedQuote) => createRedirect(`${base}/quotes/${quote.id}/send`);
  return submitStep(
    context,
    respond,
    (repeat) =>
      createSampleQuote(deps, account, to, t.home.sampleQuote, { actor: caller.actor, now }, repeat),
    (error) => Promise.reject(error),
  );
}

/** Copies the quote and opens the copy in the editor. It is valid until the end of a day, as if it were new. */
function duplicate(context: PageContext): Promise<PageReply> {
  const { deps, account, caller, params, base, now } = context;
  const respond = ({ id }: InsertedQuote) => `${base}/quotes/${id}/edit?notice=copy`;
  return act(context, respond, async (repeat) => {
    const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
    const quote = JSON.parse(doc) as Quote;
    const { validityDays, timeZone } = account;
    const lastDay = addDays(toCalendarDate(now, timeZone), validityDays);
    const validUntil = new Date(endOfDay(lastDay, timeZone)).toISOString();
    const input = {
      ...copyQuoteInput(quote, null, await readFigures(deps, account.id, quote.id)),
      validUntil,
    };
    const wanted = { actor: caller.actor, input, attachments: quote.attachments };
    return createQuote(deps, account.id, wanted, repeat);
  });
}

function saveAsTemplate(context: PageContext): Promise<PageReply> {
  const respond = ({ id }: QuoteTemplate) => `${context.base}/templates/${id}/edit?notice=template`;
  return act(context, respond, ({ keep }) => createTemplateFromQuote(context, keep));
}

async function reply(context: PageContext): Promise<PageReply> {
  const { deps, params, person, form, t, locale, now } = context;
  const { text = '' } = readTyped(form, ['text']);
  const length = [...text].length;
  if (length === 0 || length > MAX_LENGTH.message) {
    const tooLong = t.quote.tooLong.replace('{n}', formatQuantity(MAX_LENGTH.message, locale));
    const error = length === 0 ? t.quote.replyEmpty : tooLong;
    return showQuotePage(context, { status: 400, reply: { text, error } });
  }
  const respond = () =>
    form.from === 'home' ? `${context.base}/?done=replied` : buildPath(context, 'replied');
  const input = { text, author: person.user.name };
  return act(context, respond, async ({ keep }) => {
    const owner = { ...context.caller, via: 'console' } as const;
    const replied = await sendMessage(deps, owner, params.id ?? '', input, now, keep);
    // Who answers has read what the page showed.
    await readUpTo(context);
    return replied;
  });
}

async function markRead(context: PageContext): Promise<PageReply> {
  const respond = (unread: number | undefined) =>
    buildPath(context, unread === undefined ? undefined : 'read');
  return act(context, respond, () => readUpTo(context));
}

/** Marks messages as read up to the one that the form names; `undefined` if it names none. */
async function readUpTo(context: PageContext) {
  const { deps, account, params, form, now } = context;
  const upTo = form.upTo ?? '';
  if (!isId('msg', upTo)) return undefined;
  const thread = { accountId: account.id, quoteId: params.id ?? '' };
  return markThreadRead(deps, thread, { id: upTo }, now);
}

function buildPath({ base, params }: PageContext, notice?: string): string {
  return `${base}/quotes/${params.id}${notice ? `?notice=${notice}` : ''}`;
}
