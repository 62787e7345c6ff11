import type { SMTPServerOptions } from 'smtp-server';
import type { RealSmtpServer } from './smtp-servers.ts';

/** What a server does with the first message to a recipient; later ones are taken. */
export const RECIPIENT_FAULTS = ['taken', 'rejected', 'deferred', 'cut', 'lost'] as const;
export type RecipientFault = (typeof RECIPIENT_FAULTS)[number];

/** A message that a server has read to its end. */
export interface TakenMessage {
  to: string;
  from: string;
  messageId: string;
}

/**
 * Starts a mail server that behaves by the local part of the recipient, such as `lost-7@example.test`: `rejected`
 * answers 550, `deferred` 451, `cut` closes the connection before it has read the message, `lost` reads all of it and
 * closes the connection without a reply.
 */
export async function startFaultByRecipientServer(
  start: (options: SMTPServerOptions) => Promise<RealSmtpServer>,
): Promise<RealSmtpServer & { taken: TakenMessage[] }> {
  const taken: TakenMessage[] = [];
  const seen = new Set<string>();
  const findFault = (address: string): RecipientFault =>
    seen.has(address)
      ? 'taken'
      : (RECIPIENT_FAULTS.find((fault) => address.startsWith(`${fault}-`)) ?? 'taken');
  const server = await start({
    onRcptTo({ address }, _session, done) {
      if (findFault(address) !== 'rejected') return done();
      seen.add(address);
      done(Object.assign(new Error('No such user'), { responseCode: 550 }));
    },
    async onData(stream, { envelope, remotePort }, done) {
      const to = envelope.rcptTo[0]?.address ?? '';
      const fault = findFault(to);
      seen.add(to);
      if (fault === 'cut') return server.hangUp(remotePort);
      const source = Buffer.concat(await stream.toArray()).toString('latin1');
      if (fault === 'deferred') return done(Object.assign(new Error('Greylisted'), { responseCode: 451 }));
      const messageId = /^Message-ID: (\S+)/im.exec(source)?.[1] ?? '';
      taken.push({ to, from: envelope.mailFrom ? envelope.mailFrom.address : '', messageId });
      if (fault === 'lost') return server.hangUp(remotePort);
      done();
    },
  });
  return { ...server, taken };
}
