import type { Outage } from '../../domain/outage.ts';

/** The messages for callers and monitoring. Internal details stay in the log. */
export const OUTAGES: Record<Outage, { reason: string; detail: string }> = {
  away: {
    reason: 'database',
    detail: 'The database does not respond at the moment. Try again shortly.',
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
