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
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The customer pages and all message pages. */
export const pageHeaders: Record<string, string> = {
  ...PRIVATE,
  'Content-Security-Policy': PAGE_POLICY,
  'X-Frame-Options': 'DENY',
};

/** The customer page, whose script asks for the totals of a selection if it may not know the prices. */
export const quotePageHeaders: Record<string, string> = {
  ...pageHeaders,
  'Content-Security-Policy': `${PAGE_POLICY}; connect-src 'self'`,
};

/** `/outbox` and `/outbox/{id}`, which frame the HTML of an email from their own origin. */
export const outboxHeaders: Record<string, string> = {
  ...pageHeaders,
  'Content-Security-Policy': `${PAGE_POLICY}; frame-src 'self'`,
};

/** `/outbox/{id}/html`: an email may use inline styles and nothing else. */
export const mailFrameHeaders: Record<string, string> = {
  ...PRIVATE,
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

/** The console: API requests and the framed customer page come from its own origin. */
export const consoleHeaders: Record<string, string> = {
  ...PRIVATE,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
};

/** The customer page framed by the console. */
export const previewHeaders: Record<string, string> = {
  ...PRIVATE,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
  'X-Frame-Options': 'SAMEORIGIN',
};

/** `/docs`: public and the same for everyone. It may call the API of its own origin to try operations. */
export const referenceHeaders: Record<string, string> = {
  ...pageHeaders,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};

/** The pages of `docs/`, which have a search form. They are public and the same for everyone. */
export const docsHeaders: Record<string, string> = { ...pageHeaders, 'Cache-Control': 'no-cache' };

/** Everything that `findAsset` finds: the path changes with the content. */
export const assetHeaders: Record<string, string> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
