import { connectSmtp } from '../../../../actions/mail/connect-smtp.ts';
import { disconnectMailAccount } from '../../../../actions/mail/disconnect-mail-account.ts';
import { checkNewMailAccount } from '../../../../api/schemas/account/mail-account.ts';
import { Problem } from '../../../../domain/errors.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import type { MailFailure } from '../../../../domain/mail/mail.ts';
import { MailboxError } from '../../../../domain/mail/mailbox.ts';
import { fill } from '../../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState, Values } from '../../forms/field.ts';
import { type FieldRules, translateErrors } from '../../forms/field-errors.ts';
import { renderFormNotice } from '../../forms/form.ts';
import { emptyToNull, readTyped } from '../../forms/form-values.ts';
import { orErrorPage, requireRecentSignIn } from '../../people/settings-route.ts';
import { describeProblem } from '../../quote/describe-problem.ts';
import { renderMailPage } from './mail-settings.ts';

const PATH = '/settings/mail';

export const mailAccountSettingRoutes: ConsoleRoute[] = [
  { method: 'POST', path: `${PATH}/smtp`, minRole: 'owner', handle: requireRecentSignIn(connect, PATH) },
  {
    method: 'POST',
    path: `${PATH}/disconnect`,
    minRole: 'owner',
    handle: requireRecentSignIn(disconnect, PATH),
  },
];

const FIELDS: FieldRules = {
  host: { required: true },
  port: { required: true },
  user: { required: true, max: 320 },
  password: { required: true, max: 1000 },
  from: { required: true, wrong: 'email' },
  imapHost: {},
  plusAddressing: {},
  authservId: {},
  moveTo: { max: MAX_LENGTH.name },
};

async function connect(context: PageContext): Promise<PageReply> {
  const { deps, account, person, form, base } = context;
  const { password: _, ...typed } = readTyped(form, Object.keys(FIELDS));
  const password = form.password ?? '';
  const input = {
    ...{ host: typed.host ?? '', port: Number(typed.port), user: typed.user ?? '' },
    ...{ password, from: typed.from ?? '', imapHost: emptyToNull(typed.imapHost), imapPort: null },
    plusAddressing: typed.plusAddressing === 'on',
    ...{ authservId: emptyToNull(typed.authservId), moveTo: emptyToNull(typed.moveTo) },
  };
  const fail = async (
    errors: Values,
    notice = renderFormNotice({ values: {}, errors }, context),
    status = 400,
  ) => {
    // The password is never shown again.
    const smtp: FormState = { values: typed, errors };
    return { page: await renderMailPage(context, notice, { smtp }), status };
  };
  const wrong = checkNewMailAccount({ kind: 'smtp', ...input });
  if (wrong.length > 0) return fail(describeErrors(context, wrong, { ...typed, password }));
  try {
    const { sessionId, user } = person;
    await connectSmtp(deps, { accountId: account.id, sessionId, user }, input);
    return { redirect: `${base}${PATH}?notice=connected` };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'validation_failed') {
      return fail(describeErrors(context, error.errors, { ...typed, password }));
    }
    if (!/^(mail|send)_/.test(error.code)) throw error;
    const text = fill(context.t.mailAccount.failed, { why: describeFailure(context, error) });
    return fail({}, { tone: 'bad', text }, error.status);
  }
}

/** Texts for the fields that only this form has. */
function describeErrors(context: PageContext, wrong: Problem['errors'], values: Values): Values {
  const { t } = context;
  const words = t.mailAccount;
  const errors = translateErrors(wrong, FIELDS, values, t);
  const isEmpty = (name: string) => (values[name] ?? '') === '';
  for (const { path, message } of wrong) {
    const name = path.slice(1);
    if (isEmpty(name)) continue;
    if (name === 'port') errors.port = words.portWrong;
    if (name === 'password') errors.password = words.passwordWrong;
    if (name === 'host' || name === 'imapHost') {
      errors[name] = message.startsWith('cannot be used') ? words.hostPrivate : words.hostWrong;
    }
  }
  return errors;
}

function describeFailure(context: PageContext, problem: Problem) {
  const { t } = context;
  if (problem.cause instanceof MailboxError) return `${t.mailAccount.imapFailed} (${problem.cause.message})`;
  const cause = problem.cause as Partial<MailFailure> | undefined;
  if (cause?.outcome === 'unknown') return t.mailAccount.unknownOutcome;
  if (cause?.outcome === 'timeout') return t.mailAccount.silent;
  if (cause?.reason && cause.reason !== 'name') return t.mailAccount[cause.reason];
  return describeProblem(context, problem);
}

async function disconnect(context: PageContext): Promise<PageReply> {
  const { deps, account, person, base } = context;
  const done: PageReply = { redirect: `${base}${PATH}?notice=disconnected` };
  return orErrorPage(
    async () => {
      await disconnectMailAccount(deps, { accountId: account.id, user: person.user });
      return done;
    },
    ({ code }) => (code === 'not_found' ? done : undefined),
  );
}
