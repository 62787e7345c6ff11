import { approveQuote, rejectQuote } from '../../../actions/agreement/approval/decide-approval.ts';
import { findReasonsToApprove } from '../../../actions/agreement/approval/read-approval.ts';
import { requestApproval } from '../../../actions/agreement/approval/request-approval.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import type { Keep } from '../../../actions/repeat.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { consoleHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readTyped } from '../forms/form-values.ts';
import { renderApprovalNote } from './approval.ts';
import { showProblem, showQuotePage } from './show.ts';
import { createRedirect, findSeenQuote, submitStep } from './steps/forms.ts';

const one = '/quotes/:id';

/** Asking for the approval of a quote, and deciding on it. Who may decide is checked by the action. */
export const approvalRoutes: ConsoleRoute[] = [
  { method: 'GET', path: `${one}/approval`, minRole: 'member', handle: showNote },
  { method: 'POST', path: `${one}/request-approval`, minRole: 'member', handle: request },
  {
    method: 'POST',
    path: `${one}/approve`,
    minRole: 'member',
    handle: (context) => decide(context, 'approved'),
  },
  {
    method: 'POST',
    path: `${one}/reject`,
    minRole: 'member',
    handle: (context) => decide(context, 'rejected'),
  },
];

/** Renders why the quote needs approval, for its editor. */
async function showNote(context: PageContext): Promise<PageReply> {
  const { deps, account, params, now } = context;
  const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
  const reasons = await findReasonsToApprove(deps, account, context, JSON.parse(doc) as Quote);
  return { headers: consoleHeaders, body: renderApprovalNote(context, reasons ?? []).toString() };
}

function request(context: PageContext): Promise<PageReply> {
  const { deps, form } = context;
  const to = Object.keys(form).flatMap((name) => (name.startsWith(ASKED) ? [name.slice(ASKED.length)] : []));
  return submit(context, 'asked', (note, found, keep) =>
    requestApproval(deps, context.caller, { to, note }, found, context.now, keep),
  );
}

/** Prefix of the check boxes with which users are chosen. */
const ASKED = 'to:';

function decide(context: PageContext, decision: 'approved' | 'rejected'): Promise<PageReply> {
  const act = decision === 'approved' ? approveQuote : rejectQuote;
  return submit(context, decision, (note, found, keep) =>
    act(context.deps, context.caller, note, found, context.now, keep),
  );
}

type Found = Awaited<ReturnType<typeof findSeenQuote>>;

/** Runs an action on the version that the person has seen, once for each shown form. */
async function submit(
  context: PageContext,
  notice: string,
  act: (note: string | null, found: Found, keep: Keep<StoredQuote>) => ReturnType<typeof approveQuote>,
): Promise<PageReply> {
  const { base, params, form, t, locale } = context;
  const { note = '' } = readTyped(form, ['note']);
  if ([...note].length > MAX_LENGTH.message) {
    const text = t.quote.tooLong.replace('{n}', formatQuantity(MAX_LENGTH.message, locale));
    return showQuotePage(context, { status: 400, notice: { tone: 'bad', text } });
  }
  const respond = () => createRedirect(`${base}/quotes/${params.id}?notice=${notice}`);
  return submitStep(
    context,
    respond,
    async ({ keep }) => act(note === '' ? null : note, await findSeenQuote(context), keep),
    (error) => showProblem(context, error),
  );
}
