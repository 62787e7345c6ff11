import { UsageError } from '../command.ts';

/** Parses the value of an option that must be a whole number from 1 to `max`. */
export function parseWholeNumber(option: string, value: string, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}, not "${value}"`);
}
