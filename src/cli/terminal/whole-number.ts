import { UsageError } from '../command.ts';

/** The value of an option, from 1 on. */
export function wholeNumber(option: string, value: string, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}, not "${value}"`);
}
