import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ImapFlow } from 'imapflow';
import { freePort } from '../service/free-port.ts';
import { until } from '../until.ts';
import { startImapServer, type TestMailbox } from './imap-server.ts';
import { selfSigned } from './self-signed.ts';

const DOVECOT = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => existsSync(path));

const USER = 'rosa@example.test';
const PASSWORD = 'sesame';
/** `nobody` on Debian: mail is never accessed as root. */
const NOBODY = 65_534;

/** Starts a real Dovecot with one mailbox, which ends with this process at the latest. */
async function startDovecot(): Promise<TestMailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-dovecot-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const { key, cert } = selfSigned();
  await Promise.all([
    writeFile(join(folder, 'key.pem'), key),
    writeFile(join(folder, 'cert.pem'), cert),
    writeFile(join(folder, 'dovecot.conf'), formatConfig(folder, port)),
    mkdir(join(folder, 'mail')),
  ]);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(join(folder, 'mail'), NOBODY, NOBODY);
  const child = spawn(DOVECOT ?? 'dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  await untilListening(child, port, join(folder, 'log'));
  const withClient = <T>(work: (client: ImapFlow) => Promise<T>) => runClient(port, cert, work);
  return {
    kind: 'Dovecot',
    ...{ port, ca: cert, user: USER, password: PASSWORD },
    async deliver(source, at) {
      await withClient((client) =>
        client.append(
          'INBOX',
          Buffer.from(source as string),
          [],
          at === undefined ? undefined : new Date(at),
        ),
      );
    },
    list: (name = 'INBOX') =>
      withClient(async (client) => {
        if (!(await client.list()).some(({ path }) => path === name)) return [];
        const { exists } = await client.mailboxOpen(name, { readOnly: true });
        const mails = exists === 0 ? [] : await client.fetchAll('1:*', { uid: true, flags: true });
        return mails.map(({ uid, flags }) => ({
          uid,
          flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
        }));
      }),
    deleteAll: () =>
      withClient(async (client) => {
        await client.mailboxOpen('INBOX');
        await client.messageDelete('1:*');
      }),
    /** Without its lists of UIDs, the server numbers the mails again; it keeps the last UIDVALIDITY in a file of its own. */
    async renumber() {
      const home = join(folder, 'mail', USER);
      for (const name of await readdir(home)) {
        if (/^dovecot[.-](index|uidlist)/.test(name)) await rm(join(home, name), { recursive: true });
      }
    },
    async kick() {
      await promisify(execFile)('doveadm', ['-c', join(folder, 'dovecot.conf'), 'kick', USER]);
    },
    async close() {
      process.off('exit', kill);
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, port: number, log: string): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) {
      throw new Error(`Dovecot ended: ${await readFile(log, 'utf8').catch(() => 'it wrote no log')}`);
    }
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
}

async function runClient<T>(port: number, ca: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', servername: 'localhost', port, secure: true, logger: false },
    auth: { user: USER, pass: PASSWORD },
    tls: { ca, servername: 'localhost' },
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

function formatConfig(folder: string, port: number): string {
  const isRoot = process.getuid?.() === 0;
  const { username, uid, gid } = userInfo();
  const [mailUid, mailGid] = isRoot ? [NOBODY, NOBODY] : [uid, gid];
  const users = isRoot
    ? ''
    : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${gid}\n`;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
mail_uid = ${mailUid}
mail_gid = ${mailGid}
auth_mechanisms = plain login
# Wrong passwords are not answered slowly.
auth_failure_delay = 0
${users}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
  # Wrong passwords do not slow down the next sign-ins.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = home=${folder}/mail/%u
}
`;
}

/** Dovecot where the system has it, and always the server that was written for the tests. */
export const MAILBOX_SERVERS: readonly (readonly [name: string, start: () => Promise<TestMailbox>])[] = [
  ['the server of the tests', startImapServer],
  ...(DOVECOT === undefined ? [] : ([['Dovecot', startDovecot]] as const)),
];
