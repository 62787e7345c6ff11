import type { FastifyRequest } from 'fastify';
import type { RateWindow } from '../store/tables/rate-windows.ts';
import { clientAddress, readAddress } from '../telemetry/client-address.ts';
import { secondsLeft, type UseWindow, windowsInMemory } from './rate-limits.ts';

/** Rejected sign-ins per minute and network. Typing errors stay far below, guessing is far above. */
const REFUSED_A_MINUTE = 20;
/** Bounds the memory during a flood of addresses. */
const MAX_NETWORKS = 10_000;

/** Counts rejected sign-ins of a network, in this thread or in the main thread. */
export type CountRefused = (network: string, now: number) => RateWindow | Promise<RateWindow>;

export function refusedInMemory(): (network: string, now: number) => RateWindow {
  const useWindow: UseWindow<RateWindow> = windowsInMemory(MAX_NETWORKS);
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
  const { ends_at: ends, used } = await count(networkOf(nearestAddress(request)), now);
  return used > REFUSED_A_MINUTE ? secondsLeft({ ends }, now) : undefined;
}

/** Returns the address that connected to our proxy. Entries before it in X-Forwarded-For may be forged by the client. */
export function nearestAddress(request: FastifyRequest): string {
  const [, forwarded] = request.ips ?? [];
  return readAddress(forwarded) ?? readAddress(request.socket.remoteAddress) ?? clientAddress(request) ?? '';
}

/** Returns the IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::', 2);
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - widthOf(tail))).fill('0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Counts IPv6 groups. An IPv4 address at the end takes two. */
function widthOf(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
}
