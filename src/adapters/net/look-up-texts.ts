import { Resolver } from 'node:dns/promises';

/** Returns the TXT records of a name, or `undefined` if no name server responds. */
export type TextLookup = (name: string) => Promise<string[] | undefined>;

const TIMEOUT_MS = 2_000;
/** Codes that mean that a name server has responded: there is no such record. */
const NOTHING = ['ENODATA', 'ENOTFOUND'];

/** `servers` replaces those of the system, as `address:port`. */
export function createTextLookup(servers?: readonly string[]): TextLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2, maxTimeout: TIMEOUT_MS });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  };
}
