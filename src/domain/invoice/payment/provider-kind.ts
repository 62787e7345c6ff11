/** Payment providers that an account can connect. */
export const PROVIDER_KINDS = ['stripe', 'mollie'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Providers that do not sign their notifications: the secret URL of each checkout proves them. */
export const UNSIGNED_PROVIDERS: readonly ProviderKind[] = ['mollie'];

export function isProviderKind(text: string): text is ProviderKind {
  return PROVIDER_KINDS.some((kind) => kind === text);
}

export const PROVIDER_NAMES: Readonly<Record<ProviderKind, string>> = { stripe: 'Stripe', mollie: 'Mollie' };
