import { isRecent } from '../../../../actions/person/sessions.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { PageNotice } from '../../../../web/console/people/people-page.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';

/** What was done, as the page after it says. */
export function noticeOf<Name extends string>(
  { query }: PageContext,
  texts: Record<Name, PageNotice>,
): PageNotice | undefined {
  const name = query.notice ?? '';
  return Object.hasOwn(texts, name) ? texts[name as Name] : undefined;
}

/** For keys, people and what one signs in with: who signed in long ago does so again first. */
export function recently(handle: ConsoleRoute['handle'], page: string): ConsoleRoute['handle'] {
  return async (context) => {
    if (isRecent(context.person, context.deps.clock())) return handle(context);
    const to = encodeURIComponent(`${context.base}${page}`);
    return { redirect: `/sign-in?again=1&to=${to}` };
  };
}

/** A refusal that the page can say, in place of one that the API says. */
export async function orRefused(
  work: () => Promise<PageReply>,
  refused: (problem: Problem) => PageReply | undefined,
): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    const reply = error instanceof Problem ? refused(error) : undefined;
    if (reply) return reply;
    throw error;
  }
}
