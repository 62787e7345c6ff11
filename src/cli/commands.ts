import { DELETE_COMMAND } from './account/delete-command.ts';
import { EXPORT_COMMAND } from './account/export-command.ts';
import { LIMIT_COMMAND } from './account/limit-command.ts';
import type { ApiCommand } from './api/api-command.ts';
import { createCommand } from './api/create-command.ts';
import { CATALOGUE_COMMANDS } from './catalogue-commands.ts';
import type { Command } from './command.ts';
import { CUSTOMER_COMMANDS, ERASURE_COMMANDS } from './customers/commands.ts';
import { MOVE_COMMAND } from './data/move-command.ts';
import { SECRET_COMMANDS } from './data/secret-commands.ts';
import { EVENT_COMMANDS, TRIGGER_COMMAND } from './events/commands.ts';
import { IMPORT_COMMANDS } from './import/commands.ts';
import { INSTALL_COMMAND } from './install/command.ts';
import { INVOICE_COMMANDS } from './invoices/commands.ts';
import { account, json, url } from './options.ts';
import { QUOTE_COMMANDS } from './quotes/commands.ts';
import { SERVE_COMMANDS } from './serve/commands.ts';

const API_COMMANDS: readonly ApiCommand[] = [
  ...QUOTE_COMMANDS,
  ...INVOICE_COMMANDS,
  ...EVENT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...CATALOGUE_COMMANDS,
];

