import type { Static } from 'typebox';
import type { FieldError } from '../../../domain/errors.ts';
import {
  CONNECTION_STATES,
  type ConnectedProvider,
} from '../../../domain/invoice/payment/connected-provider.ts';
import { PROVIDER_KINDS, UNSIGNED_PROVIDERS } from '../../../domain/invoice/payment/provider-kind.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableTimestamp, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const kind = oneOf(PROVIDER_KINDS, { description: 'The payment provider' });
const text = (description: string) => nullable(Type.String({ description }));

export const PaymentProviderSchema = Type.Object(
  {
    kind: nullable(oneOf(PROVIDER_KINDS, { description: '`null` if none is connected' })),
    state: oneOf(CONNECTION_STATES, {
      description:
        '`key_refused`: the provider rejects the key. `unreadable`: the key cannot be decrypted, because the secret of the service was changed or not restored. In both states nobody can pay online until the keys are entered again',
    }),
    live: nullable(Type.Boolean({ description: 'Whether real money is paid' })),
    lastFour: text('The last four characters of the secret key'),
    connectionId: text('Identifies the connection; replaced together with the keys'),
    notificationUrl: text(
      'The URL that is entered at the provider as a webhook; `null` for Mollie, which gets one with each payment',
    ),
    nextNotificationUrl: Type.String({
      description: 'The URL to enter at Stripe before it is connected: only then it has a `webhookSecret`',
    }),
    connectedAt: nullableTimestamp('When it was connected'),
  },
  { title: 'PaymentProvider', additionalProperties: false },
);
true satisfies Same<Static<typeof PaymentProviderSchema>, ConnectedProvider>;

const key = {
  minLength: 1,
  maxLength: 300,
  pattern: '^[\\u0021-\\u007e]*$',
  'x-note': 'must be a key as the provider shows it, without spaces',
} as const;

export const ConnectPaymentProvider = Type.Object(
  {
    kind,
    secretKey: Type.String({
      ...key,
      description:
        'Stripe: `sk_…` or `rk_…`. Mollie: `live_…` or `test_…`. Accounts with test keys take test keys only, the others live keys only',
    }),
    webhookSecret: Type.Optional(
      Type.String({
        ...key,
        description: 'Stripe: the signing secret of the webhook, `whsec_…`. Not for Mollie',
      }),
    ),
  },
  { title: 'NewPaymentProvider', additionalProperties: false },
);
export type ConnectPaymentProvider = Static<typeof ConnectPaymentProvider>;
export const checkNewProvider = compileCheck(ConnectPaymentProvider);

/** Finds errors that concern several fields. */
export function findProviderErrors({ kind, webhookSecret }: ConnectPaymentProvider): FieldError[] {
  const isSigned = !UNSIGNED_PROVIDERS.includes(kind);
  if (isSigned === (webhookSecret !== undefined)) return [];
  const message = isSigned
    ? 'is required: the signing secret of the webhook at the provider'
    : 'must be left out: this provider has none';
  return [{ path: '/webhookSecret', message }];
}

export const PAYMENT_PROVIDER_EXAMPLE: ConnectedProvider = {
  kind: 'stripe',
  state: 'connected',
  live: true,
  lastFour: 'x7Qd',
  connectionId: 'con_4mWq0Zr8s2TnYbL6vXc1PdKjEuHg3AfR',
  notificationUrl: 'https://quotes.example.com/hooks/stripe/con_4mWq0Zr8s2TnYbL6vXc1PdKjEuHg3AfR',
  nextNotificationUrl: 'https://quotes.example.com/hooks/stripe/con_Zb9kD2mQe7RtYw5nUv0XsLc3HgJp6TaF',
  connectedAt: '2026-11-01T09:30:00.000Z',
};
