/** Returns `null` if the browser denies access, which can throw. */
export function getLocalStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
