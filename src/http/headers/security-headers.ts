/** Headers of every response, unless its route sets them itself. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Makes browsers use https only for a year, if `PUBLIC_URL` is https. */
export function createHstsHeader({
  publicUrl,
  hstsSubdomains,
}: {
  publicUrl: string | null;
  hstsSubdomains: boolean;
}): Record<string, string> {
  if (!publicUrl?.startsWith('https:')) return {};
  return { 'Strict-Transport-Security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}` };
}
