import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import {
  addMail,
  type Folder,
  formatInternalDate,
  isInSet,
  renumberFolder,
  type StoredMail,
  searchMails,
} from './imap-mailbox.ts';
import { selfSigned } from './self-signed.ts';

/** What the tests need of an IMAP server, whether it is Dovecot or written for them. */
export interface TestMailbox {
  /** Name for test titles. */
  kind: string;
  port: number;
  /** Certificate to trust. */
  ca: string;
  user: string;
  password: string;
  /** Puts a mail into the inbox. */
  deliver(source: string | Uint8Array, at?: number): Promise<void>;
  /** Mails of a folder, with their flags. */
  list(folder?: string): Promise<{ uid: number; flags: string[] }[]>;
  /** Deletes all mails of the inbox. */
  deleteAll(): Promise<void>;
  /** Gives all mails of the inbox new UIDs and the inbox a new UIDVALIDITY. */
  renumber(): Promise<void>;
  /** Ends all connections. */
  kick(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What happens instead of the reply: `half` sends half of it and cuts the connection, `after` sends all of it first;
 * `TAG` is that of the command.
 */
export type ImapFault =
  | 'cut'
  | 'half'
  | 'after'
  | 'hang'
  | { reply: string }
  | { flood: string }
  | { until: Promise<void> };

export interface WrittenImapServer extends TestMailbox {
  inbox: Folder;
  /** Access tokens that are accepted. */
  tokens: Set<string>;
  /** Commands so far, without their tags. */
  commands: string[];
  connections(): number;
  /** Highest number of concurrent connections. */
  peak(): number;
  /** Bytes that the last flood has sent. */
  flooded(): number;
  /** Decides about each command of all connections; the greeting is `GREETING`. */
  setFault(fault: ((command: string) => ImapFault | undefined) | undefined): void;
  /** What the server says that is not true. */
  lies: { size?: number; ignoresPartial?: boolean };
}

const CAPABILITIES = 'IMAP4rev1 SASL-IR MOVE AUTH=PLAIN AUTH=XOAUTH2';

/** Starts a server that speaks as much of IMAP4rev1 as the reader needs, and fails on request. */
export async function startImapServer({
  user = 'rosa@example.test',
  password = 'sesame',
  at = { host: '127.0.0.1', port: 0 },
  certificate = selfSigned(),
} = {}): Promise<WrittenImapServer> {
  const { key, cert } = certificate;
  const inbox: Folder = { uidValidity: 7, uidNext: 1, mails: [] };
  const state: ServerState = {
    folders: new Map([['INBOX', inbox]]),
    ...{ user, password, tokens: new Set(), commands: [], lies: {} },
    ...{ fault: undefined, flooded: 0 },
  };
  const sockets = new Set<Socket>();
  let peak = 0;
  const server = createServer({ key, cert }, (socket) => {
    sockets.add(socket);
    peak = Math.max(peak, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(socket, state);
  });
  server.on('tlsClientError', () => {});
  server.listen(at.port, at.host);
  await once(server, 'listening');
  return {
    kind: 'the server of the tests',
    port: (server.address() as AddressInfo).port,
    ca: cert,
    ...{ user, password, inbox, tokens: state.tokens, commands: state.commands, lies: state.lies },
    connections: () => sockets.size,
    peak: () => peak,
    flooded: () => state.flooded,
    setFault: (fault) => {
      state.fault = fault;
    },
    async deliver(source, at = Date.now()) {
      addMail(inbox, source, at);
    },
    list: async (name = 'INBOX') =>
      (state.folders.get(name)?.mails ?? []).map(({ uid, flags }) => ({ uid, flags: [...flags] })),
    async deleteAll() {
      inbox.mails.length = 0;
    },
    renumber: async () => renumberFolder(inbox),
    async kick() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface ServerState {
  folders: Map<string, Folder>;
  user: string;
  password: string;
  tokens: Set<string>;
  commands: string[];
  lies: WrittenImapServer['lies'];
  fault: ((command: string) => ImapFault | undefined) | undefined;
  flooded: number;
}

interface Session {
  state: ServerState;
  isSignedIn: boolean;
  folder: Folder | undefined;
  isReadOnly: boolean;
  /** Receives the next line, if it is not a command. */
  next: ((line: string) => string) | undefined;
}

function converse(socket: Socket, state: ServerState): void {
  const session: Session = { state, isSignedIn: false, folder: undefined, isReadOnly: true, next: undefined };
  const say = (command: string, reply: () => string, tag = '*') => {
    const fault = state.fault?.(command);
    if (fault === undefined) socket.write(reply(), 'latin1');
    else if (fault === 'cut') socket.destroy();
    else if (fault === 'after') socket.end(reply(), 'latin1');
    else if (fault === 'half') {
      const whole = reply();
      socket.write(whole.slice(0, whole.length / 2), 'latin1', () => socket.destroy());
    } else if (fault === 'hang') socket.pause();
    else if ('reply' in fault) socket.write(fault.reply.replace('TAG', tag), 'latin1');
    else if ('until' in fault) fault.until.then(() => socket.write(reply(), 'latin1'));
    else flood(socket, fault.flood, state);
  };
  say('GREETING', () => `* OK [CAPABILITY ${CAPABILITIES}] Ready\r\n`);
  let pending = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const line = takeLine(pending, () => socket.write('+ Go ahead\r\n'));
      if (line === undefined) return;
      pending = pending.slice(line.length + 2);
      const { next } = session;
      session.next = undefined;
      if (next) {
        say('CONTINUATION', () => next(line));
        continue;
      }
      const [, tag = '*', command = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
      state.commands.push(command);
      say(command, () => reply(session, tag, command), tag);
      if (command === 'LOGOUT') socket.end();
    }
  });
}

/** Sends the text until the other side hangs up. */
function flood(socket: Socket, text: string, state: ServerState): void {
  state.flooded = 0;
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)), 'latin1');
  const more = () => {
    do state.flooded += chunk.length;
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** Returns the first complete line with its literals, or `undefined` if it has not arrived completely. */
function takeLine(pending: string, goAhead: () => void): string | undefined {
  let from = 0;
  for (;;) {
    const end = pending.indexOf('\r\n', from);
    if (end < 0) return undefined;
    const literal = /\{(\d+)(\+?)\}$/.exec(pending.slice(from, end));
    if (!literal) return pending.slice(0, end);
    from = end + 2 + Number(literal[1]);
    if (pending.length < from) {
      if (literal[2] === '' && pending.length === end + 2) goAhead();
      return undefined;
    }
  }
}

function reply(session: Session, tag: string, command: string): string {
  const { state } = session;
  const words = splitWords(command);
  const verb = (words[0] ?? '').toUpperCase();
  const ok = (untagged = '', text = 'Done') => `${untagged}${tag} OK ${text}\r\n`;
  if (verb === 'CAPABILITY') return ok(`* CAPABILITY ${CAPABILITIES}\r\n`);
  if (verb === 'LOGOUT') return ok('* BYE Until next time\r\n');
  if (verb === 'NOOP') return ok();
  if (verb === 'LOGIN') return signIn(session, tag, words[1] === state.user && words[2] === state.password);
  if (verb === 'AUTHENTICATE') return authenticate(session, tag, words);
  if (!session.isSignedIn) return `${tag} BAD Sign in first\r\n`;
  if (verb === 'LIST') return ok(`* LIST () "/" "${words[2]}"\r\n`);
  if (verb === 'LSUB' || verb === 'SUBSCRIBE') return ok();
  if (verb === 'EXAMINE' || verb === 'SELECT') return select(session, tag, verb, words[1] ?? '');
  if (verb === 'CREATE') {
    state.folders.set(words[1] ?? '', { uidValidity: 1, uidNext: 1, mails: [] });
    return ok();
  }
  const { folder } = session;
  if (folder && verb === 'FETCH') return ok(fetchMails(session, folder, words[1] ?? '', command));
  if (verb !== 'UID' || !folder) return `${tag} BAD Unknown command\r\n`;
  const uidVerb = words[1]?.toUpperCase();
  if (uidVerb === 'SEARCH') return ok(`* SEARCH ${searchMails(folder, words.slice(2)).join(' ')}\r\n`);
  if (uidVerb === 'MOVE') return moveMails(session, tag, folder, words);
  return ok(fetchMails(session, folder, words[2] ?? '', command));
}

/** Splits at spaces, with the content of quoted strings and literals. */
function splitWords(command: string): string[] {
  const found = command.matchAll(/"((?:[^"\\]|\\.)*)"|\{(\d+)\+?\}\r\n|\S+/gs);
  return [...found].map(([whole, quoted]) => quoted?.replace(/\\(.)/g, '$1') ?? whole);
}

