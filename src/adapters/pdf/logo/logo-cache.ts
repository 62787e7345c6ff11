/** Result of the check of a logo. */
export interface LogoVerdict {
  /** The error in the logo, in words for its owner. */
  problem: string | undefined;
  /** Whether it has only white shapes, which need a plate on white paper. */
  isWhite: boolean;
}

/** Limits the total length of the remembered logos. */
const MAX_CHARACTERS = 8_000_000;

/**
 * Caches the check results of recent logos. The key is the logo itself: comparing strings is faster than hashing them.
 */
export function createLogoCache() {
  const known = new Map<string, Promise<LogoVerdict>>();
  let characters = 0;

  function forget(logo: string): void {
    if (known.delete(logo)) characters -= logo.length;
  }

  function store(logo: string, result: Promise<LogoVerdict>): void {
    forget(logo);
    known.set(logo, result);
    characters += logo.length;
    for (const oldest of known.keys()) {
      if (characters <= MAX_CHARACTERS) break;
      forget(oldest);
    }
  }

  return {
    remember(logo: string, verdict: LogoVerdict): void {
      store(logo, Promise.resolve(verdict));
    },
    /** Concurrent callers share one check. A check that fails to run is not cached. */
    getOrCheck(logo: string, check: () => Promise<LogoVerdict>): Promise<LogoVerdict> {
      const result = known.get(logo) ?? check();
      store(logo, result);
      result.catch(() => known.get(logo) === result && forget(logo));
      return result;
    },
  };
}
