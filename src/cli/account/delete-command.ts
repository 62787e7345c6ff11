import type { Command } from '../command.ts';
import { json } from '../options.ts';

export const DELETE_COMMAND: Command = {
  name: 'accounts delete',
  summary: 'Delete a closed account with all that belongs to it',
  args: '<account-id>',
  minArgs: 1,
  maxArgs: 1,
  options: { name: { value: 'NAME', help: 'The exact name of the business, to be sure' }, json },
  details: `Only a closed account can be deleted, and never the first one. People who belong to no other account are deleted too.
The service may run. A run that was ended can be repeated. Nothing brings the account back but a backup: backups that
were made before keep all of it, so delete them, too, if it must be gone.`,
  examples: ['proffer accounts delete acc_01k0a1b2c3d4e5f6g7h8j9kmnp --name "Acme Ltd"'],
  load: () => import('./delete.ts'),
};
