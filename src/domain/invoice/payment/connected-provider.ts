import type { ProviderKind } from './provider-kind.ts';

/**
 * `key_refused`: the provider rejects the key. `unreadable`: the key cannot be opened, because the secret that encrypted it
 * is not there. Both need a new connection.
 */
export const CONNECTION_STATES = ['not_connected', 'connected', 'key_refused', 'unreadable'] as const;
type ConnectionState = (typeof CONNECTION_STATES)[number];

/** The payment provider of an account, without its keys. */
export interface ConnectedProvider {
  kind: ProviderKind | null;
  state: ConnectionState;
  live: boolean | null;
  lastFour: string | null;
  connectionId: string | null;
  /** URL for notifications of the provider; `null` if each checkout names it. */
  notificationUrl: string | null;
  /** URL for notifications of the provider that is connected next. */
  nextNotificationUrl: string;
  connectedAt: string | null;
}
