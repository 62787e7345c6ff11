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
};

/** Returns the name of the check and the sentence, in English unless there are other texts. */
export function describeFinding(
  { check, code, values }: Finding,
  { checks, findings }: ConsoleTexts['installation'] = findConsoleTexts(resolveLocale('en')).t.installation,
): { name: string; text: string } {
  return { name: checks[check], text: fill(findings[code], { ...SETTINGS, ...values }) };
}
