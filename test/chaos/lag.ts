const EVERY_MS = 50;
let lagMs = 0;
let last = performance.now();

setInterval(() => {
  const now = performance.now();
  lagMs += Math.max(0, now - last - EVERY_MS);
  last = now;
}, EVERY_MS).unref();

/** How long this process has waited for a processor altogether, or has kept others waiting with long work of its own. */
export function getLag(): number {
  return lagMs + Math.max(0, performance.now() - last - EVERY_MS);
}
