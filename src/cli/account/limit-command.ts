import type { Command } from '../command.ts';
import { json } from '../options.ts';

export const LIMIT_COMMAND: Command = {
  name: 'accounts limit',
  summary: 'Limit what an account may use, or show its limits',
  args: '<account-id> [limit=value ...]',
  minArgs: 1,
  maxArgs: Number.POSITIVE_INFINITY,
  options: { json },
  details: `Limits: quotes (created per calendar month, UTC), storage (bytes of attachments and PDFs, such as 500MB),
people (members and open invitations), requests (per minute, of all keys and apps together). The value "none" removes a
limit; limits that are not named stay. Running processes apply a new limit at once, that of requests within 5 seconds.`,
  examples: [
    'proffer accounts limit acc_01k0a1b2c3d4e5f6g7h8j9kmnp',
    'proffer accounts limit acc_01k0a1b2c3d4e5f6g7h8j9kmnp quotes=1000 storage=500MB people=5 requests=600',
    'proffer accounts limit acc_01k0a1b2c3d4e5f6g7h8j9kmnp people=none',
  ],
  load: () => import('./limits.ts'),
};
