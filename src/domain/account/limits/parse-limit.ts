import { type LimitName, MIN_LIMITS } from './account-limits.ts';

const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Parses what the operator types: a number, for storage with a unit, or `none` (`null`). `undefined` if it is neither. */
export function parseLimit(name: LimitName, text: string): number | null | undefined {
  if (text.trim().toLowerCase() === 'none') return null;
  const [, digits, unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,3})?)\s*([kmgt]?b)?\s*$/i.exec(text) ?? [];
  if (digits === undefined || (unit !== '' && name !== 'storage')) return undefined;
  const value = Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
  return Number.isSafeInteger(value) && value >= MIN_LIMITS[name] ? value : undefined;
}

/** Formats a limit as it can be typed: storage in the largest unit that needs no decimals. Empty without one. */
export function formatLimit(name: LimitName, limit: number | undefined): string {
  if (limit === undefined) return '';
  if (name !== 'storage' || limit === 0) return String(limit);
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => limit % size === 0) ?? ['', 1];
  return unit === 'b' || unit === ''
    ? String(limit)
    : `${limit / size} ${unit === 'kb' ? 'kB' : unit.toUpperCase()}`;
}
