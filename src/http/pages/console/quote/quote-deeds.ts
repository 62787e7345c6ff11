import { sendMessage } from '../../../../actions/message/send-message.ts';
import { readThread } from '../../../../actions/message/thread.ts';
import { remindNow } from '../../../../actions/outbox/remind-now.ts';
import { createQuote } from '../../../../actions/quote/create-quote.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { isId } from '../../../../domain/ids.ts';
import { duplicateOf } from '../../../../domain/quote/duplicate.ts';
import { refuseUnlessOpen } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { typedIn } from '../forms/form-values.ts';
import { doOnce, going, gone, ownerOf, repeatableOf, seenQuote } from './forms.ts';
import { isGone } from './problem-words.ts';
import { showProblem, showQuotePage } from './show.ts';

const one = '/quotes/:id';

/** Actions that need no confirmation page. */
export const quoteDeeds: ConsoleRoute[] = [
  { method: 'POST', path: `${one}/remind`, minRole: 'member', handle: told(remind) },
  { method: 'POST', path: `${one}/duplicate`, minRole: 'member', handle: told(duplicate) },
  { method: 'POST', path: `${one}/messages`, minRole: 'member', handle: told(reply) },
  { method: 'POST', path: `${one}/messages/read`, minRole: 'member', handle: told(markRead) },
];

/** Shows errors on the page of the quote, unless the quote no longer exists. */
function told(handle: (context: PageContext) => Promise<PageReply>): ConsoleRoute['handle'] {
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
  const repeatable = repeatableOf(context);
  const respond = () => going(pathOf(context, 'reminded'));
  return gone(
    await doOnce(context, repeatable, async () => {
      const found = await seenQuote(context, refuseUnlessOpen);
      return remindNow(deps, ownerOf(context), found, { repeatable, respond, now });
    }),
  );
}

async function duplicate(context: PageContext): Promise<PageReply> {
  const { deps, account, actor, params, base, now } = context;
  const repeatable = repeatableOf(context);
  return gone(
    await doOnce(context, repeatable, async () => {
      const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
      const quote = JSON.parse(doc) as Quote;
      const wanted = { actor, input: duplicateOf(quote, null), attachments: quote.attachments };
      return createQuote(deps, account.id, wanted, repeatable, {
        ...{ status: 303, headers: { Location: `${base}/quotes/{id}?notice=copy` }, hasQuote: false },
      });
    }),
  );
}

async function reply(context: PageContext): Promise<PageReply> {
  const { deps, params, person, form, say, locale, now } = context;
  const { text = '' } = typedIn(form, ['text']);
  const length = [...text].length;
  if (length === 0 || length > MAX_LENGTH.message) {
    const tooLong = say.quote.tooLong.replace('{n}', formatQuantity(MAX_LENGTH.message, locale));
    const error = length === 0 ? say.quote.replyEmpty : tooLong;
    return showQuotePage(context, { status: 400, reply: { text, error } });
  }
  const repeatable = repeatableOf(context);
  const respond = () => going(pathOf(context, 'replied'));
  const input = { text, author: person.user.name };
  return gone(
    await doOnce(context, repeatable, () =>
      sendMessage(deps, ownerOf(context), params.id ?? '', input, { repeatable, respond, now }),
    ),
  );
}

async function markRead(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const upTo = form.upTo ?? '';
  if (!isId('msg', upTo)) return { redirect: pathOf(context) };
  const thread = { accountId: account.id, quoteId: params.id ?? '' };
  const respond = () => going(pathOf(context, 'read'));
  return gone(await readThread(deps, thread, { id: upTo }, { repeatable: undefined, respond, now }));
}

function pathOf({ base, params }: PageContext, notice?: string): string {
  return `${base}/quotes/${params.id}${notice ? `?notice=${notice}` : ''}`;
}
