import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './check-address.ts';

/** Returns all IPv4 and IPv6 addresses of a name, or none. */
export type Lookup = (host: string) => Promise<string[]>;

/** Why the host is not connected to, in words for the person who named it. */
export class UnreachableError extends Error {}

const RESOLVE_TIMEOUT_MS = 4_000;

/**
 * Resolves and checks the addresses of a host. Callers must connect to exactly these addresses: a second lookup could
 * return others. If one address is not public, none is used.
 */
export async function resolveAllowedAddresses(
  host: string,
  { isPrivateAllowed, find }: { isPrivateAllowed: boolean; find?: Lookup | undefined },
): Promise<string[]> {
  if (isIP(host) !== 0) return assertAllowed([host], isPrivateAllowed);
  const addresses = await (find ?? (isPrivateAllowed ? lookUpInSystem : lookUpInDns))(host);
  if (addresses.length === 0) throw new UnreachableError('The host name could not be resolved.');
  return assertAllowed(addresses, isPrivateAllowed);
}

function assertAllowed(addresses: string[], isPrivateAllowed: boolean): string[] {
  if (isPrivateAllowed || addresses.every(isPublicAddress)) return addresses;
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
