import { checkNewPassword } from '../../actions/people/passwords/new-password.ts';
import { requestReset, resetPassword } from '../../actions/people/passwords/reset-password.ts';
import { findSignInUser } from '../../actions/people/sign-in.ts';
import { normalizeEmail } from '../../domain/people/person.ts';
import { pickLocale } from '../message-page.ts';
import { renderReset, renderResetRequest } from './pages.ts';
import { type PublicRoutes, page, redirect } from './public-route.ts';
import {
  delayUnknownDevice,
  describeVisitor,
  formatWait,
  logRejectedSignIn,
  type SignInDeps,
  setTooManyStatus,
} from './sign-in-step.ts';

/** Registers the password reset with an emailed code. The first step responds the same for known and unknown addresses. */
export function addReset(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  const hasMail = deps.mailer !== null;

  open.get('/reset', async ({ reply, spoken }) => page(reply, renderResetRequest(spoken, { hasMail })));

  open.post('/reset', async (context) => {
    const { form, reply, request, spoken, now } = context;
    const typed = (form.email ?? '').trim().slice(0, 300);
    if (form.have !== undefined) return page(reply, renderReset(spoken, { email: typed }));
    const address = normalizeEmail(typed);
    if (!hasMail || address === undefined) {
      const error = hasMail ? spoken.t.emailWrong : undefined;
      return page(reply.code(hasMail ? 400 : 200), renderResetRequest(spoken, { hasMail, error }));
    }
    const seconds = await delayUnknownDevice(signInDeps, context, 'reset', address);
    if (seconds !== undefined) {
      const error = formatWait(spoken, seconds);
      return page(setTooManyStatus(context, seconds), renderResetRequest(spoken, { hasMail, error }));
    }
    const locale = pickLocale(request.headers['accept-language']);
    const isSent = await requestReset(deps, address, locale, now);
    const notice = isSent ? spoken.t.resetSent : spoken.t.resetRecent;
    return page(reply, renderReset(spoken, { email: typed, notice }));
  });

  open.post('/reset/password', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const { email = '', code = '', password = '' } = form;
    const typed = { email: email.trim().slice(0, 300), code: code.slice(0, 20) };
    const address = normalizeEmail(email) ?? '';
    const fault = await checkNewPassword(password, [address]);
    if (fault) return page(reply.code(400), renderReset(spoken, { ...typed, fault }));
    const seconds = await delayUnknownDevice(signInDeps, context, 'reset code', address);
    if (seconds !== undefined) {
      const error = formatWait(spoken, seconds);
      return page(setTooManyStatus(context, seconds), renderReset(spoken, { ...typed, error }));
    }
    const result = await resetPassword(deps, { address, code, password }, now);
    const user = await findSignInUser(deps, address);
    if (result === 'done') {
      deps.log.info({ ...describeVisitor(request), user: user?.id }, 'password reset');
      return redirect(reply, '/sign-in?notice=reset');
    }
    if (result !== 'wrong') return page(reply.code(400), renderReset(spoken, { ...typed, fault: result }));
    logRejectedSignIn(signInDeps, context, 'reset_code', user?.id);
    return page(reply.code(401), renderReset(spoken, { ...typed, error: spoken.t.resetWrong }));
  });
}
