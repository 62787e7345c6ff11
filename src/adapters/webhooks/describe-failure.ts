import { UnreachableError } from '../net/resolve-host.ts';

const TEXT_BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was a response.',
  EPIPE: 'The connection was closed before there was a response.',
  ETIMEDOUT: 'No connection could be made in time.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  EHOSTUNREACH: 'The host cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The headers of the response are larger than 16 KB.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name.',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired.',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate was signed by an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the server did not send the complete certificate chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the certificate was signed by an unknown authority.',
};

/** Describes an error for the owner of the endpoint. Error messages of other code are never repeated, only codes. */
export function describeFailure(error: unknown): string {
  if (error instanceof UnreachableError) return error.message;
  const code = findErrorCode(error);
  if (code === undefined) return 'The request failed.';
  const known = TEXT_BY_CODE[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return `The response is not HTTP (${code}).`;
  if (/^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|EPROTO)/.test(code)) return `TLS failed (${code}).`;
  return `The request failed (${code}).`;
}

/** Returns the error code; for several addresses, that of the last. */
function findErrorCode(error: unknown): string | undefined {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return findErrorCode(errors.at(-1));
  return typeof code === 'string' ? code : undefined;
}
