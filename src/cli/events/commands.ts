import type { ApiCommand } from '../api/api-command.ts';
import type { Command } from '../command.ts';
import { json, url } from '../options.ts';

const RESEND: Omit<ApiCommand, 'name'> = {
  summary: 'Deliver an event to the webhook endpoints again',
  operation: 'resendEvent',
  routes: () => import('../../api/routes/webhooks/resend.ts'),
  names: 'event',
  details: `The same webhook-id is used as before. Events are kept for 90 days (EVENTS_DAYS). The account is the one that has the
event, unless --account names one. The exit code is 1 if no enabled endpoint has the type of the event.`,
  act: async () => (await import('./resend.ts')).resend,
  findAccount: async (id) => {
    const { findEventAccount } = await import('../../actions/events/find-event-account.ts');
    return (db) => findEventAccount({ db }, id);
  },
};

export const EVENT_COMMANDS: readonly ApiCommand[] = [
  {
    ...RESEND,
    name: 'events resend',
    examples: ['proffer events resend evt_01k0a1b2c3d4e5f6g7h8j9kmnp'],
  },
  { ...RESEND, name: 'resend', summary: 'The same as "proffer events resend"' },
];

export const TRIGGER_COMMAND: Command = {
  name: 'trigger',
  summary: 'Cause an event in a test account, to try a webhook',
  args: '<event-type>',
  minArgs: 1,
  maxArgs: 1,
  options: {
    url,
    account: { value: 'ID', help: 'Test account to work on (default: the first one)' },
    json,
  },
  details: `Creates the objects that the event needs (a customer, a quote, an invoice) through the running service, and prints
the event. Emails of test accounts are captured, never sent. Watch it with "proffer listen".
Types: customer.created, .updated, .deleted; quote.created, .updated, .sent, .viewed, .reminded, .accepted, .declined,
.expiring, .expired, .converted, .deleted, .links_revoked, .change_requested,
.change_declined; message.received, .sent; renewal.requested; invoice.created,
.issued, .sent, .viewed, .overdue, .reminded, .links_revoked, .paid; payment.recorded, .removed; credit_note.created.`,
  examples: ['proffer trigger quote.accepted', 'proffer trigger invoice.paid --json'],
  load: () => import('./trigger.ts'),
};
