import type { Command } from '../command.ts';

export const INSTALL_COMMAND: Command = {
  name: 'install',
  summary: 'Set up the service on this machine: a hardened systemd unit, its user, folders and backups',
  options: {
    domain: {
      value: 'DOMAIN',
      help: 'The name under which customers reach the service, behind a proxy with HTTPS',
    },
    keep: { value: 'N', help: 'How many backups to keep, two per day (default: 28)' },
    print: { help: 'Only print the files' },
    root: { value: 'DIR', help: 'Only write the files, below DIR' },
  },
  details: `For Linux with systemd, as root. It writes the units, creates the user "proffer" and the folders /var/lib/proffer and
/var/backups/proffer, and starts the service and the backups. The settings are in /etc/proffer/proffer.env, which is
never overwritten. Run it again after the program was moved or upgraded. The program must be where its user can read it,
such as /opt/proffer.`,
  examples: ['proffer install --domain quotes.example.com', 'proffer install --print'],
  load: () => import('./install.ts'),
};
