import type { Outage } from '../../domain/outage.ts';

/** What a caller and whoever watches the service are told; the inside of the service stays in the log. */
export const OUTAGES: Record<Outage, { reason: string; detail: string }> = {
  away: {
    reason: 'database',
    detail: 'The database does not answer at the moment. Try again shortly.',
  },
  full: {
    reason: 'disk_full',
    detail:
      'The service has no disk space left, so nothing can be stored. Reading still works. Try again later.',
  },
  unwritable: {
    reason: 'database_unwritable',
    detail: 'The database cannot be written at the moment. Reading still works. Try again later.',
  },
  read_only: {
    reason: 'database_read_only',
    detail: 'The database is read-only at the moment. Reading still works. Try again later.',
  },
  replaced: {
    reason: 'database_replaced',
    detail:
      'The database file of the service was deleted, moved or replaced, so nothing can be stored until the service is restarted.',
  },
};
