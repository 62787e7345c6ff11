import { isIP } from 'node:net';

type Range = readonly [prefix: string, length: number];

/** IANA's special-purpose registry of IPv4 (RFC 6890), and multicast, which is nobody's address. */
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

/** All that IANA has given out as global unicast of IPv6. */
const GLOBAL_V6: Range = ['2000::', 3];

/**
 * The part of its special-purpose registry within that. Teredo (2001::/32) and 6to4 (2002::/16) lead to the IPv4 address
 * inside, by way of relays that nobody runs any more: they are refused whatever is inside.
 */
const SPECIAL_V6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** What only says IPv4 in other words: mapped addresses, and what a network without IPv4 translates (NAT64). */
const CARRYING_V4: readonly Range[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
];

/**
 * Whether a literal address, without brackets, is one of the public network: global unicast, and nothing special. All
 * else is refused, and so is what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  const number = family === 4 ? v4Number(address) : v6Number(address);
  if (family === 4) return isPublicV4(number);
  if (CARRYING_V4.some((range) => isIn(number, range, 128))) return isPublicV4(number & 0xffff_ffffn);
  return isIn(number, GLOBAL_V6, 128) && !SPECIAL_V6.some((range) => isIn(number, range, 128));
}

function isPublicV4(number: bigint): boolean {
  return !SPECIAL_V4.some((range) => isIn(number, range, 32));
}

function isIn(number: bigint, [prefix, length]: Range, bits: 32 | 128): boolean {
  const shift = BigInt(bits - length);
  const start = bits === 32 ? v4Number(prefix) : v6Number(prefix);
  return number >> shift === start >> shift;
}

function v4Number(address: string): bigint {
  return address.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

function v6Number(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...zeros, ...after].reduce((number, group) => (number << 16n) | group, 0n);
}

/** The last part may be written as IPv4. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const number = v4Number(group);
    return [number >> 16n, number & 0xffffn];
  });
}