function authenticate(session: Session, tag: string, [, mechanism, initial]: string[]): string {
  const { user, password, tokens } = session.state;
  const decode = (text: string) =>
    Buffer.from(text, 'base64').toString().replaceAll('\u0001', '\0').split('\0');
  if (mechanism === 'PLAIN') {
    const check = (line: string) => {
      const [, name, secret] = decode(line);
      return signIn(session, tag, name === user && secret === password);
    };
    if (initial) return check(initial);
    session.next = check;
    return '+ \r\n';
  }
  const [name, bearer] = decode(initial ?? '');
  if (name === `user=${user}` && tokens.has(bearer?.replace('auth=Bearer ', '') ?? '')) {
    return signIn(session, tag, true);
  }
  session.next = () => signIn(session, tag, false);
  return `+ ${Buffer.from('{"status":"401"}').toString('base64')}\r\n`;
}

function signIn(session: Session, tag: string, isRight: boolean): string {
  session.isSignedIn = isRight;
  return isRight ? `${tag} OK Welcome\r\n` : `${tag} NO [AUTHENTICATIONFAILED] Wrong credentials\r\n`;
}

function select(session: Session, tag: string, verb: string, name: string): string {
  const folder = session.state.folders.get(name);
  session.folder = folder;
  session.isReadOnly = verb === 'EXAMINE';
  if (!folder) return `${tag} NO No such folder\r\n`;
  const { mails, uidValidity, uidNext } = folder;
  return [
    '* FLAGS (\\Seen \\Deleted)',
    `* ${mails.length} EXISTS`,
    `* OK [UIDVALIDITY ${uidValidity}] Valid`,
    `* OK [UIDNEXT ${uidNext}] Next`,
    `${tag} OK [${session.isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] Open\r\n`,
  ].join('\r\n');
}

