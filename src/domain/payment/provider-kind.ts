/** Payment providers that an account can connect. */
export const PROVIDER_KINDS = ['stripe', 'mollie'] as const;

export type ProviderKind = (typeof PROVIDER_KINDS)[number];
