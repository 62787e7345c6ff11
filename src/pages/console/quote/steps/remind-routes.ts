import { readQuote } from '../../../../actions/quotes/read-quote.ts';
import { previewReminder, previewReminderMail } from '../../../../actions/sending/outbox/preview-reminder.ts';
import { remindOfQuote } from '../../../../actions/sending/outbox/remind-now.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import {
  assertNotConverted,
  assertOpen,
  linksRevoked,
  remindersStopped,
} from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { renderMailFrame } from '../../../captured-mail/mailbox-page.ts';
import { mailFrameHeaders } from '../../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState } from '../../forms/field.ts';
import { findLengthErrors } from '../../forms/field-errors.ts';
import { readTyped } from '../../forms/form-values.ts';
import { isGone } from '../describe-problem.ts';
import { showProblem, toViewer } from '../show.ts';
import { createFormToken, createRedirect, findSeenQuote, submitStep } from './forms.ts';
import { buildRemindPage } from './remind-page.ts';

const path = '/quotes/:id/remind';

/** Reminding the customer of a quote. */
export const remindRoutes: ConsoleRoute[] = [
  { method: 'GET', path, minRole: 'member', handle: (context) => ask(context) },
  { method: 'POST', path, minRole: 'member', handle: remind },
  { method: 'GET', path: `${path}/preview`, minRole: 'member', handle: preview },
  { method: 'POST', path: `${path}/preview`, minRole: 'member', handle: preview },
];

async function ask(context: PageContext, wrong?: FormState): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  try {
    const row = await readQuote(deps, account.id, params.id ?? '', now);
    const quote = JSON.parse(row.doc) as Quote;
    assertNotConverted(quote);
    assertOpen(quote);
    const reminder = await previewReminder(deps, account.id, quote, now);
    if (reminder.recipient === null) throw linksRevoked();
    if (reminder.areRemindersStopped) throw remindersStopped();
    const { subject, message } = reminder;
    const page = buildRemindPage({
      ...{ ...toViewer(context), quote, reminder },
      version: wrong && form.version ? Number(form.version) : row.version,
      once: wrong && form.once ? form.once : createFormToken(),
      state: wrong ?? { values: { subject, message }, errors: {} },
      ...(wrong && { notice: { tone: 'bad', text: context.t.quote.fieldsWrong } }),
    });
    return { page, status: wrong ? 400 : 200 };
  } catch (error) {
    if (isGone(error)) throw error;
    return showProblem(context, error);
  }
}

async function remind(context: PageContext): Promise<PageReply> {
  const { deps, base, params, form, t, now } = context;
  const values = readTyped(form, ['subject', 'message']);
  const errors = findLengthErrors(values, WORD_LIMITS, t);
  if (Object.keys(errors).length > 0) return ask(context, { values, errors });
  return submitStep(
    context,
    () => createRedirect(`${base}/quotes/${params.id}?notice=reminded`),
    async ({ keep }) => {
      const found = await findSeenQuote(context, assertOpen);
      return remindOfQuote(deps, context.caller, found, now, keep, toWords(values));
    },
    (error) => showProblem(context, error),
  );
}

export const WORD_LIMITS = { subject: MAX_LENGTH.subject, message: MAX_LENGTH.message };

/** An empty field means the usual words. */
export function toWords({ subject, message }: FormState['values']) {
  return { subject: subject || null, message: message || null };
}

/** Renders the email for the preview frame next to the form. */
async function preview(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const { subject = '', message = '' } = readTyped(form, ['subject', 'message']);
  const words = toWords({ subject: subject.slice(0, 1000), message: message.slice(0, 20_000) });
  const mail = await previewReminderMail(deps, account.id, JSON.parse(row.doc) as Quote, words, now);
  return { headers: mailFrameHeaders, body: renderMailFrame(mail) };
}
