import { sendMessage } from '../../../actions/agreement/messages/send-message.ts';
import { markThreadRead } from '../../../actions/agreement/messages/thread.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { createQuote } from '../../../actions/quotes/create-quote.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { addDays, endOfDay, toCalendarDate } from '../../../domain/calendar.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { isId } from '../../../domain/ids.ts';
import { copyQuoteInput } from '../../../domain/quote/duplicate.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readTyped } from '../forms/form-values.ts';
import { createTemplateFromQuote } from './save-as-template.ts';
import { showProblem, showQuotePage } from './show.ts';
import { createRedirect, getOwner, submitStep } from './steps/forms.ts';

const one = '/quotes/:id';

/** Actions that need no confirmation page. */
export const quoteActionRoutes: ConsoleRoute[] = [
  { method: 'POST', path: `${one}/duplicate`, minRole: 'member', handle: duplicate },
  { method: 'POST', path: `${one}/template`, minRole: 'member', handle: saveAsTemplate },
  { method: 'POST', path: `${one}/messages`, minRole: 'member', handle: reply },
  { method: 'POST', path: `${one}/messages/read`, minRole: 'member', handle: markRead },
];

/** Runs the action once for each shown form, and shows its errors on the page of the quote. */
function act(context: PageContext, work: Parameters<typeof submitStep>[1]): Promise<PageReply> {
  return submitStep(context, work, (error) => showProblem(context, error));
}

/** Copies the quote and opens the copy in the editor. It is valid until the end of a day, as if it were new. */
function duplicate(context: PageContext): Promise<PageReply> {
  const { deps, account, actor, params, base, now } = context;
  return act(context, async (repeatable) => {
    const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
    const quote = JSON.parse(doc) as Quote;
    const { validityDays, timeZone } = account;
    const lastDay = addDays(toCalendarDate(now, timeZone), validityDays);
    const validUntil = new Date(endOfDay(lastDay, timeZone)).toISOString();
    const input = {
      ...copyQuoteInput(quote, null, await readFigures(deps, account.id, quote.id)),
      validUntil,
    };
    const wanted = { actor, input, attachments: quote.attachments };
    return createQuote(deps, account.id, wanted, repeatable, {
      ...{ status: 303, headers: { Location: `${base}/quotes/{id}/edit?notice=copy` }, hasQuote: false },
    });
  });
}

function saveAsTemplate(context: PageContext): Promise<PageReply> {
  return act(context, (repeatable) => createTemplateFromQuote(context, repeatable));
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
  const respond = () => createRedirect(buildPath(context, 'replied'));
  const input = { text, author: person.user.name };
  return act(context, async (repeatable) => {
    const owner = { ...getOwner(context), via: 'console' } as const;
    const replied = await sendMessage(deps, owner, params.id ?? '', input, { repeatable, respond, now });
    // Who answers has read what the page showed.
    await readUpTo(context);
    return replied;
  });
}

async function markRead(context: PageContext): Promise<PageReply> {
  return act(context, async () => (await readUpTo(context)) ?? createRedirect(buildPath(context)));
}

/** Marks messages as read up to the one that the form names; `undefined` if it names none. */
async function readUpTo(context: PageContext) {
  const { deps, account, params, form, now } = context;
  const upTo = form.upTo ?? '';
  if (!isId('msg', upTo)) return undefined;
  const thread = { accountId: account.id, quoteId: params.id ?? '' };
  const respond = () => createRedirect(buildPath(context, 'read'));
  return markThreadRead(deps, thread, { id: upTo }, { repeatable: undefined, respond, now });
}

function buildPath({ base, params }: PageContext, notice?: string): string {
  return `${base}/quotes/${params.id}${notice ? `?notice=${notice}` : ''}`;
}
