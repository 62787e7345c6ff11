import { endRecurring } from '../../../../actions/invoices/recurring/end-recurring.ts';
import { isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import { assertRecurring } from '../../../../domain/quote/problems.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import { showProblem } from '../show.ts';
import { createRedirect, findSeenQuote, submitStep } from './forms.ts';
import { renderDay } from './step-fields.ts';
import type { StepRoute, Wrong } from './step-route.ts';

/** Ends the later invoices of a converted quote on a day. */
export const endRecurringStep: StepRoute = {
  texts: ({ t }) => [t.quote.endText],
  fields({ t, form, now, account }, _quote, { error }) {
    const today = toCalendarDate(now, account.timeZone);
    return renderDay('on', t.quote.endOn, error === undefined ? today : (form.on ?? ''), {
      error,
      required: true,
    });
  },
  assertAllowed: assertRecurring,
  submit,
};

async function submit(context: PageContext): Promise<Wrong | { reply: PageReply }> {
  const { deps, caller, account, base, params, form, t, now } = context;
  const on = (form.on ?? '').trim();
  if (!isCalendarDate(on)) return { error: t.quote.dateWrong };
  if (on < toCalendarDate(now, account.timeZone)) return { error: t.quote.datePast };
  const reply = await submitStep(
    context,
    () => createRedirect(`${base}/quotes/${params.id}?notice=ended`),
    async ({ keep }) => {
      const found = await findSeenQuote(context, assertRecurring, true);
      return endRecurring(deps, caller, { on }, found, now, keep);
    },
    (error) => showProblem(context, error),
  );
  return { reply };
}
