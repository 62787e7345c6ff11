import { storeIdentity } from '../../actions/people/oidc/identities.ts';
import type { Deps } from '../../app/deps.ts';
import type { PublicContext } from './public-route.ts';
import { takeStep } from './step-cookies.ts';

/** Links an unknown identity of the provider to the user, after that user has signed in with another method. */
export async function linkIdentity(
  { deps }: { deps: Deps },
  context: PublicContext,
  userId: string,
): Promise<void> {
  const [issuer, subject, linkTo] = takeStep({ deps }, context, 'link') ?? [];
  if (issuer === undefined || subject === undefined || linkTo !== userId) return;
  await storeIdentity(deps, { issuer, subject }, userId, context.now);
}
