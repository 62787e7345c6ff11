/** What a browser needs to make or use a passkey. All bytes are in base64url. */
export interface PasskeyChallenge {
  challenge: string;
  rpId: string;
  /** Only to make one. */
  user?: { id: string; name: string; displayName: string };
  /** Those that the person has: not made again. */
  known?: string[];
}
