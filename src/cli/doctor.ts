import { findSealingSecrets } from '../actions/account/sealing/sealing-secrets.ts';
import { describeFinding } from '../actions/installation/describe-finding.ts';
import { examineInstallation } from '../actions/installation/examine.ts';
import { isEverythingFine } from '../actions/installation/finding.ts';
import { readConfig } from '../app/config/config.ts';
import { CliError, type Input } from './command.ts';
import { printJson, toPrintable } from './terminal/output.ts';
import { withDatabase } from './with-database.ts';

/** Says in words whether this installation would serve a business. The exit code is 1 if there is something to do. */
export async function run({ flag }: Input): Promise<number> {
  const config = readConfig(process.env);
  const findings = await withDatabase(async (db) => {
    const sealing = await findSealingSecrets(db, config);
    if (!sealing) throw new CliError('start the service once first (proffer serve)');
    return examineInstallation({ config, db, clock: Date.now, sealing });
  });
  const described = findings.map((finding) => ({ ...finding, ...describeFinding(finding) }));
  const isFine = isEverythingFine(findings);
  if (flag('json')) {
    printJson({
      isFine,
      findings: described.map(({ check, code, isFine, text, values }) => ({
        check,
        code,
        isFine,
        text,
        values,
      })),
    });
  } else {
    for (const { isFine, name, text } of described) {
      process.stdout.write(`${isFine ? '✓' : '✗'} ${name.padEnd(8)} ${toPrintable(text)}\n`);
    }
    const todo = findings.filter((finding) => !finding.isFine).length;
    process.stdout.write(isFine ? '\nEverything is fine.\n' : `\n${todo} to do.\n`);
  }
  return isFine ? 0 : 1;
}
