const WINDOW_MS = 60_000;
const POSTS = 30;
const MAX_ENTRIES = 10_000;

/** Forms of one link: enough for any person, too few to flood a mailbox. */
export function createPostLimiter(): { allows(token: string, now: number): boolean } {
  const windows = new Map<string, { ends: number; used: number }>();
  return {
    allows(token, now) {
      let window = windows.get(token);
      if (!window || window.ends <= now) {
        if (windows.size >= MAX_ENTRIES) windows.clear();
        window = { ends: now + WINDOW_MS, used: 0 };
        windows.set(token, window);
      }
      return ++window.used <= POSTS;
    },
  };
}
