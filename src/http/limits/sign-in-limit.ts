import type { FastifyRequest } from 'fastify';
import { createMemoryWindows, secondsLeft, type UseWindow } from '../../actions/rate-limits.ts';
import { getClientAddress, parseIpAddress } from '../../app/telemetry/client-address.ts';
import type { RateWindow } from '../../store/tables/rate-windows.ts';

/** Rejected sign-ins per minute and network. Typing errors stay far below, guessing is far above. */
const MAX_REJECTED_PER_MINUTE = 20;
/** Bounds the memory during a flood of addresses. */
const MAX_NETWORKS = 10_000;

/** Counts rejected sign-ins of a network. */
export type CountRefused = (network: string, now: number) => RateWindow;

export function createRejectionCounter(): (network: string, now: number) => RateWindow {
  const useWindow: UseWindow = createMemoryWindows(MAX_NETWORKS);
  return (network, now) => ({
    ...useWindow({ accountId: '', subject: network, kind: 'refused' }, 1, now),
  });
}

/**
 * Counts one rejected sign-in. Returns the seconds to wait if there were too many. Called only after the key was looked
 * up, so that a valid key is never rejected because of invalid keys from the same network.
 */
export async function countRefused(
  count: CountRefused,
  request: FastifyRequest,
  now: number,
): Promise<number | undefined> {
  const { ends_at: ends, used } = await count(toNetwork(getNearestAddress(request)), now);
  return used > MAX_REJECTED_PER_MINUTE ? secondsLeft({ ends }, now) : undefined;
}

/** Returns the address that connected to our proxy. Entries before it in X-Forwarded-For may be forged by the client. */
export function getNearestAddress(request: FastifyRequest): string {
  const [, forwarded] = request.ips ?? [];
  return (
    parseIpAddress(forwarded) ??
    parseIpAddress(request.socket.remoteAddress) ??
    getClientAddress(request) ??
    ''
  );
}

/** Returns the IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::', 2);
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const groups = [
    ...head,
    ...Array<string>(Math.max(0, 8 - head.length - countGroups(tail))).fill('0'),
    ...tail,
  ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Counts IPv6 groups. An IPv4 address at the end takes two. */
function countGroups(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
}
