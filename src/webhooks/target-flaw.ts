import { isIP } from 'node:net';
import { isPublicAddress } from './judge-address.ts';

/**
 * What is wrong with where an endpoint wants its events, as far as the address alone tells; what its name leads to is
 * judged at every try. Names of this machine are known to be private without asking anybody.
 */
export function targetFlaw(text: string, isPrivateAllowed: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || url.hostname === '') return 'must be a URL such as https://example.com/webhooks';
  if (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:')) {
    return isPrivateAllowed ? 'must begin with https:// or http://' : 'must begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment (#…)';
  if (isPrivateAllowed || isPublicHost(hostOf(url))) return undefined;
  return 'must lead to a public address, not to a private or reserved one';
}

/** Without the brackets of IPv6 and the dot that may end a name. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host !== '' && host !== 'localhost' && !host.endsWith('.localhost');
}
