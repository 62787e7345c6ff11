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
  /** Where the provider sends notifications; `null` for a provider that is told with each checkout. */
  notificationUrl: string | null;
  /** Where a provider that is connected next sends its notifications. */
  nextNotificationUrl: string;
  connectedAt: string | null;
}
