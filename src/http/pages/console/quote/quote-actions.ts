import { sendMessage } from '../../../../actions/message/send-message.ts';
import { markThreadRead } from '../../../../actions/message/thread.ts';
import { remindOfQuote } from '../../../../actions/outbox/remind-now.ts';
import { createQuote } from '../../../../actions/quote/create-quote.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { addDays, endOfDay, toCalendarDate } from '../../../../domain/calendar.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { isId } from '../../../../domain/ids.ts';
import { copyQuoteInput } from '../../../../domain/quote/duplicate.ts';
import { assertOpen } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { storeTemplate, toTemplateInput } from '../editor/save-template.ts';
import { readTyped } from '../forms/form-values.ts';
import { isGone } from './describe-problem.ts';
import { createRedirect, findSeenQuote, getOwner, submitOnce, toRedirect, toRepeatable } from './forms.ts';
import { showProblem, showQuotePage } from './show.ts';

const one = '/quotes/:id';

/** Actions that need no confirmation page. */
export const quoteActionRoutes: ConsoleRoute[] = [
  { method: 'POST', path: `${one}/remind`, minRole: 'member', handle: withProblemPage(remind) },
  { method: 'POST', path: `${one}/duplicate`, minRole: 'member', handle: withProblemPage(duplicate) },
  { method: 'POST', path: `${one}/template`, minRole: 'member', handle: withProblemPage(saveAsTemplate) },
  { method: 'POST', path: `${one}/messages`, minRole: 'member', handle: withProblemPage(reply) },
  { method: 'POST', path: `${one}/messages/read`, minRole: 'member', handle: withProblemPage(markRead) },
];

/** Shows errors on the page of the quote, unless the quote no longer exists. */
function withProblemPage(handle: (context: PageContext) => Promise<PageReply>): ConsoleRoute['handle'] {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      if (isGone(error)) throw error;
      return showProblem(context, error);
    }
  };
}

async function remind(context: PageContext): Promise<PageReply> {
  const { deps, now } = context;
  const repeatable = toRepeatable(context);
  const respond = () => createRedirect(buildPath(context, 'reminded'));
  return toRedirect(
    await submitOnce(context, repeatable, async () => {
      const found = await findSeenQuote(context, assertOpen);
      return remindOfQuote(deps, getOwner(context), found, { repeatable, respond, now });
    }),
  );
}

/** Copies the quote and opens the copy in the editor. It is valid until the end of a day, as if it were new. */
async function duplicate(context: PageContext): Promise<PageReply> {
  const { deps, account, actor, params, base, now } = context;
  const repeatable = toRepeatable(context);
  return toRedirect(
    await submitOnce(context, repeatable, async () => {
      const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
      const quote = JSON.parse(doc) as Quote;
      const { validityDays, timeZone } = account;
      const lastDay = addDays(toCalendarDate(now, timeZone), validityDays);
      const validUntil = new Date(endOfDay(lastDay, timeZone)).toISOString();
      const input = { ...copyQuoteInput(quote, null), validUntil };
      const wanted = { actor, input, attachments: quote.attachments };
      return createQuote(deps, account.id, wanted, repeatable, {
        ...{ status: 303, headers: { Location: `${base}/quotes/{id}/edit?notice=copy` }, hasQuote: false },
      });
    }),
  );
}

/** Saves the content as a template and opens it, so that it can be renamed. */
async function saveAsTemplate(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base, now } = context;
  const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
  const input = toTemplateInput(JSON.parse(doc) as Quote);
  return toRedirect(await storeTemplate(context, input, `${base}/templates/{id}/edit?notice=template`));
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
  const repeatable = toRepeatable(context);
  const respond = () => createRedirect(buildPath(context, 'replied'));
  const input = { text, author: person.user.name };
  return toRedirect(
    await submitOnce(context, repeatable, () =>
      sendMessage(deps, getOwner(context), params.id ?? '', input, { repeatable, respond, now }),
    ),
  );
}

async function markRead(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const upTo = form.upTo ?? '';
  if (!isId('msg', upTo)) return { redirect: buildPath(context) };
  const thread = { accountId: account.id, quoteId: params.id ?? '' };
  const respond = () => createRedirect(buildPath(context, 'read'));
  return toRedirect(
    await markThreadRead(deps, thread, { id: upTo }, { repeatable: undefined, respond, now }),
  );
}

function buildPath({ base, params }: PageContext, notice?: string): string {
  return `${base}/quotes/${params.id}${notice ? `?notice=${notice}` : ''}`;
}
