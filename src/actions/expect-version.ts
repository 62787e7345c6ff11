/** Throws when the caller knows another version of what is to be changed; `undefined` where there is none yet. */
export type ExpectVersion = (version: number | undefined) => void;
