import {
  canConnect,
  connectProvider,
  disconnectProvider,
  KeyRejected,
  readConnectedProvider,
} from '../../../actions/payments/connect-provider.ts';
import { checkNewProvider } from '../../../api/schemas/account/payment-provider.ts';
import { Problem } from '../../../domain/errors.ts';
import {
  isProviderKind,
  PROVIDER_NAMES,
  type ProviderKind,
} from '../../../domain/invoice/payment/provider-kind.ts';
import { fill } from '../../../i18n/fill.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { findNotice, orErrorPage, requireRecentSignIn } from '../people/settings-route.ts';
import { buildPaymentsPage, type PaymentsView } from './payments.ts';

const PATH = '/settings/payments';

export const paymentSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  {
    method: 'POST',
    path: `${PATH}/disconnect`,
    minRole: 'owner',
    handle: requireRecentSignIn(disconnect, PATH),
  },
  { method: 'POST', path: `${PATH}/:kind`, minRole: 'owner', handle: requireRecentSignIn(connect, PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const { done, disconnected } = context.t.payments;
  const { kind } = context.query;
  const provider = kind !== undefined && isProviderKind(kind) ? PROVIDER_NAMES[kind] : '';
  const notice = findNotice(context, {
    connected: { tone: 'good', text: fill(done, { provider }) },
    disconnected: { tone: 'good', text: disconnected },
  });
  return render(context, { notice });
}

async function render(context: PageContext, more: Partial<PaymentsView>, status = 200): Promise<PageReply> {
  const { deps, account } = context;
  const provider = await readConnectedProvider(deps, account.id);
  const view = {
    provider,
    isTestAccount: account.kind === 'test',
    isPublic: deps.publicUrl().startsWith('https://'),
    isConnectable: canConnect(deps),
    ...more,
  };
  return { status, page: buildPaymentsPage(context, view) };
}

async function connect(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, person, base, t } = context;
  const { kind = '' } = params;
  if (!isProviderKind(kind)) throw new Problem('not_found', 'There is no such payment provider.');
  const trimmed = (name: string) => (form[name] ?? '').trim();
  const input = {
    kind,
    secretKey: trimmed(kind === 'mollie' ? 'apiKey' : 'secretKey'),
    ...(kind === 'stripe' && { webhookSecret: trimmed('webhookSecret') }),
  };
  const fail = (errors: NonNullable<PaymentsView['failed']>['errors']) =>
    render(context, { failed: { kind, errors } }, 400);
  const wrong = checkNewProvider(input);
  if (wrong.length > 0) return fail(describeErrors(context, kind, wrong));
  try {
    const by = { accountId: account.id, name: person.user.name };
    await connectProvider(deps, by, { webhookSecret: null, ...input });
    return { redirect: `${base}${PATH}?notice=connected&kind=${kind}` };
  } catch (error) {
    const provider = PROVIDER_NAMES[kind];
    if (error instanceof KeyRejected) {
      const { keyRefused, keyLive, keyTest } = t.payments;
      const mode = account.kind === 'test' ? keyLive : keyTest;
      return fail({ secretKey: error.reason === 'mode' ? mode : fill(keyRefused, { provider }) });
    }
    if (!(error instanceof Problem) || error.code !== 'provider_unreachable') throw error;
    const notice = { tone: 'bad', text: fill(t.payments.unreachable, { provider }) } as const;
    return render(context, { notice, failed: { kind, errors: {} } }, 502);
  }
}

/** Texts for values that cannot be a key. */
function describeErrors(
  { t }: PageContext,
  kind: ProviderKind,
  wrong: readonly { path: string }[],
): NonNullable<PaymentsView['failed']>['errors'] {
  const { keyRefused, secretWrong } = t.payments;
  const isWrong = (path: string) => wrong.some((error) => error.path === path);
  return {
    ...(isWrong('/secretKey') && { secretKey: fill(keyRefused, { provider: PROVIDER_NAMES[kind] }) }),
    ...(isWrong('/webhookSecret') && { webhookSecret: secretWrong }),
  };
}

async function disconnect(context: PageContext): Promise<PageReply> {
  const { deps, account, person, base } = context;
  const done: PageReply = { redirect: `${base}${PATH}?notice=disconnected` };
  return orErrorPage(
    async () => {
      await disconnectProvider(deps, { accountId: account.id, name: person.user.name });
      return done;
    },
    ({ code }) => (code === 'not_found' ? done : undefined),
  );
}
