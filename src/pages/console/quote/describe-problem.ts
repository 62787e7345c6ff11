import type { LimitUse } from '../../../domain/account/limits/account-limits.ts';
import { Problem } from '../../../domain/errors.ts';
import type { MailOutcome } from '../../../domain/mail/mail.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { toProblem } from '../../../http/server/problem-reply.ts';
import { formatWhen } from '../../../i18n/relative-time.ts';
import { fill } from '../../shell.ts';
import type { PageContext } from '../console-route.ts';
import type { Words } from '../quote-viewer.ts';
import { formatUse } from '../settings/limits.ts';
import { renderSendFailure } from './quote-log.ts';

/** Describes a problem in the language of the user. Unexpected errors are rethrown. */
export function describeProblem(context: PageContext, thrown: unknown): Words {
  const error = isForUser(thrown) ? toProblem(thrown) : thrown;
  if (!(error instanceof Problem)) throw error;
  const failure = mailFailure(error);
  if (failure) return renderSendFailure(context, { data: { ...failure } });
  const { problems } = context.t.quote;
  switch (error.code) {
    case 'send_limited':
    case 'rate_limited':
      return fill(problems.send_limited, { when: retryTime(context, error) });
    case 'limit_reached':
      return fill(problems.limit_reached, formatUse(error.extra.limit as LimitUse, context.locale));
    case 'approval_required':
      return context.t.approval.required;
    case 'approval_not_needed':
      return context.t.approval.notNeeded;
    case 'forbidden':
      return context.t.approval.forbidden;
    case 'account_closed':
      return context.t.shell.closedText;
    case 'idempotency_in_progress':
      return problems.send_in_progress;
    default:
      return hasText(error.code, problems) ? problems[error.code] : problems.failed;
  }
}

/** Whether the user can do something about a document that was not rendered. Other reasons are logged. */
function isForUser(error: unknown): boolean {
  return error instanceof RenderError && (error.reason === 'too_large' || error.reason === 'busy');
}

function hasText<Words extends object>(code: string, words: Words): code is keyof Words & string {
  return code in words;
}

/** Returns the outcome of the email, if the problem is about one. */
function mailFailure({ cause }: Problem): MailOutcome | undefined {
  return cause && typeof cause === 'object' && 'outcome' in cause ? (cause as MailOutcome) : undefined;
}

function retryTime({ account, locale, now }: PageContext, { headers }: Problem): string {
  const seconds = Number(headers['Retry-After'] ?? 60);
  const at = new Date(now + Math.max(60, seconds) * 1000).toISOString();
  return formatWhen(at, { locale, timeZone: account.timeZone, now });
}

/** Whether the quote no longer exists; callers rethrow the error, which shows the 404 page. */
export function isGone(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not_found';
}
