import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { InsertedQuote } from '../../../store/tables/quote/quotes.ts';
import { approveQuote, rejectQuote } from '../../agreement/approval/decide-approval.ts';
import { requestApproval } from '../../agreement/approval/request-approval.ts';
import { sendMessage } from '../../agreement/messages/send-message.ts';
import { putCustomer } from '../../customers/customers.ts';
import { runOnce } from '../../once.ts';
import { createQuote } from '../../quotes/create-quote.ts';
import { updateQuote } from '../../quotes/update-quote.ts';
import { sendQuote } from '../../sending/send-quote.ts';
import type { DemoTexts } from '../demo-texts.ts';
import { formatCustomerId } from '../plan/compose-demo-quote.ts';
import type { DemoDeed } from '../plan/demo-step.ts';
import { findDemoQuote, hasMessage, type StepContext } from './step-context.ts';

/** Creates a quote, and its customer before their first one. A repeat returns the same quote. */
export async function createDemoQuote(
  deps: Deps,
  texts: DemoTexts,
  owner: { accountId: string; actor: Actor },
  { customer, input }: Extract<DemoDeed, { kind: 'create' }>,
  { number, now }: { number: number; now: number },
): Promise<string> {
  const { accountId, actor } = owner;
  const id = formatCustomerId(customer);
  const put = { id, input: composeDemoCustomer(texts, customer), expectVersion: () => {} };
  await putCustomer(deps, owner, put, now);
  const key = `demo quote ${number}`;
  const { body } = await runOnce(
    deps,
    { accountId, key, fingerprint: key, now },
    (quote: InsertedQuote) => ({ status: 201, body: quote.id }),
    (repeat) => createQuote(deps, accountId, { actor, input }, repeat),
  );
  return String(body);
}

function composeDemoCustomer({ customers, business }: DemoTexts, index: number) {
  const [name = '', kind, email = '', street = '', postalCode, city = ''] = customers[index] ?? [];
  const { country, locale } = business;
  const address = { street, postalCode: postalCode || null, city, country };
  return { name, kind: kind === 'c' ? ('company' as const) : ('person' as const), email, locale, ...address };
}

type BusinessDeed = Extract<
  DemoDeed,
  { kind: 'requestApproval' | 'approve' | 'reject' | 'send' | 'reply' | 'revise' }
>;

/** Takes a step of the business. A step that was taken before an interruption has no effect. */
export async function takeBusinessStep(context: StepContext, deed: BusinessDeed): Promise<void> {
  const { deps, accountId, actor, quoteId, now } = context;
  const owner = { accountId, actor, seesCosts: true };
  const found = await findDemoQuote(context);
  switch (deed.kind) {
    case 'requestApproval':
      return ifNeeded(requestApproval(deps, owner, { note: deed.note }, found, now));
    case 'approve': {
      const isRequested = found.quote.approval?.state === 'requested';
      return ifNeeded(approveQuote(deps, owner, isRequested ? deed.note : null, found, now));
    }
    case 'reject':
      if (found.quote.approval?.state === 'rejected') return;
      return ifNeeded(rejectQuote(deps, owner, deed.note, found, now));
    case 'send':
      if (found.quote.sentAt === null || Date.parse(found.quote.sentAt) < now) {
        await sendQuote(deps, owner, {}, found);
      }
      return;
    case 'reply':
      if (await hasMessage(context, deed.text)) return;
      await sendMessage(deps, { ...owner, via: 'console' }, quoteId, { text: deed.text }, now);
      return;
    case 'revise':
      await updateQuote(deps, owner, found, { title: deed.title }, now);
  }
}

/** Ignores that there is nothing to approve. */
async function ifNeeded(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'approval_not_needed')) throw error;
  }
}
