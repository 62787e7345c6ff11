/** Returns `null` if the browser denies access, which can throw. */
export function storageOfDevice(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
