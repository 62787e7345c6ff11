const WINDOW_MS = 60_000;
const MAX_ENTRIES = 10_000;

export interface PostLimiter {
  allows(linkId: string, now: number): boolean;
}

/** Forms of one link in a minute: enough for any person, too few to flood a mailbox. */
export function createPostLimiter(perMinute: number): PostLimiter {
  const windows = new Map<string, { ends: number; used: number }>();
  return {
    allows(linkId, now) {
      let window = windows.get(linkId);
      if (!window || window.ends <= now) {
        if (windows.size >= MAX_ENTRIES) windows.clear();
        window = { ends: now + WINDOW_MS, used: 0 };
        windows.set(linkId, window);
      }
      return ++window.used <= perMinute;
    },
  };
}
