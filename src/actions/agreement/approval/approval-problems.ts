import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { ApprovalReason } from '../../../domain/quote/approval/approval.ts';
import { buildConsoleUrl } from '../../sending/links/links.ts';

/** Names the rules and where to ask, and no figures: not everybody who sends may know them. */
export function approvalRequired(
  deps: Pick<Deps, 'config' | 'publicUrl'>,
  accountId: string,
  quoteId: string,
  rules: readonly ApprovalReason[],
): Problem {
  const consoleUrl = buildConsoleUrl(deps, accountId, quoteId);
  const where = consoleUrl === null ? '' : ` or in the console, where it is also approved: ${consoleUrl}`;
  return new Problem(
    'approval_required',
    `The quote must be approved first, by these rules of the account: ${rules.join(', ')}. Ask for it with POST /api/v1/quotes/${quoteId}/request-approval${where}.`,
    { extra: { rules, consoleUrl } },
  );
}

export function approvalNotNeeded(): Problem {
  return new Problem(
    'approval_not_needed',
    'The quote needs no approval: it crosses no rule of the account as it is now.',
  );
}

export function alreadyApproved(): Problem {
  return new Problem('approval_not_needed', 'The quote is approved as it is now.');
}

export function mayNotApprove(): Problem {
  return new Problem(
    'forbidden',
    'Only an owner of the account, or a member who may approve, can do this. Ask one of them.',
  );
}

export function mayNotChangeRules(deps: Pick<Deps, 'config' | 'publicUrl'>, accountId: string): Problem {
  const who = deps.config.console
    ? `An owner can, signed in to the console: ${deps.publicUrl()}/${accountId}/settings/approval`
    : 'The operator of the service can, with the command "proffer account set approval=…".';
  return new Problem(
    'forbidden',
    `API keys cannot change the rules of \`approval\` while \`madeByKeys\` is on. ${who}`,
  );
}

export function mayNotApproveOwn(): Problem {
  return new Problem(
    'forbidden',
    'You asked for this approval or changed the quote since the last one. Somebody else who may approve must decide.',
  );
}
