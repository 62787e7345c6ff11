import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { locateBankStatement } from '../actions/demo/bank-statement.ts';
import type { Demo } from '../actions/demo/demo.ts';
import { hashSecret } from '../actions/people/secret-code.ts';
import { findSignInUser } from '../actions/people/sign-in.ts';
import { Problem } from '../domain/errors.ts';
import { BANK_STATEMENT_PATH } from '../http/server/demo-bar.ts';
import { renderMessageCard } from './sign-in/pages.ts';
import { type PublicContext, type PublicRoutes, page } from './sign-in/public-route.ts';
import { continueAfterFirstFactor, type SignInDeps } from './sign-in/sign-in-step.ts';

/** Path of the link that signs in the owner of a demo. */
export const DEMO_SIGN_IN_PATH = '/demo/sign-in';

/** Registers the link that signs in, which works until the next start, and the bank statement. */
export function addDemo(open: PublicRoutes, signInDeps: SignInDeps, demo: Demo): void {
  const { deps } = signInDeps;
  const gone = ({ reply, spoken }: PublicContext) =>
    page(reply.code(410), renderMessageCard(spoken, spoken.t.setupGoneTitle, spoken.t.setupGoneText));

  open.get(DEMO_SIGN_IN_PATH, async (context) => {
    const isRight = hashSecret(context.query.code ?? '') === hashSecret(demo.signInCode);
    const user = isRight ? await findSignInUser(deps, demo.texts.people.owner.email) : undefined;
    if (!user) return gone(context);
    return continueAfterFirstFactor(signInDeps, context, user, { method: 'demo', isTwoStep: false }, '/');
  });

  open.get(BANK_STATEMENT_PATH, async ({ reply }) => {
    const file = locateBankStatement(deps.config);
    const found = await stat(file).catch(() => undefined);
    if (!found) throw new Problem('not_found', 'The bank statement is not written yet.');
    return reply
      .headers({
        'Content-Type': 'application/xml',
        'Content-Disposition': 'attachment; filename="bank-statement.xml"',
        'Cache-Control': 'no-store',
      })
      .send(createReadStream(file));
  });
}
