import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './check-address.ts';

/** Returns all IPv4 and IPv6 addresses of a name, or none. */
export type Lookup = (host: string) => Promise<string[]>;

/** Why the host is not connected to, in words for the person who named it. */
export class UnreachableError extends Error {}

export interface AddressRules {
  /** Allows private and reserved addresses for any host. */
  isPrivateAllowed?: boolean;
  /** Names and addresses, in lower case, that may be private. */
  privateHosts?: readonly string[];
  /** Replaces the lookup, for tests. */
  find?: Lookup | undefined;
}

const RESOLVE_TIMEOUT_MS = 4_000;

/**
 * Resolves and checks the addresses of a host. Callers must connect to exactly these addresses: a second lookup could
 * return others. If one address is not public, none is used.
 */
export async function resolveAllowedAddresses(
  host: string,
  { isPrivateAllowed = false, privateHosts = [], find }: AddressRules,
): Promise<string[]> {
  const isAnyAllowed = isPrivateAllowed || privateHosts.includes(host.toLowerCase());
  const isAllowed = (address: string) =>
    isAnyAllowed || isPublicAddress(address) || privateHosts.includes(address);
  const lookUp = find ?? (isAnyAllowed ? lookUpInSystem : lookUpInDns);
  const addresses = isIP(host) === 0 ? await lookUp(host) : [host];
  if (addresses.length === 0) throw new UnreachableError('The host name could not be resolved.');
  if (addresses.every(isAllowed)) return addresses;
  throw new UnreachableError('The host has a private or reserved address; only public ones are allowed.');
}

/**
 * Queries DNS without the system's resolver, which blocks a thread while a name server does not respond. These threads
 * are few, and file access and password hashing need them too.
 */
async function lookUpInDns(host: string): Promise<string[]> {
  const resolver = new Resolver({
    timeout: RESOLVE_TIMEOUT_MS / 2,
    tries: 2,
    maxTimeout: RESOLVE_TIMEOUT_MS / 2,
  });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}

/** Also resolves names that only this machine or its network knows. */
async function lookUpInSystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
