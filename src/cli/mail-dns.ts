import { createPublicKey } from 'node:crypto';
import { readConfig } from '../app/config/config.ts';
import { CliError, type Input } from './command.ts';
import { printJsonList } from './terminal/json-list.ts';
import { formatTable } from './terminal/output.ts';

/** Prints the record with the public key, which mail servers look up to verify signatures. */
export async function run({ flag }: Input): Promise<void> {
  const { mailDkimDomain, mailDkimSelector, mailDkimKey } = readConfig(process.env);
  if (mailDkimKey === null) {
    throw new CliError(
      'there is no key to publish: set MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY; see docs/mail.md',
    );
  }
  const publicKey = createPublicKey(mailDkimKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const record = {
    type: 'TXT',
    name: `${mailDkimSelector}._domainkey.${mailDkimDomain}`,
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
  };
  if (flag('json')) printJsonList([record]);
  else process.stdout.write(formatTable(['TYPE', 'NAME', 'VALUE'], [Object.values(record)]));
}
