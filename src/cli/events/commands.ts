import type { Command, Option } from '../command.ts';
import { json } from '../options.ts';

const url: Option = { value: 'URL', help: 'Use a remote service, with the key in PROFFER_API_KEY' };

const RESEND = {
  summary: 'Deliver an event to the webhook endpoints again',
  args: '<event-id>',
  minArgs: 1,
  maxArgs: 1,
  options: {
    endpoint: {
      value: 'ID',
      help: 'Only to this endpoint, whatever its types are (default: all that match)',
    },
    url,
    account: { value: 'ID', help: 'Account to work on (default: the one that has the event)' },
    json,
  },
  details: `The running service delivers the event, with the same webhook-id as before. Events are kept for 90 days
(EVENTS_DAYS). The exit code is 1 if no enabled endpoint has the type of the event.`,
  load: () => import('./resend.ts'),
} satisfies Omit<Command, 'name'>;

export const EVENT_COMMANDS: readonly Command[] = [
  {
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
.expiring, .expired, .converted, .deleted, .links_revoked; message.received, .sent; renewal.requested; invoice.created,
.issued, .sent, .viewed, .overdue, .reminded, .links_revoked, .paid; payment.recorded, .removed; credit_note.created.`,
    examples: ['proffer trigger quote.accepted', 'proffer trigger invoice.paid --json'],
    load: () => import('./trigger.ts'),
  },
  {
    ...RESEND,
    name: 'events resend',
    examples: ['proffer events resend evt_01k0a1b2c3d4e5f6g7h8j9kmnp'],
  },
  { ...RESEND, name: 'resend', summary: 'The same as "proffer events resend"' },
];
