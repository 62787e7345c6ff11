import type { ConsoleTexts } from '../../i18n/console.ts';

/** What is examined, in the order of the report. */
const CHECKS = [
  'address',
  'clock',
  'disk',
  'database',
  'mail',
  'secret',
  'signing',
  'backup',
  'version',
  'fonts',
  'operators',
] as const;
type Check = (typeof CHECKS)[number];

/** A result of the examination, whose sentence is a text of the console. */
export interface Finding {
  check: Check;
  code: keyof ConsoleTexts['installation']['findings'];
  /** Whether there is nothing to do. */
  isFine: boolean;
  /** What the sentence names. */
  values: Record<string, string>;
}

export function isEverythingFine(findings: readonly Finding[]): boolean {
  return findings.every(({ isFine }) => isFine);
}

/** Returns functions that create findings of a check. */
export function findingsOf(check: Check) {
  const create =
    (isFine: boolean) =>
    (code: Finding['code'], values: Finding['values'] = {}): Finding => ({ check, code, isFine, values });
  return { fine: create(true), todo: create(false) };
}
