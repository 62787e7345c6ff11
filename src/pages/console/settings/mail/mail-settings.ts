import { canStoreCredentials } from '../../../../actions/mail/connect-mail-account.ts';
import { readMailAccount } from '../../../../actions/mail/read-mail-account.ts';
import { sendTestMail } from '../../../../actions/sending/test-mail.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { ConnectedMail } from '../../../../domain/mail/connected-mail.ts';
import { OAUTH_MAIL_KINDS } from '../../../../domain/mail/mail-account.ts';
import { isMailAddress } from '../../../../domain/mail/mail-address.ts';
import { fill } from '../../../../i18n/fill.ts';
import { fill as fillHtml } from '../../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState, Values } from '../../forms/field.ts';
import { renderFormNotice } from '../../forms/form.ts';
import { readTyped } from '../../forms/form-values.ts';
import type { Stored } from '../../forms/submit.ts';
import { findNotice } from '../../people/settings-route.ts';
import { describeProblem } from '../../quote/describe-problem.ts';
import { renderDoneNotice } from '../../resources/resource-page.ts';
import type { ConsolePage } from '../../shell.ts';
import { getPageRules } from '../forms/account-form.ts';
import { save, stored } from '../forms/form-routes.ts';
import { buildMailPage, type MailSettings } from './mail.ts';
import type { MailAccountView } from './mail-account.ts';

const MAIL = getPageRules('mail');

export const mailSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/settings/mail', minRole: 'owner', handle: show },
  { method: 'POST', path: '/settings/mail', minRole: 'owner', handle: change },
  { method: 'POST', path: '/settings/mail/test', minRole: 'owner', handle: test },
];

async function show(context: PageContext): Promise<PageReply> {
  const { query, t, person } = context;
  const { done, disconnected } = t.mailAccount;
  const notice = findNotice(context, {
    connected: { tone: 'good', text: fill(done, { to: person.user.email }) },
    disconnected: { tone: 'good', text: disconnected },
  });
  return { page: await renderMailPage(context, notice ?? renderDoneNotice(query.done, t)) };
}

async function change(context: PageContext): Promise<PageReply> {
  const typed = readTyped(context.form, Object.keys(MAIL));
  const settings = await readMailSettings(context);
  const show = (state: FormState, seen: Stored | undefined) =>
    buildMailPage(
      context,
      settings,
      { state, seen, test: toPerson(context) },
      renderFormNotice(state, context),
    );
  return save(context, MAIL, typed, { next: '/settings/mail?done=saved', show });
}

/** Sends a test email and shows the reply of the mail server. */
async function test(context: PageContext): Promise<PageReply> {
  const { deps, account, t } = context;
  const { testTo: to = '' } = readTyped(context.form, ['testTo']);
  const words = t.settings.mail;
  if (!isMailAddress(to)) {
    const state = { values: { testTo: to }, errors: { testTo: t.forms.errors.email } };
    return {
      page: await renderMailPage(context, renderFormNotice(state, context), { test: state }),
      status: 400,
    };
  }
  const state = { values: { testTo: to }, errors: {} };
  try {
    const { captured, response } = await sendTestMail(deps, account.id, to);
    const text = captured ? words.testCaptured : response ? words.taken : words.takenSilently;
    const notice = { tone: 'good', text: fill(text, { to, said: response ?? '' }) } as const;
    return { page: await renderMailPage(context, notice, { test: state }) };
  } catch (error) {
    if (!(error instanceof Problem) || !/^(mail|send)_/.test(error.code)) throw error;
    // The message of the problem is for the administrator: it names variables that an owner cannot set.
    const notice = {
      tone: 'bad',
      text: fillHtml(words.failed, { why: describeProblem(context, error) }),
    } as const;
    return { page: await renderMailPage(context, notice, { test: state }), status: error.status };
  }
}

export async function renderMailPage(
  context: PageContext,
  notice: ConsolePage['notice'],
  { test = toPerson(context), smtp }: { test?: FormState; smtp?: FormState } = {},
): Promise<ConsolePage> {
  const [seen, settings] = await Promise.all([stored(context, MAIL), readMailSettings(context, smtp)]);
  const state = { values: seen.values, errors: {} };
  return buildMailPage(context, settings, { state, seen, test }, notice);
}

function toPerson({ person }: PageContext): FormState {
  return { values: { testTo: person.user.email }, errors: {} };
}

/** Returns the settings without the user name and password in the URL of the mail server. */
async function readMailSettings(context: PageContext, smtp?: FormState): Promise<MailSettings> {
  const { deps, account } = context;
  const { smtpUrl, mailFrom } = deps.config;
  const server = smtpUrl === null || deps.mailer === null ? null : new URL(smtpUrl).host;
  const isTestAccount = account.kind === 'test';
  const own = isTestAccount ? undefined : await readOwn(context, server === null ? null : mailFrom, smtp);
  return { server, isTestAccount, from: own?.connected.from ?? mailFrom, own };
}

async function readOwn(
  { deps, account, person, now }: PageContext,
  otherSender: string | null,
  smtp: FormState | undefined,
): Promise<MailAccountView> {
  const connected = await readMailAccount(deps, account.id);
  return {
    connected,
    now,
    providers: OAUTH_MAIL_KINDS.filter((kind) => deps.mailOAuth[kind] !== undefined),
    isConnectable: canStoreCredentials(deps),
    replyTo: account.replyTo,
    testTo: person.user.email,
    otherSender,
    smtp: smtp ?? { values: toSmtpValues(connected), errors: {} },
    isSmtpOpen: smtp !== undefined,
  };
}

/** Values of the form, without the password. */
function toSmtpValues(connected: ConnectedMail): Values {
  if (connected.kind !== 'smtp') return { port: '587' };
  const { host, port, user, from, imap, plusAddressing, authservId, moveTo } = connected;
  return {
    ...{ host: host ?? '', port: String(port), user: user ?? '', from: from ?? '' },
    ...{ imapHost: imap?.host ?? '', plusAddressing: plusAddressing ? 'on' : '' },
    ...{ authservId: authservId ?? '', moveTo: moveTo ?? '' },
  };
}
