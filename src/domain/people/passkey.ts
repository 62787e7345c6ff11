/** The data a browser needs to create or use a passkey. Bytes are in base64url. */
export interface PasskeyChallenge {
  challenge: string;
  rpId: string;
  /** Present only to create a passkey. */
  user?: { id: string; name: string; displayName: string };
  /** The person's passkeys: excluded when creating one, the only ones allowed when signing in. */
  known?: string[];
}

/**
 * The COSE algorithms that are offered and accepted: EdDSA, ES256 and RS256. Newer ones are experimental in Node, which
 * prints a warning when they are used.
 */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257];
