/** A browser may refuse even to be asked. */
export function storageOfDevice(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
