/** Resolves a path against a base URL from the page, which includes the path prefix of a proxy. */
export function resolveHref(base: 'console-base' | 'api-base', path: string): string {
  const link = document.getElementById(base) as HTMLAnchorElement;
  return `${link.href.replace(/\/$/, '')}/${path}`;
}
