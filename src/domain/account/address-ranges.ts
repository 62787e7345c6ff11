import { BlockList, isIP } from 'node:net';
import { parseAddressRange } from '../people/address-ranges.ts';

/** Returns the ranges as a list that addresses can be looked up in. */
export function createBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseAddressRange(text);
    if (range) list.addSubnet(range.address, range.bits, range.family);
  }
  return list;
}

/** Also finds IPv4 addresses that a socket of both families reports as `::ffff:…`. */
export function isInRanges(ranges: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && ranges.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
