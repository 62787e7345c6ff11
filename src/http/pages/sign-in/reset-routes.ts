import { hashPassword } from '../../../actions/person/password-hash.ts';
import { requestReset, resetPassword } from '../../../actions/person/reset-password.ts';
import { passwordFault } from '../../../domain/person/password-rules.ts';
import { renderReset, renderResetRequest } from '../../../web/console/sign-in/pages.ts';
import { pickLocale } from '../../../web/message-page.ts';
import { type OpenRoutes, page, redirect } from './open-route.ts';
import { slowDown, tooMany, type WayIn, waitWord } from './sign-in-step.ts';

/** A new password by a code that is mailed, in two steps. What the first says is the same for everybody. */
export function addReset(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  const hasMail = deps.mailer !== null;

  open.get('/reset', async ({ reply, spoken }) => page(reply, renderResetRequest(spoken, { hasMail })));

  open.post('/reset', async (visit) => {
    const { form, reply, request, spoken, now } = visit;
    const { email = '' } = form;
    const typed = email.trim().slice(0, 300);
    const seconds = await slowDown(way, visit, `reset ${typed.toLowerCase()}`);
    if (seconds !== undefined) {
      return page(
        tooMany(visit, seconds),
        renderResetRequest(spoken, { hasMail, error: waitWord(spoken, seconds) }),
      );
    }
    const locale = pickLocale(request.headers['accept-language']);
    if (hasMail && form.have === undefined) await requestReset(deps, email, locale, now);
    const notice = form.have === undefined ? spoken.say.resetSent : undefined;
    return page(reply, renderReset(spoken, { email: typed, notice }));
  });

  open.post('/reset/password', async (visit) => {
    const { form, reply, spoken, now } = visit;
    const { email = '', code = '', password = '' } = form;
    const typed = { email: email.trim().slice(0, 300), code: code.slice(0, 20) };
    const fault = passwordFault(password, [typed.email.split('@')[0] ?? '']);
    if (fault) return page(reply.code(400), renderReset(spoken, { ...typed, fault }));
    const seconds = await slowDown(way, visit, `code ${typed.email.toLowerCase()}`);
    if (seconds !== undefined) {
      return page(
        tooMany(visit, seconds),
        renderReset(spoken, { ...typed, error: waitWord(spoken, seconds) }),
      );
    }
    const isDone = await resetPassword(deps, { email, code, password: await hashPassword(password) }, now);
    if (isDone) return redirect(reply, '/sign-in?notice=reset');
    return page(reply.code(401), renderReset(spoken, { ...typed, error: spoken.say.resetWrong }));
  });
}
