import { isRecent } from '../../../actions/people/sessions.ts';
import { Problem } from '../../../domain/errors.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { PageNotice } from './people-page.ts';

/** Finds the notice that the URL names. */
export function findNotice<Name extends string>(
  { query }: PageContext,
  texts: Record<Name, PageNotice>,
): PageNotice | undefined {
  const name = query.notice ?? '';
  return Object.hasOwn(texts, name) ? texts[name as Name] : undefined;
}

/** Requires a recent sign-in, for changes of keys, users and credentials. */
export function requireRecentSignIn(handle: ConsoleRoute['handle'], page: string): ConsoleRoute['handle'] {
  return async (context) => {
    if (isRecent(context.person, context.deps.clock())) return handle(context);
    return { signInFor: `${context.base}${page}` };
  };
}

/** Runs `work` and shows a problem on the page if `renderProblem` returns a reply for it. */
export async function orErrorPage(
  work: () => Promise<PageReply>,
  renderProblem: (problem: Problem) => PageReply | undefined,
): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    const reply = error instanceof Problem ? renderProblem(error) : undefined;
    if (reply) return reply;
    throw error;
  }
}
