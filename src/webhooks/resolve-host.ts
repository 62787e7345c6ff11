import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './judge-address.ts';

/** All addresses of a name, of both families; none when there are none. */
export type Lookup = (host: string) => Promise<string[]>;

/** Why nothing was sent; says so to the one who set up the endpoint. */
export class NotReachable extends Error {}

const RESOLVE_MS = 4_000;

/**
 * The addresses that may be connected to, judged here and nowhere later: whoever connects must take them as they are,
 * because a name that is asked for a second time may lead elsewhere. If one of them is not public, none of them is used.
 */
export async function judgedAddresses(
  host: string,
  { isPrivateAllowed, find }: { isPrivateAllowed: boolean; find?: Lookup | undefined },
): Promise<string[]> {
  if (isIP(host) !== 0) return judged([host], isPrivateAllowed);
  const addresses = await (find ?? (isPrivateAllowed ? findAsTheSystemDoes : findInDns))(host);
  if (addresses.length === 0) throw new NotReachable('The name of the host could not be resolved.');
  return judged(addresses, isPrivateAllowed);
}

function judged(addresses: string[], isPrivateAllowed: boolean): string[] {
  if (isPrivateAllowed || addresses.every(isPublicAddress)) return addresses;
  throw new NotReachable('The host has a private or reserved address; webhooks go to public addresses only.');
}

/**
 * Asked without the threads that the system's own resolver would hold while a name server is silent: those are few, and
 * files, passwords and other names wait for them too.
 */
async function findInDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS / 2, tries: 2, maxTimeout: RESOLVE_MS / 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}

/** With names that only this machine or its network knows. */
async function findAsTheSystemDoes(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
