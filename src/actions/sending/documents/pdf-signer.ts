import { isValidAt } from '../../../adapters/asn1/certificate-chain.ts';
import type { PdfSigner } from '../../../adapters/pdf/signature/detached-signature.ts';
import type { Deps } from '../../../app/deps.ts';

/**
 * Returns what signs confirmations. With a certificate that is not valid now they stay unsigned, which the log says of
 * each, as a signature that readers call invalid would be worse than none.
 */
export function findPdfSigner({
  config,
  clock,
  log,
}: Pick<Deps, 'config' | 'clock' | 'log'>): PdfSigner | undefined {
  const { pdfSigningKey: key, pdfSigningCertificate: certificates } = config;
  const own = certificates?.[0];
  if (!key || !certificates || !own) return undefined;
  if (isValidAt(own, clock())) return { key, certificates };
  log.warn({ until: own.validTo }, 'a confirmation is not signed: PDF_SIGNING_CERTIFICATE is not valid now');
  return undefined;
}
