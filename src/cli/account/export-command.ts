import type { Command } from '../command.ts';
import { account, json } from '../options.ts';

/** Works on the database: no key may export an account. */
export const EXPORT_COMMAND: Command = {
  name: 'account export',
  summary: 'Write everything of an account into a ZIP file',
  options: { out: { value: 'FILE', help: 'The file to write; one of this name is replaced' }, account, json },
  details: `Settings, quotes, customers, invoices and all else as JSON, lists as CSV, and all PDFs and attachments, as they
are at one moment; the service may run. No passwords, keys or other secrets. The file gets its name after it was read
again and compared with its manifest. A PDF that nobody has asked for yet is not made: the export in the console has it.`,
  examples: ['proffer account export --out acme.zip'],
  load: async () => ({ run: (await import('./export.ts')).run }),
};
