/** An address below one that the page names, which knows the path that the service has behind a proxy. */
export function hrefOf(base: 'console-base' | 'api-base', path: string): string {
  const link = document.getElementById(base) as HTMLAnchorElement;
  return `${link.href.replace(/\/$/, '')}/${path}`;
}
