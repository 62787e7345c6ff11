import { createSecureContext, type SecureContext } from 'node:tls';
import { type MailLogin, type MailServer, SignInNeeded } from '../../domain/mail/mail-server.ts';
import type { MailboxReader } from '../../domain/mail/mailbox.ts';
import { rejectOnAbort } from '../../net/reject-on-abort.ts';
import { type AddressRules, resolveAllowedAddresses } from '../../net/resolve-host.ts';
import { describeConnectFailure, isLoginRejected } from './describe-failure.ts';
import { openFolder } from './folder.ts';
import { createSession, type ImapSession, type ImapTimeouts } from './session.ts';

export interface ImapReaderOptions extends Omit<AddressRules, 'isPrivateAllowed'> {
  /** Certificate authorities that replace the default ones. */
  ca?: string | undefined;
  timeouts?: Partial<ImapTimeouts> | undefined;
}

const TIMEOUTS: ImapTimeouts = { connect: 20_000, command: 20_000, download: 60_000 };
const MAX_CONNECT_BYTES = 64 * 1024;

/** Reads mailboxes by IMAP over TLS. */
export function createImapReader(options: ImapReaderOptions = {}): MailboxReader {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  let context: SecureContext | undefined;
  const getContext = () => {
    context ??= createSecureContext(options.ca === undefined ? {} : { ca: options.ca });
    return context;
  };

  async function connect(server: MailServer, login: MailLogin, signal: AbortSignal): Promise<ImapSession> {
    const { host, port } = server;
    const addresses = await rejectOnAbort(resolveAllowedAddresses(host, options), signal);
    const session = await createSession({ host, port, addresses, login, secureContext: getContext() });
    const limits = { ms: timeouts.connect, maxBytes: MAX_CONNECT_BYTES, signal };
    try {
      await session.run(limits, (client) => client.connect());
      return session;
    } catch (error) {
      // The library leaves the connection open after a rejected login.
      session.client.close();
      throw error;
    }
  }

  return {
    async open(server, folder, signal) {
      const session = await signIn(server, (login) => connect(server, login, signal), signal);
      try {
        return await openFolder(session, folder, timeouts, signal);
      } catch (error) {
        await session.close();
        throw error;
      }
    },
  };
}

/** Signs in, and once more with new credentials if the server rejects the first ones. */
async function signIn(
  server: MailServer,
  connect: (login: MailLogin) => Promise<ImapSession>,
  signal: AbortSignal,
): Promise<ImapSession> {
  const describe = (error: unknown) => (signal.aborted ? signal.reason : describeConnectFailure(error));
  try {
    return await connect(await server.login());
  } catch (error) {
    if (error instanceof SignInNeeded) throw error;
    if (!isLoginRejected(error)) throw describe(error);
  }
  const login = await server.login({ isRefused: true });
  try {
    return await connect(login);
  } catch (error) {
    throw isLoginRejected(error) ? new SignInNeeded('The mail server rejects the sign-in.') : describe(error);
  }
}
