/** Logos are long: so many characters of them are remembered. */
const MOST_CHARACTERS = 8_000_000;

/**
 * What is known of the logos that were drawn lately. They are looked up as they are: the same text is recognised faster
 * than any hash of it is made.
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
    /** Whoever asks for the same one meanwhile waits for the same trial. One that came to nothing is not remembered. */
    of(logo: string, tryIt: () => Promise<string | undefined>): Promise<string | undefined> {
      const verdict = known.get(logo) ?? tryIt();
      keep(logo, verdict);
      verdict.catch(() => known.get(logo) === verdict && forget(logo));
      return verdict;
    },
  };
}
