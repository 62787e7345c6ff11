import type { FastifyRequest } from 'fastify';
import { clientAddress, readAddress } from '../domain/client-address.ts';
import type { RateWindow } from '../store/tables/rate-windows.ts';
import { secondsLeft, type UseWindow, windowsInMemory } from './rate-limits.ts';

/** Refused in a minute from one network; who mistypes a key is far below, who guesses far above. */
const REFUSED_A_MINUTE = 20;
/** A flood of addresses takes no more memory than this many. */
const MAX_NETWORKS = 10_000;

/** Counts refused sign-ins of a network, here or in the thread that counts for all. */
export type CountRefused = (network: string, now: number) => RateWindow | Promise<RateWindow>;

export function refusedInMemory(): (network: string, now: number) => RateWindow {
  const useWindow: UseWindow<RateWindow> = windowsInMemory(MAX_NETWORKS);
  return (network, now) => ({
    ...useWindow({ accountId: '', subject: network, kind: 'refused' }, 1, now),
  });
}

/**
 * Counts one refused sign-in: the seconds to wait when there were too many, else `undefined`. It is asked only after the
 * key was looked up, so that a right key is never refused for the wrong ones of others.
 */
export async function countRefused(
  count: CountRefused,
  request: FastifyRequest,
  now: number,
): Promise<number | undefined> {
  const { ends_at: ends, used } = await count(networkOf(nearestAddress(request)), now);
  return used > REFUSED_A_MINUTE ? secondsLeft({ ends }, now) : undefined;
}

/** Who spoke to our proxy: what stands further away in X-Forwarded-For may be the stranger's own invention. */
export function nearestAddress(request: FastifyRequest): string {
  const [, forwarded] = request.ips ?? [];
  return readAddress(forwarded) ?? readAddress(request.socket.remoteAddress) ?? clientAddress(request) ?? '';
}

/** An IPv4 address, or the /64 of an IPv6 one: that much anybody has to himself. */
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

/** An IPv4 address at the end takes the room of two groups. */
function widthOf(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
}
