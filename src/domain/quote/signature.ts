/** A drawn signature is the `d` of one SVG path in this box. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const;
export const SIGNATURE_MAX_LENGTH = 20_000;

const POINT = String.raw`\d{1,3} \d{1,3}`;
const SIGNATURE = new RegExp(`^(?:M${POINT}(?:L${POINT}|Q${POINT} ${POINT})+)+$`);

/** Moves, lines and quadratic curves with whole coordinates: all that the pad draws, and nothing else. */
export function isSignature(path: string): boolean {
  return path.length <= SIGNATURE_MAX_LENGTH && SIGNATURE.test(path);
}
