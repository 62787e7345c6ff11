import { isIP, type LookupFunction } from 'node:net';

/** Time to connect to an address before the next one is tried. */
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Options of a socket that connects to the given addresses only, in their order, whatever the name of its host resolves
 * to (DNS rebinding).
 */
export function connectTo(getAddresses: () => readonly string[]) {
  const lookup: LookupFunction = (_host, _options, found) =>
    found(
      null,
      getAddresses().map((address) => ({ address, family: isIP(address) })),
    );
  return { lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS };
}