/** Creates the commands of operations; their errors may name all others. */
function createCommands(commands: readonly ApiCommand[]): Command[] {
  return commands.map((command) => createCommand(command, API_COMMANDS));
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...SERVE_COMMANDS,
  INSTALL_COMMAND,
  {
    name: 'keys create',
    summary: 'Create an API key and show it, once',
    options: {
      name: { value: 'NAME', help: 'What the key is for (default: the time of creation)' },
      'read-only': { help: 'The key may read, not write' },
      draft: { help: 'The key may read and prepare drafts, not send or convert' },
      costs: { help: 'The key may also see and set costs, and see margins' },
      expires: { value: 'DATE', help: 'Last day on which the key works (UTC), such as 2027-06-30' },
      from: { value: 'RANGES', help: 'IP addresses and ranges it works from, separated by commas' },
      account,
      json,
    },
    details: 'Only the key itself goes to stdout, so that a script can capture it.',
    examples: ['proffer keys create --name webshop', 'KEY=$(proffer keys create --name reports --read-only)'],
    load: async () => ({ run: (await import('./account/keys.ts')).create }),
  },
  {
    name: 'keys list',
    summary: 'List the keys, with their last use',
    options: { account: { value: 'ID', help: 'Only the keys of this account' }, json },
    load: async () => ({ run: (await import('./account/keys.ts')).list }),
  },
  {
    name: 'keys revoke',
    summary: 'Revoke keys, effective immediately',
    args: '<key-id ...>',
    minArgs: 1,
    maxArgs: Number.POSITIVE_INFINITY,
    options: { json },
    details: 'The identifiers are those of "proffer keys list" (key_…), not the secret keys themselves.',
    examples: ['proffer keys revoke key_01jzy3v1m2c5k8w0q4r7t9x6ab'],
    load: async () => ({ run: (await import('./account/keys.ts')).revoke }),
  },
  {
    name: 'users list',
    summary: 'List the users of the console and the open invitations',
    options: { account: { value: 'ID', help: 'Only users of this account' }, json },
    load: async () => ({ run: (await import('./users.ts')).list }),
  },
  {
    name: 'users invite',
    summary: 'Invite a person to the console of an account',
    args: '<email>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      role: { value: 'ROLE', help: 'owner, member or reader (default: member)' },
      account,
      json,
    },
    details: `The running service emails the invitation. Without a mail server (SMTP_URL) its link is printed instead: only
the link goes to stdout, so that a script can capture it. It works once, for seven days; inviting the same address
again replaces it.`,
    examples: ['proffer users invite ada@example.com --role owner'],
    load: async () => ({ run: (await import('./users.ts')).invite }),
  },
  {
    name: 'users reset',
    summary: 'Print a code that lets a user choose a new password',
    args: '<email>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      'second-factor': { help: 'Also turn off two-step verification, after the second factor was lost' },
      json,
    },
    details: 'The code is valid for 10 minutes, at /reset. Only the code itself goes to stdout.',
    examples: ['proffer users reset ada@example.com', 'proffer users reset ada@example.com --second-factor'],
    load: async () => ({ run: (await import('./users.ts')).reset }),
  },
  {
    name: 'users remove',
    summary: 'Remove a person from an account, or from all',
    args: '<email>',
    minArgs: 1,
    maxArgs: 1,
    options: { account: { value: 'ID', help: 'Only from this account' }, json },
    details: 'Takes effect immediately. The last owner of an account cannot be removed.',
    examples: ['proffer users remove ada@example.com'],
    load: async () => ({ run: (await import('./users.ts')).remove }),
  },
  ...createCommands([...QUOTE_COMMANDS, ...INVOICE_COMMANDS]),
  {
    name: 'listen',
    summary: 'Print the events of an account as they happen, and forward them to a program',
    options: {
      'forward-to': { value: 'URL', help: 'Send each event to this URL as a webhook; localhost is allowed' },
      types: { value: 'TYPE,…', help: 'Only these types, such as quote.* (default: all)' },
      after: { value: 'EVENT', help: 'Start after this event instead of now' },
      secret: { value: 'SECRET', help: 'Sign with this secret (whsec_…) instead of a new one' },
      url,
      account,
      json,
    },
    details: `For development: no endpoint is created, and failed deliveries are not retried. Ctrl-C ends it.
With --json each event is one line of JSON.`,
    examples: [
      'proffer listen --forward-to http://localhost:4000/webhooks',
      'PROFFER_API_KEY=… proffer listen --url https://quotes.example.com --types quote.accepted,quote.declined',
    ],
    load: () => import('./listen/listen.ts'),
  },
  TRIGGER_COMMAND,
  ...createCommands(EVENT_COMMANDS),
  {
    name: 'mcp',
    summary: 'Let an AI assistant on this machine use a service, by the Model Context Protocol',
    options: { url: { value: 'URL', help: 'The service (default: PROFFER_URL)' } },
    details: `Speaks the protocol on stdin and stdout and calls /mcp of the service, with the key in PROFFER_API_KEY. The scope
of the key decides what the assistant can do. It ends when stdin closes. See docs/agents.md.`,
    examples: ['PROFFER_API_KEY=… proffer mcp --url https://quotes.example.com'],
    load: () => import('./mcp/mcp.ts'),
  },
  ...createCommands(CUSTOMER_COMMANDS),
  ...ERASURE_COMMANDS,
  ...createCommands(CATALOGUE_COMMANDS),
  ...IMPORT_COMMANDS,
  {
    name: 'account show',
    summary: 'Show the business that issues the quotes',
    options: { account, json },
    load: async () => ({ run: (await import('./account/account.ts')).show }),
  },
  {
    name: 'account set',
    summary: 'Change the business that issues the quotes',
    args: '<key=value ...>',
    minArgs: 1,
    maxArgs: Number.POSITIVE_INFINITY,
    options: { account, json },
    details: `Keys: name, address, country, taxId, email, phone, website, logo, accentColor, currency, locale,
timeZone, paperSize, quoteNumberFormat, invoiceNumberFormat, defaultTerms, validityDays, replyTo, reminderDays, retentionYears,
taxName, taxIdLabel, registrations ("Label: value; Label: value"),
bank ("holder: …; iban: …; bic: …; name: …", an IBAN alone, or any lines between semicolons),
secondLanguage (ar, next to the customer's language where that is customary),
approval ("totalFrom: 100000; madeByKeys: true": rules that are not named stay, and one without a value is switched off).
key= (with no value) clears a field. key=@file reads the value from a file: the image of the logo (PNG,
JPEG or SVG, at most 512 KiB), or the text of address and defaultTerms. Either all values are applied or none.`,
    examples: [
      'proffer account set name="Acme Ltd" currency=GBP country=GB timeZone=Europe/London',
      'proffer account set logo=@logo.png accentColor=#0b6e4f address=@address.txt',
    ],
    load: async () => ({ run: (await import('./account/account.ts')).set }),
  },
  EXPORT_COMMAND,
  {
    name: 'accounts create',
    summary: 'Create another account and its first key',
    options: {
      name: { value: 'NAME', help: 'Name of the business (default: My business)' },
      test: { help: 'A test account: its emails are captured, never sent' },
      json,
    },
    examples: ['proffer accounts create --name "Acme Ltd"', 'proffer accounts create --test'],
    load: async () => ({ run: (await import('./account/accounts.ts')).create }),
  },
  {
    name: 'accounts list',
    summary: 'List the accounts',
    options: { json },
    load: async () => ({ run: (await import('./account/accounts.ts')).list }),
  },
  DELETE_COMMAND,
  LIMIT_COMMAND,
  {
    name: 'verify',
    summary: 'Check whether a file is the one that a customer accepted, or an invoice that was issued',
    args: '<file>',
    minArgs: 1,
    maxArgs: 1,
    options: { json },
    details: `Compares the file, byte by byte, with the documents that this service generated and those that customers
accepted. The exit code is 0 if the file was accepted, is the copy that carries the record of the acceptance, was
attached to an accepted quote, or is the document of an issued invoice or credit note; otherwise it is 1.
The evidence of a decision (proffer quotes evidence) is compared part by part with what is stored.`,
    examples: ['proffer verify "Q-2026-00012 Website redesign.pdf"', 'proffer verify evidence.zip'],
    load: () => import('./data/verify.ts'),
  },
  {
    name: 'doctor',
    summary: 'Say whether this installation would serve a business, and what to do if not',
    options: { json },
    details: `Examines the address, the clock, the disk, emails (SPF, DKIM and DMARC of MAIL_FROM), the secret, the newest backup
in BACKUP_DIR, the version and the fonts. Nothing is changed. The exit code is 0 if everything is fine, otherwise 1.
Owners of the first account see the same report in the console: Settings, Import and export, Installation.`,
    examples: ['proffer doctor', 'proffer doctor --json'],
    load: () => import('./doctor.ts'),
  },
  {
    name: 'backup',
    summary: 'Write a consistent copy of the database, while the service runs',
    args: '[file]',
    maxArgs: 1,
    options: {
      force: { help: 'Replace the file if it exists' },
      keep: { value: 'N', help: 'Of the copies in BACKUP_DIR, keep only the newest N' },
      json,
    },
    details: `Without a file, the copy is written to BACKUP_DIR, under the time. The copy has everything but the secret that stored keys and passwords are encrypted with: PROFFER_SECRET or, without
it, the file proffer.secret in DATA_DIR. Keep that in another safe place. To restore the embedded database: stop the service, put
the copy into DATA_DIR as proffer.db, remove proffer.db-wal and proffer.db-shm, put proffer.secret back if it is
missing, start the service. Leave erasures.jsonl in DATA_DIR: customers that were erased since the copy are erased again.`,
    examples: ['proffer backup /backups/proffer-monday.db', 'BACKUP_DIR=/backups proffer backup --keep 14'],
    load: () => import('./data/backup.ts'),
  },
  ...SECRET_COMMANDS,
  {
    name: 'migrate',
    summary: 'Bring the database up to date, as a start of the service does, and exit',
    details: `For deployments that change the tables once before they replace the processes.
Running processes may keep running, unless the changelog says otherwise.`,
    examples: ['DATABASE_URL=postgres://… proffer migrate'],
    load: () => import('./data/migrate.ts'),
  },
  MOVE_COMMAND,
  {
    name: 'mail dns',
    summary: 'Print the DNS record that publishes the DKIM key',
    options: { json },
    details: `Mail servers verify the signature of emails with it. The key is set by MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and
MAIL_DKIM_KEY; see docs/mail.md.`,
    examples: ['proffer mail dns'],
    load: () => import('./mail-dns.ts'),
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands and options in a shell',
    args: '<bash|zsh|fish>',
    minArgs: 1,
    maxArgs: 1,
    details: 'Add the line for your shell to its startup file.',
    examples: [
      'eval "$(proffer completion bash)"',
      'eval "$(proffer completion zsh)"',
      'proffer completion fish | source',
    ],
    load: async () => ({ run: (await import('./completion/completion.ts')).createCompletion(COMMANDS) }),
  },
  {
    name: 'config',
    summary: 'Show the current settings, with secrets hidden',
    options: { json },
    load: () => import('./config.ts'),
  },
];
