import { type ConsoleTexts, findConsoleTexts } from '../../i18n/console.ts';
import { fill } from '../../i18n/fill.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import type { Finding } from './finding.ts';

/** Names of settings, which no language translates. */
const SETTINGS = {
  publicUrl: 'PUBLIC_URL',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  dkimKey: 'MAIL_DKIM_KEY',
  profferSecret: 'PROFFER_SECRET',
  backupDir: 'BACKUP_DIR',
  operators: 'OPERATORS',
  signingCertificate: 'PDF_SIGNING_CERTIFICATE',
};

/** The name of a check and its sentence, with the values for its places. */
interface Sentence {
  name: string;
  message: string;
  values: Record<string, string>;
}

export function findSentence(
  { check, code, values }: Finding,
  { checks, findings }: ConsoleTexts['installation'],
): Sentence {
  return { name: checks[check], message: findings[code], values: { ...SETTINGS, ...values } };
}

/** Returns the name of the check and the sentence in English. */
export function describeFinding(finding: Finding): { name: string; text: string } {
  const { installation } = findConsoleTexts(resolveLocale('en')).t;
  const { name, message, values } = findSentence(finding, installation);
  return { name, text: fill(message, values) };
}
