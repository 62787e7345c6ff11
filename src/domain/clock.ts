/** Milliseconds since 1970. Tests bring their own. */
export type Clock = () => number;
