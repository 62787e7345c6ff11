/** A drawn signature is the `d` attribute of one SVG path in this box. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const;
export const MAX_SIGNATURE_LENGTH = 20_000;

const POINT = String.raw`\d{1,3} \d{1,3}`;
const SIGNATURE = new RegExp(`^(?:M${POINT}(?:L${POINT}|Q${POINT} ${POINT})+)+$`);

/** Accepts only what the signature pad draws: moves, lines and quadratic curves with integer coordinates. */
export function isSignature(path: string): boolean {
  return path.length <= MAX_SIGNATURE_LENGTH && SIGNATURE.test(path);
}
