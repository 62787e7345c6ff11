import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe } from 'node:test';
import { engines, startTestService, type TestService, type TestServiceOptions } from '../service/service.ts';
import { type ReceivedMail, startSmtpServer } from './smtp-servers.ts';

/** A real mail server whose reply to a message a test can delay. */
export interface MailDesk {
  url: string;
  /** Completely received messages, whatever the reply was. */
  mails: ReceivedMail[];
  /** Holds the next message until the test replies to it. Resolves when it has arrived. */
  holdNext(): Promise<HeldMail>;
  /** Holds the next message before its content is transmitted. Resolves with a function that lets it continue. */
  stallNext(): Promise<() => void>;
  close(): Promise<void>;
}

export interface HeldMail extends ReceivedMail {
  accept(): void;
  refuse(code: number, text: string): void;
  /** Closes the connection without a reply. */
  drop(): void;
}

export async function startMailDesk(): Promise<MailDesk> {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: HeldMail) => void)[] = [];
  const stalling: ((proceed: () => void) => void)[] = [];
  const server = await startSmtpServer({
    hideSTARTTLS: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'whoever' }),
    onMailFrom(_address, _session, done) {
      const stall = stalling.shift();
      if (stall) stall(() => done());
      else done();
    },
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      // A service that is killed closes the connection in the middle of a message.
      const parts = await stream.toArray().catch(() => undefined);
      if (!parts) return;
      const mail: ReceivedMail = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source: Buffer.concat(parts),
        secure: session.secure,
        user: undefined,
      };
      mails.push(mail);
      const hold = waiting.shift();
      if (!hold) return done();
      hold({
        ...mail,
        accept: () => done(),
        refuse: (responseCode, text) => done(Object.assign(new Error(text), { responseCode })),
        drop: () => server.hangUp(),
      });
    },
  });
  return {
    url: server.url,
    mails,
    holdNext: () => new Promise((resolve) => waiting.push(resolve)),
    stallNext: () => new Promise((resolve) => stalling.push(resolve)),
    close: server.close,
  };
}

/** Registers the suite once per engine, with one service and one mail server for all its tests. */
export function describeSending(
  suite: (service: () => TestService, desk: () => MailDesk) => void,
  options: Omit<TestServiceOptions, 'engine'> = {},
  used = engines(),
): void {
  for (const engine of used) {
    describe(engine, () => {
      let service: TestService | undefined;
      let desk: MailDesk | undefined;
      before(async () => {
        desk = await startMailDesk();
        service = await startTestService({
          ...options,
          engine,
          env: { SMTP_URL: desk.url, ...options.env },
        });
      });
      after(async () => {
        await service?.close();
        await desk?.close();
      });
      suite(
        () => started(service),
        () => started(desk),
      );
    });
  }
}

/** Like `describeSending`, for tests that look at documents, on one engine. */
export function describeSendingDocuments(suite: Parameters<typeof describeSending>[0]): void {
  describeSending(suite, { documents: 'typeset' }, engines().slice(0, 1));
}

function started<T>(value: T | undefined): T {
  if (!value) throw new Error('not started yet');
  return value;
}

/** One URL for mail servers that start and stop. */
export interface Switchboard {
  url: string;
  /** Forwards new connections to this server. */
  connectTo(url: string): void;
  close(): Promise<void>;
}

export async function startSwitchboard(): Promise<Switchboard> {
  let port = 0;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const callee = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(callee);
    callee.pipe(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectTo(url) {
      port = Number(new URL(url).port);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