function moveMails(session: Session, tag: string, folder: Folder, words: string[]): string {
  const target = session.state.folders.get(words[3] ?? '');
  if (session.isReadOnly) return `${tag} NO Read-only\r\n`;
  if (!target) return `${tag} NO [TRYCREATE] No such folder\r\n`;
  const [mail] = folder.mails.filter(({ uid }) => isInSet(words[2] ?? '', uid, folder.uidNext));
  if (!mail) return `${tag} OK Nothing to move\r\n`;
  folder.mails.splice(folder.mails.indexOf(mail), 1);
  const uid = target.uidNext++;
  target.mails.push({ ...mail, uid });
  return `* OK [COPYUID ${target.uidValidity} ${mail.uid} ${uid}] Moved\r\n${tag} OK Moved\r\n`;
}

function fetchMails(session: Session, folder: Folder, set: string, command: string): string {
  const { lies } = session.state;
  const format = (mail: StoredMail) => {
    const items = [`UID ${mail.uid}`];
    if (command.includes('RFC822.SIZE')) items.push(`RFC822.SIZE ${lies.size ?? mail.source.length}`);
    if (command.includes('INTERNALDATE')) items.push(`INTERNALDATE ${formatInternalDate(mail.at)}`);
    const body = /BODY(\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/.exec(command);
    if (body) {
      const [, peek, start = '0', length = '4294967295'] = body;
      if (!peek && !session.isReadOnly) mail.flags.add('\\Seen');
      const isWhole = lies.ignoresPartial || !body[2];
      const part = isWhole ? mail.source : mail.source.subarray(+start, +start + +length);
      items.push(`BODY[]${isWhole ? '' : `<${start}>`} {${part.length}}\r\n${part.toString('latin1')}`);
    }
    return `* ${folder.mails.indexOf(mail) + 1} FETCH (${items.join(' ')})\r\n`;
  };
  const isUid = command.startsWith('UID ');
  return folder.mails
    .filter((mail, index) => isInSet(set, isUid ? mail.uid : index + 1, folder.mails.length))
    .map(format)
    .join('');
}
