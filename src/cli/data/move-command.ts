import type { Command } from '../command.ts';
import { json } from '../options.ts';

export const MOVE_COMMAND: Command = {
  name: 'move',
  summary:
    'Move everything from the embedded database to PostgreSQL, or back, or one account to another installation',
  options: {
    from: { value: 'PLACE', help: 'sqlite:FOLDER or postgres://…' },
    to: { value: 'PLACE', help: 'The same; an empty database, or the target of an interrupted move' },
    account: { value: 'ID', help: 'Move only this account, into an installation that may have others' },
    'from-secret': { value: 'FILE', help: 'PROFFER_SECRET of the source, if it has one (with --account)' },
    'to-secret': { value: 'FILE', help: 'PROFFER_SECRET of the target, if it has one (with --account)' },
    'keep-links': { help: 'The target runs with PROFFER_SECRET_PREVIOUS of the source (with --account)' },
    'dry-run': { help: 'Count what would be moved and write nothing (with --account)' },
    undo: { help: 'Take back an unfinished move (with --account)' },
    json,
  },
  details: `Stop the services first. Every row is copied, then every row is compared. Without --account the source is only
read. To resume an interrupted move, run the same command again; until the move is complete, the service does
not start on the target. Afterwards: set DATABASE_URL (or DATA_DIR) to the target and start the service.
With --account, stored keys and passwords are encrypted with the secret of the target, people are matched by email, and
the account is closed at the source from the beginning; --undo reopens it. See docs/operating.md.`,
  examples: [
    'proffer move --from sqlite:./data --to postgres://user:password@host/proffer',
    'proffer move --from postgres://user:password@host/proffer --to sqlite:./copy',
    'proffer move --account acc_01jzy3v1m2c5k8w0q4r7t9x6ab --from sqlite:./data --to postgres://host/proffer --dry-run',
  ],
  load: () => import('./move.ts'),
};
