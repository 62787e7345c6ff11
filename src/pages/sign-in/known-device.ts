import { newSecretCode } from '../../actions/people/secret-code.ts';
import { seal, unseal } from '../../actions/sending/links/sealed-token.ts';
import type { Deps } from '../../app/deps.ts';
import { isDeviceWithinLimit } from '../../http/limits/sign-in-throttle.ts';
import { formatStepCookie, readStepCookie } from '../../http/session/session-cookie.ts';
import type { PublicContext } from './public-route.ts';
import { addCookie } from './step-cookies.ts';

const PURPOSE = 'device';
const KNOWN_SECONDS = 365 * 24 * 3600;
/** Maximum number of users who share a browser. */
const MAX_PEOPLE = 5;

/** Remembers that this user has signed in with this browser. It grants no access, but spares later sign-ins the delay. */
export function rememberDevice(
  { deps }: { deps: Deps },
  context: Pick<PublicContext, 'request' | 'reply'>,
  userId: string,
): void {
  const { id, people } = readDevice({ deps }, context) ?? { id: newSecretCode(), people: [] };
  const known = [userId, ...people.filter((other) => other !== userId)].slice(0, MAX_PEOPLE);
  const value = seal(deps.secret, PURPOSE, [id, ...known]);
  addCookie(
    context.reply,
    formatStepCookie(context.request, deps.publicUrl(), 'device', value, KNOWN_SECONDS),
  );
}

/** Finds the device if this user, or without `userId` any user, has signed in with it and it is below its rate limit. */
export async function findKnownDevice(
  { deps }: { deps: Deps },
  context: Pick<PublicContext, 'request' | 'now'>,
  userId?: string,
): Promise<string | undefined> {
  const device = readDevice({ deps }, context);
  if (!device || (userId !== undefined && !device.people.includes(userId))) return undefined;
  return (await isDeviceWithinLimit(deps.rateLimits, device.id, context.now)) ? device.id : undefined;
}

function readDevice(
  { deps }: { deps: Deps },
  { request }: Pick<PublicContext, 'request'>,
): { id: string; people: string[] } | undefined {
  const sealed = readStepCookie(request, deps.publicUrl(), 'device');
  const [id, ...people] = (sealed && unseal(deps, PURPOSE, sealed)) || [];
  return id === undefined ? undefined : { id, people };
}
