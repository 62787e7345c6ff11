import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './self-signed.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  source: Buffer;
  /** Whether the message arrived over TLS. */
  secure: boolean;
  user: string | undefined;
}

export interface RealSmtpServer {
  /** `smtp://127.0.0.1:port`, or `smtps:` if the server was started with `secure`. */
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Certificate to trust. */
  ca: string;
  /** Total number of connections. */
  connections(): number;
  /** Closes all connections, as a server does with idle clients, or the one of a client's port. */
  hangUp(clientPort?: number): void;
  close(): Promise<void>;
}

/** Starts a real mail server. It offers STARTTLS and requires a login only if `login` is given. */
export async function startSmtpServer(
  options: SMTPServerOptions & {
    login?: { user: string; pass: string };
    /** Default: a free port of 127.0.0.1. */
    at?: { host?: string; port?: number };
    certificate?: { key: string; cert: string };
  } = {},
): Promise<RealSmtpServer> {
  const { login, at: { host = '127.0.0.1', port: wantedPort = 0 } = {}, certificate, ...rest } = options;
  const { key, cert } = certificate ?? selfSigned();
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    disableReverseLookup: true,
    authOptional: !login,
    onAuth: (auth, _session, done) =>
      login && auth.username === login.user && auth.password === login.pass
        ? done(null, { user: auth.username })
        : done(new Error(`Bad login for ${auth.username}`)),
    async onData(stream, session, done) {
      const source = Buffer.concat(await stream.toArray());
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      const to = rcptTo.map(({ address }) => address);
      received.push({ from, to, source, secure: session.secure, user: session.user as string | undefined });
      done();
    },
    ...rest,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(wantedPort, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const hangUp = (clientPort?: number) => {
    for (const socket of sockets) {
      if (clientPort === undefined || socket.remotePort === clientPort) socket.destroy();
    }
  };
  return {
    url: `${rest.secure ? 'smtps' : 'smtp'}://${host}:${port}`,
    port,
    received,
    ca: cert,
    connections: () => connections,
    hangUp,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
}

export function readMail(source: Buffer): Promise<Email> {
  return PostalMime.parse(source);
}

const HANG = Symbol('says nothing more');
const DROP = Symbol('drops the connection');

type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'dot';
type Action = string | typeof HANG | typeof DROP;
type Fault = Partial<Record<Step, Action | ((line: string) => Action)>>;

const GARBAGE = '\u0000\u0007%PDF-1.7 <html>2500 250ok\u00ff';

/** All faults of a mail server, each with the step where it happens. */
const FAULTS = {
  'refuses the sender': { MAIL: '550 5.7.1 Sender not allowed', RCPT: '503 5.5.1 Need a sender' },
  'refuses the recipient': { RCPT: '550 5.1.1 No such user' },
  'refuses one recipient': {
    RCPT: (line) => (line.includes('refused') ? '550 5.1.1 No such user' : '250 2.1.5 Ok'),
  },
  'defers one recipient': {
    RCPT: (line) => (line.includes('refused') ? '450 4.2.1 Mailbox busy' : '250 2.1.5 Ok'),
  },
  'refuses the data': { DATA: '554 5.7.0 No mail today' },
  'refuses the message': { dot: '554-5.7.1 Looks like spam\r\n554 5.7.1 to us' },
  'answers 4xx': { RCPT: '451 4.7.1 Greylisted, try again later' },
  'answers 4xx to the message': { dot: '452 4.3.1 Insufficient storage' },
  'says goodbye to the message': { dot: '421 4.4.2 Closing' },
  'refuses the connection': { greeting: '554 5.3.2 Not here' },
  'hangs before the greeting': { greeting: HANG },
  'hangs after the greeting': { EHLO: HANG },
  'hangs after DATA': { DATA: HANG },
  'hangs amid the message': { body: HANG },
  'hangs after the dot': { dot: HANG },
  'drops after DATA': { DATA: DROP },
  'drops amid the message': { body: DROP },
  'drops after the dot': { dot: DROP },
  'sends garbage': { greeting: GARBAGE },
  'sends garbage to the sender': { MAIL: GARBAGE },
  'sends garbage to the message': { dot: `2${GARBAGE}` },
  'answers before the message came': { DATA: '354 Go ahead\r\n250 2.0.0 Ok', dot: HANG },
  'has a bad certificate': {},
} satisfies Record<string, Fault>;

export type SmtpFault = keyof typeof FAULTS;
export const SMTP_FAULTS = Object.keys(FAULTS) as SmtpFault[];

export interface FaultySmtpServer {
  url: string;
  /** Messages received completely, including the final dot. */
  received: string[];
  /** Highest number of concurrent connections. */
  peak(): number;
  close(): Promise<void>;
}

/** Starts a mail server with one fault. It supports no extension except PIPELINING. */
export async function startFaultySmtpServer(name: SmtpFault, pipelining = true): Promise<FaultySmtpServer> {
  const fault: Fault = FAULTS[name];
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let peak = 0;
  const serve = (socket: Socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    peak = Math.max(peak, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    converse(socket, fault, pipelining, received);
  };
  const secure = name === 'has a bad certificate';
  const server: Server = secure ? createTlsServer(selfSigned(), serve) : createServer(serve);
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  return {
    url: `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    peak: () => peak,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns a local URL where no server listens. */
export async function absentSmtpServer(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `smtp://127.0.0.1:${port}`;
}

function converse(socket: Socket, fault: Fault, pipelining: boolean, received: string[]): void {
  const replies: Record<Step, string> = {
    greeting: '220 faulty.test ESMTP',
    EHLO: pipelining ? '250-faulty.test\r\n250 PIPELINING' : '250 faulty.test',
    MAIL: '250 2.1.0 Ok',
    RCPT: '250 2.1.5 Ok',
    DATA: '354 Go ahead',
    body: '',
    dot: '250 2.0.0 Ok: queued',
  };
  /** Returns the reply, or `undefined` when the conversation is over. */
  const act = (step: Step, line = ''): string | undefined => {
    const wanted = fault[step];
    const action = typeof wanted === 'function' ? wanted(line) : (wanted ?? replies[step]);
    if (action === DROP) socket.destroy();
    else if (action === HANG) socket.pause();
    else if (action !== '') socket.write(`${action}\r\n`, 'latin1');
    return typeof action === 'string' ? action : undefined;
  };

  let last = act('greeting');
  let pending = '';
  let recipients = 0;
  let inBody = false;

  const command = (line: string): string | undefined => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'QUIT') socket.end('221 Bye\r\n');
    if (verb === 'MAIL') recipients = 0;
    if (verb === 'DATA' && recipients === 0) {
      socket.write('554 5.5.1 No valid recipients\r\n');
      return '';
    }
    if (verb !== 'EHLO' && verb !== 'MAIL' && verb !== 'RCPT' && verb !== 'DATA') return '';
    const reply = act(verb, line);
    if (verb === 'RCPT' && reply?.startsWith('2')) recipients++;
    inBody = verb === 'DATA' && reply?.startsWith('3') === true;
    return reply;
  };
  const body = (end: number): string | undefined => {
    received.push(pending.slice(0, end + 2));
    pending = pending.slice(end + 5);
    inBody = false;
    return act('dot');
  };

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    while (last !== undefined) {
      const end = pending.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
      if (inBody) last = act('body');
      if (end < 0 || last === undefined) return;
      if (inBody) {
        last = body(end);
        continue;
      }
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      last = command(line);
    }
  });
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
