import { createSecureContext, type SecureContext } from 'node:tls';
import { MailOAuthError } from '../../../domain/mail/mail-oauth.ts';
import { type MailLogin, type MailServer, SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { MailboxError, type MailboxReader } from '../../../domain/mail/mailbox.ts';
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
      // A server can greet with PREAUTH, and then nobody has signed in. The library keeps the text of other greetings.
      if (session.client.greeting === undefined) {
        throw new MailboxError('The mail server did not ask for a sign-in.');
      }
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
  const first = await requestLogin(server, false, signal);
  try {
    return await connect(first);
  } catch (error) {
    if (!isLoginRejected(error)) throw describe(error);
  }
  const second = await requestLogin(server, true, signal);
  try {
    return await connect(second);
  } catch (error) {
    throw isLoginRejected(error) ? new SignInNeeded('The mail server rejects the sign-in.') : describe(error);
  }
}

/** Requests the credentials, which may have to be renewed at the provider first. */
async function requestLogin(server: MailServer, isRefused: boolean, signal: AbortSignal): Promise<MailLogin> {
  signal.throwIfAborted();
  try {
    return await rejectOnAbort(server.login({ isRefused }), signal);
  } catch (error) {
    throw error instanceof MailOAuthError ? new MailboxError(error.message) : error;
  }
}
