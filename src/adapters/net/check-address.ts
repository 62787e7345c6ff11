import { BlockList, isIP } from 'node:net';

type Range = readonly [prefix: string, length: number];

/** IANA's special-purpose registry of IPv4 (RFC 6890), and multicast. */
const SPECIAL_V4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** IPv6 prefixes with an IPv4 address in the last 32 bits: mapped addresses, and NAT64. */
const V4_EMBEDDING_PREFIXES = ['::ffff:', '64:ff9b::'];

/** IPv6 addresses that IANA allocates as global unicast, and those that embed IPv4. */
const GLOBAL_V6: readonly Range[] = [
  ['2000::', 3],
  ...V4_EMBEDDING_PREFIXES.map((prefix): Range => [`${prefix}0.0.0.0`, 96]),
];

/**
 * IANA's special-purpose registry of IPv6 within global unicast. Teredo (2001::/32) and 6to4 (2002::/16) embed an IPv4
 * address that only defunct relays reach; they are rejected whatever they embed.
 */
const SPECIAL_V6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const global = new BlockList();
for (const [prefix, length] of GLOBAL_V6) global.addSubnet(prefix, length, 'ipv6');
const special = new BlockList();
for (const [prefix, length] of SPECIAL_V6) special.addSubnet(prefix, length, 'ipv6');
for (const [prefix, length] of SPECIAL_V4) {
  special.addSubnet(prefix, length, 'ipv4');
  for (const prefixOfV4 of V4_EMBEDDING_PREFIXES) special.addSubnet(prefixOfV4 + prefix, 96 + length, 'ipv6');
}

/**
 * Returns whether a literal address, without brackets, is public: global unicast and not special-purpose. A text that
 * is not an address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !special.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
