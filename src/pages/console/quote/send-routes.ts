import { assertSendable, assertSendableOnPage } from '../../../actions/agreement/approval/assert-approved.ts';
import { findQuoteGaps } from '../../../actions/invoices/einvoice/check-einvoice.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import type { Repeat } from '../../../actions/repeat.ts';
import { notifiesOwner } from '../../../actions/sending/outbox/notice-address.ts';
import {
  previewQuoteMail,
  readSendPreview,
  type SendPreview,
  sendTestQuoteMail,
} from '../../../actions/sending/preview-mail.ts';
import { sendQuote } from '../../../actions/sending/send-quote.ts';
import { compileCheck } from '../../../api/schemas/check.ts';
import { SendQuote } from '../../../api/schemas/send.ts';
import { type FieldError, Problem } from '../../../domain/errors.ts';
import { MAX_CC_RECIPIENTS, MAX_LENGTH } from '../../../domain/field-limits.ts';
import { assertNotConverted, assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { SendOptions } from '../../../domain/quote/sent-quote.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { renderMailFrame } from '../../captured-mail/mailbox-page.ts';
import { mailFrameHeaders } from '../../headers.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readTyped } from '../forms/form-values.ts';
import { renderName, type Words } from '../quote-viewer.ts';
import { describeProblem, isGone } from './describe-problem.ts';
import { buildSendPage, type SendField, type SendValues, type SendView } from './send-page.ts';
import { showProblem, toViewer } from './show.ts';
import { createFormToken, createRedirect, findSeenQuote, submitOnce, toRedirect } from './steps/forms.ts';

const checkSend = compileCheck(SendQuote);
const path = '/quotes/:id/send';

/** Sending a quote by email. */
export const sendRoutes: ConsoleRoute[] = [
  { method: 'GET', path, minRole: 'member', handle: ask },
  { method: 'POST', path, minRole: 'member', handle: send },
  { method: 'POST', path: `${path}/test`, minRole: 'member', handle: test },
  { method: 'GET', path: `${path}/preview`, minRole: 'member', handle: preview },
  { method: 'POST', path: `${path}/preview`, minRole: 'member', handle: preview },
];

interface Opened {
  quote: Quote;
  version: number;
  sendable: SendPreview;
  notifiesOwner: boolean;
}

/** Reads the quote. Throws if it cannot be sent, before the user writes a message. */
async function open({ deps, account, caller, params, now }: PageContext): Promise<Opened> {
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  assertNotConverted(quote);
  assertNotPartlyInvoiced(quote);
  await assertSendableOnPage(deps, account, caller, quote);
  const [sendable, isNotified] = await Promise.all([
    readSendPreview(deps, account.id, quote, now),
    notifiesOwner(deps, account.id),
  ]);
  return { quote, version: row.version, sendable, notifiesOwner: isNotified };
}

async function ask(context: PageContext): Promise<PageReply> {
  try {
    const opened = await open(context);
    const { email, subject, message } = opened.sendable.defaults;
    return { page: buildSendPage(createView(context, opened, { to: email, cc: '', subject, message })) };
  } catch (error) {
    if (isGone(error)) throw error;
    return showProblem(context, error);
  }
}

function createView(
  context: PageContext,
  { quote, version, sendable, notifiesOwner: isNotified }: Opened,
  values: SendValues,
  more: Partial<SendView> = {},
): SendView {
  return {
    ...toViewer(context),
    quote,
    version,
    renewedUntil: Date.parse(quote.validUntil) > context.now ? null : sendable.quote.validUntil,
    once: createFormToken(),
    values,
    errors: {},
    me: context.person.user.email,
    notifiesOwner: isNotified,
    electronic: findQuoteGaps(quote, sendable.parties),
    isTaxed: context.account.taxId !== null,
    ...more,
  };
}

function send(context: PageContext): Promise<PageReply> {
  const { deps, base, params } = context;
  const respond = () => createRedirect(`${base}/quotes/${params.id}?notice=sent`);
  return submit(context, async (given, { quote }) => {
    // Signers have addresses of their own.
    const options = quote.signers ? { ...given, email: null } : given;
    const work = async (repeat: Repeat<StoredQuote>) =>
      sendQuote(deps, context.caller, options, await findSeenQuote(context), repeat);
    return toRedirect(await submitOnce(context, respond, work));
  });
}

/** Sends the same email to the user. The customer gets nothing, and the quote does not change. */
function test(context: PageContext): Promise<PageReply> {
  const { deps, account, base, params, person, t } = context;
  return submit(context, async (options, opened, values) => {
    const email = person.user.email;
    // The PDF says whether it is approved.
    await assertSendable(deps, context.caller, opened.quote);
    const pageUrl = `${deps.publicUrl()}${base}/quotes/${params.id}`;
    const addressed = { ...options, email };
    const { captured } = await sendTestQuoteMail(deps, account.id, opened.sendable, addressed, pageUrl);
    const notice: SendView['notice'] = captured
      ? { tone: 'warn', text: t.send.testCaptured }
      : { tone: 'good', text: fill(t.send.tested, { to: renderName(email) }) };
    const submitted = { version: Number(context.form.version), once: context.form.once ?? createFormToken() };
    return {
      page: buildSendPage(createView(context, opened, values, { ...submitted, notice })),
    };
  });
}

/** Reads the form and runs `work`. On errors the form is shown again with everything that was typed. */
async function submit(
  context: PageContext,
  work: (options: SendOptions, opened: Opened, values: SendValues) => Promise<PageReply>,
): Promise<PageReply> {
  const { form } = context;
  const values = readValues(context);
  let opened: Opened | undefined;
  try {
    // If the first submission of the form has sent the quote, the stored response is returned, whatever its status is now.
    opened = await open(context);
    const options = toOptions(values);
    const errors = translateSendErrors(context, checkSend(options), values);
    if (Object.keys(errors).length > 0) {
      return showAgain(
        context,
        opened,
        values,
        { errors, notice: createBadNotice(context.t.quote.fieldsWrong) },
        400,
      );
    }
    return await work(options, opened, values);
  } catch (error) {
    if (isGone(error)) throw error;
    const isStale = error instanceof Problem && error.code === 'precondition_failed';
    if (!opened || isStale || form.version === undefined) return showProblem(context, error);
    const status = error instanceof Problem ? error.status : 500;
    const isMissing = error instanceof Problem && error.code === 'recipient_missing';
    const errors = isMissing ? { to: context.t.send.toMissing } : {};
    return showAgain(
      context,
      opened,
      values,
      { errors, notice: createBadNotice(describeProblem(context, error)) },
      status,
    );
  }
}

function createBadNotice(text: Words): SendView['notice'] {
  return { tone: 'bad', text };
}

/** Shows the form again with the version that the user saw. */
function showAgain(
  context: PageContext,
  opened: Opened,
  values: SendValues,
  more: Partial<SendView>,
  status: number,
): PageReply {
  const { version, once = createFormToken() } = context.form;
  const submitted = { once, version: Number(version) };
  return { page: buildSendPage(createView(context, opened, values, { ...submitted, ...more })), status };
}

function readValues({ form }: PageContext): SendValues {
  const {
    to = '',
    cc = '',
    subject = '',
    message = '',
  } = readTyped(form, ['to', 'cc', 'subject', 'message']);
  return { to, cc, subject, message };
}

/** Converts the form to a body of the API. Empty fields become `null`: the default, or no message. */
function toOptions({ to, cc, subject, message }: SendValues): SendOptions {
  return {
    email: to || null,
    cc: parseAddresses(cc),
    subject: subject || null,
    message: message || null,
  };
}

function parseAddresses(text: string): string[] {
  return text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

/** Translates the errors of the API to the language of the user, by field. */
function translateSendErrors(
  { t, locale }: PageContext,
  errors: readonly FieldError[],
  { to, cc }: SendValues,
): Partial<Record<SendField, Words>> {
  const translated: Partial<Record<SendField, Words>> = {};
  for (const { path: at } of errors) {
    const [, field = '', index] = at.split('/');
    if (field === 'email') translated.to ??= to === '' ? t.send.toMissing : t.send.toWrong;
    else if (field === 'cc') translated.cc ??= describeCopyError(index, cc);
    else if (field === 'subject') translated.subject ??= tooLong(MAX_LENGTH.subject);
    else if (field === 'message') translated.message ??= tooLong(MAX_LENGTH.message);
  }
  return translated;

  function describeCopyError(index: string | undefined, text: string): Words {
    const address = parseAddresses(text)[Number(index)];
    if (index === undefined || address === undefined) {
      return fill(t.send.ccMany, { n: formatQuantity(MAX_CC_RECIPIENTS, locale) });
    }
    return fill(t.send.ccWrong, { address: renderName(address) });
  }

  function tooLong(n: number): Words {
    return fill(t.send.tooLong, { n: formatQuantity(n, locale) });
  }
}

/** Renders the email for the preview frame next to the form. */
async function preview(context: PageContext): Promise<PageReply> {
  const { deps, request } = context;
  const { sendable } = await open(context);
  const { subject, message } = request.method === 'POST' ? toOptions(readValues(context)) : sendable.defaults;
  const mail = await previewQuoteMail(deps, sendable, {
    subject: subject?.slice(0, 1000) ?? null,
    message: message?.slice(0, 20_000) ?? null,
  });
  return { headers: mailFrameHeaders, body: renderMailFrame(mail) };
}
