import type { Deps } from '../../../app/deps.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { listThread } from '../../agreement/messages/thread.ts';
import { findChangeableQuote } from '../../quotes/change-quote.ts';
import { readQuote } from '../../quotes/read-quote.ts';
import type { DemoTexts } from '../demo-texts.ts';

const MAX_MESSAGES = 20;

/** What a step of the demo works with. The clock of `deps` shows the time of the step. */
export interface StepContext {
  deps: Deps;
  texts: DemoTexts;
  accountId: string;
  actor: Actor;
  quoteId: string;
  now: number;
}

export async function readDemoQuote({
  deps,
  accountId,
  quoteId,
  now,
}: StepContext): Promise<{ quote: Quote; linkId: string | null }> {
  const { doc, link_id: linkId } = await readQuote(deps, accountId, quoteId, now);
  return { quote: JSON.parse(doc) as Quote, linkId };
}

/** Finds the quote for a change of any version. */
export function findDemoQuote({ deps, accountId, quoteId, now }: StepContext) {
  return findChangeableQuote({ deps, accountId, quoteId, assertAllowed() {}, expectVersion() {}, now });
}

/** Whether a text was written before, if the step is repeated after an interruption. */
export async function hasMessage({ deps, accountId, quoteId }: StepContext, text: string): Promise<boolean> {
  const { messages } = await listThread(deps, { accountId, quoteId }, { limit: MAX_MESSAGES, offset: 0 });
  return messages.some((message) => message.text === text);
}
