import { checkAddress } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkOperators } from './check-operators.ts';
import { checkFonts, checkVersion } from './check-program.ts';
import { checkSecret } from './check-secret.ts';
import { checkSigning } from './check-signing.ts';
import type { Examined } from './examined.ts';
import type { Finding } from './finding.ts';

/** Examines whether this installation would serve a business. Nothing is changed. */
export async function examineInstallation(examined: Examined): Promise<Finding[]> {
  const checks = [
    checkAddress,
    checkClock,
    checkDisk,
    checkDatabase,
    checkMail,
    checkSecret,
    checkSigning,
    checkBackup,
    checkVersion,
    checkFonts,
    checkOperators,
  ];
  return (await Promise.all(checks.map((check) => check(examined)))).flat();
}
