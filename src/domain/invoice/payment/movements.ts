import type { Payment, PaymentKind } from '../payment.ts';
import type { Movement } from './provider.ts';

/** Kinds whose money leaves us. */
const LEAVING: readonly PaymentKind[] = ['refund', 'dispute'];

/** Whether a movement has a time and an amount in the direction of its kind. */
export function isPossibleMovement({ kind, amount, at }: Movement): boolean {
  const moved = LEAVING.includes(kind) ? -amount : amount;
  return Number.isSafeInteger(moved) && moved > 0 && Number.isFinite(at) && at >= 0;
}

/** Returns the movements that are not booked yet, each once. Those of another currency are no money of the invoice. */
export function findUnbookedMovements(
  movements: readonly Movement[],
  bookedIds: readonly (string | null)[],
  currency: string,
): Movement[] {
  const known = new Set<string | null>(bookedIds);
  return movements.filter((movement) => {
    if (known.has(movement.id) || movement.currency !== currency || movement.amount === 0) return false;
    known.add(movement.id);
    return true;
  });
}

/**
 * Returns the movements that can have happened to the money of a checkout: refunds never return more than was paid, nor
 * do disputes withdraw more. What reverses a movement that is left out is left out too.
 */
export function findPossibleMovements(
  booked: readonly Pick<Payment, 'kind' | 'amount'>[],
  unbooked: readonly Movement[],
): Movement[] {
  const movements = unbooked.filter(isPossibleMovement);
  const paid = sumOf([...booked, ...movements], 'payment');
  const left = {
    refund: paid + sumOf(booked, 'refund', 'refund_failed'),
    dispute: paid + sumOf(booked, 'dispute', 'dispute_won'),
  };
  const omitted = new Set<string>();
  return movements.filter(({ id, kind, amount }) => {
    if (kind === 'payment') return true;
    const way = kind === 'refund' || kind === 'refund_failed' ? 'refund' : 'dispute';
    if (left[way] + amount < 0 || omitted.has(id.replace(/:\w+$/, ''))) {
      omitted.add(id);
      return false;
    }
    left[way] += amount;
    return true;
  });
}

function sumOf(rows: readonly Pick<Payment, 'kind' | 'amount'>[], ...kinds: PaymentKind[]): number {
  return rows.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
}
