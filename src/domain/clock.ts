/** Milliseconds since 1970. Tests bring their own. */
export type Clock = () => number;

/** How far the clocks of two processes may be apart. */
export const MAX_CLOCK_SKEW_MS = 60_000;
