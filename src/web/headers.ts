const PRIVATE = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The customer's pages, and every message page. */
export const pageHeaders: Record<string, string> = {
  ...PRIVATE,
  'Content-Security-Policy': PAGE_POLICY,
  'X-Frame-Options': 'DENY',
};

/** `/outbox` and `/outbox/{id}`: they frame a mail's HTML from their own origin. */
export const outboxHeaders: Record<string, string> = {
  ...pageHeaders,
  'Content-Security-Policy': `${PAGE_POLICY}; frame-src 'self'`,
};

/** `/outbox/{id}/html`: a mail styles itself inline, and may do nothing else. */
export const mailFrameHeaders: Record<string, string> = {
  ...PRIVATE,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

/** The console: the person's own calls to the API, and the customer's page in a frame, come from its own origin. */
export const consoleHeaders: Record<string, string> = {
  ...PRIVATE,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
};

/** What a page of the console shows in a frame: the quote as its customer sees it. */
export const lookHeaders: Record<string, string> = {
  ...PRIVATE,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
  'X-Frame-Options': 'SAMEORIGIN',
};

/** `/docs`: public, and the same for everybody. It may call the API of its own origin, for those who try an operation. */
export const referenceHeaders: Record<string, string> = {
  ...pageHeaders,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};

/** Anything `findAsset` finds: its path changes with its content. */
export const assetHeaders: Record<string, string> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
