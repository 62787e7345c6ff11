import type { Command } from '../command.ts';
import { json } from '../options.ts';

export const SECRET_COMMANDS: readonly Command[] = [
  {
    name: 'secrets reseal',
    summary: 'Encrypt stored keys, secrets and passwords again with the current PROFFER_SECRET',
    options: { json },
    details: `To change the secret: set PROFFER_SECRET to the new one and PROFFER_SECRET_PREVIOUS to the old one, restart every
process, then run this command with the same settings while the service runs. It can be repeated. What cannot be
opened with either secret is listed and left as it is, and the exit code is 1.`,
    examples: ['proffer secrets reseal'],
    load: () => import('./reseal.ts'),
  },
  {
    name: 'secrets rotate-signing-key',
    summary: 'Make a new key that signs decisions',
    options: { json },
    details: `Running processes use it from their next decision on. The private part of the old key is destroyed; its public part
stays at /.well-known/jwks.json for good, so that what it has signed can always be checked.`,
    examples: ['proffer secrets rotate-signing-key'],
    load: () => import('./rotate-signing-key.ts'),
  },
];
