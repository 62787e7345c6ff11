/** Largest number of address ranges of a key. */
export const MAX_ADDRESS_RANGES = 50;

const V4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const V6_CHARACTERS = /^[0-9a-f:.]{2,45}$/i;

/** A range of IP addresses such as `203.0.113.0/24`; a single address is a range of one. */
export interface AddressRange {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Returns `undefined` for a text that is not an address or a range. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const family = V4.test(address)
    ? 'ipv4'
    : address.includes(':') && V6_CHARACTERS.test(address)
      ? 'ipv6'
      : undefined;
  if (!family || rest.length > 0 || !isAddress(address, family)) return undefined;
  const maxBits = family === 'ipv4' ? 32 : 128;
  if (length === undefined) return { address, bits: maxBits, family };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return bits <= maxBits ? { address, bits, family } : undefined;
}

/** The URL parser knows all forms of addresses; it changes the form of what it accepts, but not the meaning. */
function isAddress(address: string, family: AddressRange['family']): boolean {
  if (family === 'ipv4')
    return address.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part);
  return URL.parse(`http://[${address}]`) !== null;
}
