import {
  createAccountKey,
  listAccountKeys,
  type NewKey,
  revokeAccountKey,
} from '../../../actions/account/accounts.ts';
import { endOfDay, isCalendarDate } from '../../../domain/calendar.ts';
import { MAX_ADDRESS_RANGES, parseAddressRange } from '../../../domain/people/address-ranges.ts';
import { KEY_SCOPES } from '../../../domain/people/key-scopes.ts';
import { normalizePersonName } from '../../../domain/people/person.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { Values } from '../forms/field.ts';
import { readTyped } from '../forms/form-values.ts';
import { buildKeysPage, type KeysView } from './keys-page.ts';
import { renderSecret } from './people-page.ts';
import { findNotice, orErrorPage, requireRecentSignIn } from './settings-route.ts';

const PATH = '/settings/keys';

export const keyPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: PATH, minRole: 'owner', handle: requireRecentSignIn(create, PATH) },
  { method: 'POST', path: `${PATH}/:id/revoke`, minRole: 'owner', handle: requireRecentSignIn(revoke, PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const { people } = context.t;
  const notice = findNotice(context, {
    revoked: { tone: 'good', text: people.revoked },
    gone: { tone: 'info', text: people.gone },
  });
  return render(context, { notice });
}

async function render(context: PageContext, more: Partial<KeysView>, status = 200): Promise<PageReply> {
  const keys = (await listAccountKeys(context.deps, context.account.id)).filter(
    ({ revokedAt }) => revokedAt === null,
  );
  return { status, page: buildKeysPage(context, { keys, ...more }) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, account, form, t } = context;
  const typed = readTyped(form, ['name', 'access', 'costs', 'expires', 'addresses']);
  const { input, errors } = readKeyForm(context, typed);
  if (!input) return render(context, { form: { values: typed, errors } }, 400);
  const { secret } = await createAccountKey(deps, account.id, input, deps.clock());
  return render(context, {
    notice: { tone: 'good', text: renderSecret(context, t.people.keyCreated, [secret]) },
  });
}

function readKeyForm(
  { account, t: { people }, deps }: PageContext,
  typed: Values,
): { input?: NewKey; errors: Record<string, string> } {
  const { expires = '', addresses = '' } = typed;
  const name = normalizePersonName(typed.name ?? '');
  const expiresAt = isCalendarDate(expires) ? endOfDay(expires, account.timeZone) : null;
  const isExpiryWrong = expires !== '' && (expiresAt === null || expiresAt <= deps.clock());
  const ranges = addresses.split(/[\s,]+/).filter((range) => range !== '');
  const areRangesWrong = ranges.length > MAX_ADDRESS_RANGES || !ranges.every(parseAddressRange);
  const errors = {
    ...(name === undefined && { name: people.keyNameWrong }),
    ...(isExpiryWrong && { expires: people.keyExpiresWrong }),
    ...(areRangesWrong && { addresses: people.keyAddressesWrong }),
  };
  if (name === undefined || Object.keys(errors).length > 0) return { errors };
  const access = KEY_SCOPES.find((scope) => scope === typed.access) ?? 'read';
  const input = {
    ...{ name, access, expiresAt, addresses: ranges.length === 0 ? null : ranges },
    seesCosts: typed.costs === 'on',
  };
  return { input, errors };
}

async function revoke(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base } = context;
  return orErrorPage(
    async () => {
      await revokeAccountKey(deps, account.id, params.id ?? '', deps.clock());
      return { redirect: `${base}${PATH}?notice=revoked` };
    },
    () => ({ redirect: `${base}${PATH}?notice=gone` }),
  );
}
