import type { X509Certificate } from 'node:crypto';

const MAX_DEPTH = 8;

/** Whether a chain of certificates, all valid at the time, leads from this one to an authority. */
export function isTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  time: number,
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH || !isValidAt(certificate, time)) return false;
  if (authorities.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
  const issuers = [...authorities, ...others].filter(
    (issuer) =>
      issuer.fingerprint256 !== certificate.fingerprint256 &&
      issuer.ca &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey),
  );
  return issuers.some((issuer) => isTrusted(issuer, others, authorities, time, depth + 1));
}

export function isValidAt({ validFromDate, validToDate }: X509Certificate, time: number): boolean {
  return validFromDate.getTime() <= time && time <= validToDate.getTime();
}
