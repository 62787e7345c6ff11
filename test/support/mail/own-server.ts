import { selfSigned } from './self-signed.ts';
import { type RealSmtpServer, startSmtpServer } from './smtp-servers.ts';

/** A mail server that an account can name: on a port that is allowed, with TLS, a login and a certificate. */
export interface OwnMailServer extends RealSmtpServer {
  address: string;
  certificate: { key: string; cert: string };
  /** Body of `PUT /mail-account`. */
  input: { kind: 'smtp'; host: string; port: number; user: string; password: string; from: string };
  /** Options of the service that make it find and trust the server. */
  smtp: { tls: { ca: string }; find: (host: string) => Promise<string[]> };
}

export const OWN_HOST = 'mail.acme.test';
const PORT = 2525;

/**
 * The service must have `MAIL_PRIVATE_HOSTS` with the host: `OWN_HOST`, or the address itself for a service in another
 * process, which cannot find that name.
 */
export async function startOwnServer(
  options: Parameters<typeof startSmtpServer>[0] = {},
  { isNamed = true } = {},
): Promise<OwnMailServer> {
  const login = { user: 'rosa@acme.test', pass: 'correct-horse-battery' };
  for (;;) {
    // Ports are fixed, so each server has an address of its own.
    const address = `127.${randomByte()}.${randomByte()}.${randomByte()}`;
    const host = isNamed ? OWN_HOST : address;
    const certificate = selfSigned({ host });
    const server = await startSmtpServer({
      login,
      certificate,
      at: { host: address, port: PORT },
      ...options,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
    });
    if (!server) continue;
    const { user, pass: password } = login;
    return {
      ...server,
      address,
      certificate,
      input: { kind: 'smtp', host, port: PORT, user, password, from: user },
      smtp: { tls: { ca: certificate.cert }, find: async (name) => (name === OWN_HOST ? [address] : []) },
    };
  }
}

function randomByte(): number {
  return 1 + Math.floor(Math.random() * 253);
}
