import { listAllAccounts } from '../actions/account/accounts.ts';
import { findPerson, readInstallationSecret } from '../actions/people/command-line.ts';
import { listAccountInvitations, storeInvitation } from '../actions/people/invitations.ts';
import { listAccountMembers, removeMember } from '../actions/people/members.ts';
import { newResetCode } from '../actions/people/passwords/reset-password.ts';
import { endSecondFactor } from '../actions/people/second-factor/second-factor.ts';
import { findService } from '../actions/running-service.ts';
import { type Config, readConfig } from '../app/config/config.ts';
import { Problem } from '../domain/errors.ts';
import { normalizeEmail } from '../domain/people/person.ts';
import { isRole, ROLES } from '../domain/people/role.ts';
import type { Database } from '../store/database.ts';
import { CliError, type Input, UsageError } from './command.ts';
import { printJsonList } from './terminal/json-list.ts';
import { formatTable, formatTime, printJson } from './terminal/output.ts';
import { requireAccount, withDatabase } from './with-database.ts';

export async function list({ text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const wanted = text('account');
    const accounts =
      wanted === undefined ? await listAllAccounts({ db }) : [await requireAccount(db.read, wanted)];
    const people = [];
    const invitations = [];
    for (const { id: accountId } of accounts) {
      for (const member of await listAccountMembers({ db }, accountId)) people.push({ ...member, accountId });
      for (const open of await listAccountInvitations({ db }, accountId, Date.now())) {
        invitations.push({ ...open, accountId });
      }
    }
    if (flag('json')) {
      printJsonList(people, { invitations });
      return;
    }
    if (people.length === 0) {
      process.stdout.write('No users. When the service starts, it prints a link to create the first one.\n');
    } else {
      const rows = people.map((person) => [
        ...[person.email, person.name, person.role, person.accountId, person.id],
        ...[formatTime(person.since), formatTime(person.lastSeenAt)],
      ]);
      process.stdout.write(
        formatTable(['EMAIL', 'NAME', 'ROLE', 'ACCOUNT', 'ID', 'SINCE (UTC)', 'LAST SEEN'], rows),
      );
    }
    if (invitations.length > 0) {
      const rows = invitations.map(({ email, role, accountId, expiresAt }) => [
        email,
        role,
        accountId,
        formatTime(expiresAt),
      ]);
      process.stdout.write(`\n${formatTable(['INVITED', 'ROLE', 'ACCOUNT', 'VALID UNTIL (UTC)'], rows)}`);
    }
  });
}

export async function invite({ args, text, flag }: Input): Promise<void> {
  const email = parseEmail(args);
  const role = text('role') ?? 'member';
  if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(', ')}`);
  const config = readConfig(process.env);
  await withDatabase(async (db) => {
    const { id, name } = await requireAccount(db.read, text('account'));
    const secret = await requireSecret(db, config);
    const service = await findServiceSettings(db, config);
    const inviting = { config: { ...config, mailFrom: service.mailFrom }, secret, ...service };
    const made = await withCliErrors(
      db.write((tx) => storeInvitation(tx, inviting, id, { email, role, by: null }, Date.now()), {
        account: id,
      }),
    );
    if (flag('json'))
      printJson({ ...made.invitation, accountId: id, ...(made.isMailed ? {} : { url: made.url }) });
    else if (made.isMailed) {
      process.stderr.write(`Invitation to ${name} as ${role}: the running service emails it to ${email}.\n`);
    } else {
      process.stderr.write(
        `Invitation to ${name} as ${role}. There is no mail server: give this link to ${email}.\n`,
      );
      process.stdout.write(`${made.url}\n`);
    }
  });
}

export async function reset({ args, flag }: Input): Promise<void> {
  const email = parseEmail(args);
  const config = readConfig(process.env);
  await withDatabase(async (db) => {
    const { id, name } = await requireUser(db, email);
    const secret = await requireSecret(db, config);
    const now = Date.now();
    const code = await db.write(async (tx) => {
      if (flag('second-factor')) await endSecondFactor(tx, id);
      return newResetCode(tx, { secret }, email, now);
    });
    const { baseUrl } = await findServiceSettings(db, config);
    const url = `${baseUrl}/reset`;
    if (flag('json')) {
      printJson({ userId: id, code, url, secondFactorRemoved: flag('second-factor') });
      return;
    }
    process.stderr.write(`Code for ${name}, to choose a new password at ${url} within 10 minutes.\n`);
    if (flag('second-factor')) process.stderr.write('Two-step verification is off.\n');
    process.stdout.write(`${code}\n`);
  });
}

export async function remove({ args, text, flag }: Input): Promise<void> {
  const email = parseEmail(args);
  await withDatabase(async (db) => {
    const { id, accountIds } = await requireUser(db, email);
    const wanted = text('account');
    if (wanted !== undefined) await requireAccount(db.read, wanted);
    const from = wanted === undefined ? accountIds : [wanted];
    for (const accountId of from) await withCliErrors(removeMember({ db }, accountId, id));
    if (flag('json')) printJson({ userId: id, removedFrom: from });
    else process.stdout.write(`${email} removed from ${from.join(', ')}\n`);
  });
}

function parseEmail([word = '']: readonly string[]): string {
  const email = normalizeEmail(word);
  if (email === undefined) throw new UsageError('give one email address, such as ada@example.com');
  return email;
}

async function requireUser(db: Database, email: string) {
  const person = await findPerson({ db }, email);
  if (!person) throw new CliError('there is no user with this email address. See: proffer users list');
  return person;
}

async function requireSecret(db: Database, config: Config): Promise<string> {
  const secret = await readInstallationSecret({ db, config });
  if (secret === undefined) throw new CliError('start the service once first (proffer serve)');
  if (config.secret === null && (await findService({ db }))?.hasOwnSecret) {
    throw new CliError('the service has a PROFFER_SECRET: set the same one for this command');
  }
  return secret;
}

/** Reads the settings of the service from the environment, or else as the service recorded them. */
async function findServiceSettings(db: Database, { publicUrl, port, smtpUrl, mailFrom }: Config) {
  const recorded = await findService({ db });
  return {
    baseUrl: publicUrl ?? recorded?.baseUrl ?? `http://localhost:${port}`,
    hasMailServer: smtpUrl !== null || (recorded?.hasMailServer ?? false),
    mailFrom: smtpUrl === null && recorded ? recorded.mailFrom : mailFrom,
  };
}

async function withCliErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof Problem ? new CliError(error.message) : error;
  });
}
