/** Throws if the caller's version is not the stored one. `undefined` stands for a resource that does not exist yet. */
export type ExpectVersion = (version: number | undefined) => void;
