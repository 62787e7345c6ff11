import type { PaymentProviders } from '../../domain/invoice/payment/provider.ts';
import { createMollie } from './mollie.ts';
import type { ProviderOptions } from './provider-call.ts';
import { createStripe } from './stripe.ts';

/** Base URLs for tests; `null` for those of the providers. */
interface ProviderUrls {
  stripeApiUrl: string | null;
  mollieApiUrl: string | null;
}

/** One line per provider. Their packages are loaded at first use. */
export function createPaymentProviders(
  { stripeApiUrl, mollieApiUrl }: ProviderUrls,
  options: Omit<ProviderOptions, 'apiUrl'> = {},
): PaymentProviders {
  return {
    stripe: createStripe({ ...options, apiUrl: stripeApiUrl }),
    mollie: createMollie({ ...options, apiUrl: mollieApiUrl }),
  };
}
