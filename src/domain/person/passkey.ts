/** What a browser needs to make or use a passkey. All bytes are in base64url. */
export interface PasskeyChallenge {
  challenge: string;
  rpId: string;
  /** Only to make one. */
  user?: { id: string; name: string; displayName: string };
  /** Those that the person has: not made again, or the only ones to use. */
  known?: string[];
}

/**
 * EdDSA, ES256 and RS256 (COSE): what a browser is asked to make a passkey with, and what is taken. Newer ones are
 * experimental in Node, which prints a warning as soon as it is asked for them.
 */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257];
