/** Limits the total length of the remembered logos. */
const MOST_CHARACTERS = 8_000_000;

/**
 * Caches the check results of recent logos. The key is the logo itself: comparing strings is faster than hashing them.
 */
export function createVerdicts() {
  const known = new Map<string, Promise<string | undefined>>();
  let characters = 0;

  function forget(logo: string): void {
    if (known.delete(logo)) characters -= logo.length;
  }

  function keep(logo: string, verdict: Promise<string | undefined>): void {
    forget(logo);
    known.set(logo, verdict);
    characters += logo.length;
    for (const oldest of known.keys()) {
      if (characters <= MOST_CHARACTERS) break;
      forget(oldest);
    }
  }

  return {
    remember(logo: string, problem: string | undefined): void {
      keep(logo, Promise.resolve(problem));
    },
    /** Concurrent callers share one check. A check that fails to run is not cached. */
    getOrCheck(logo: string, check: () => Promise<string | undefined>): Promise<string | undefined> {
      const verdict = known.get(logo) ?? check();
      keep(logo, verdict);
      verdict.catch(() => known.get(logo) === verdict && forget(logo));
      return verdict;
    },
  };
}
