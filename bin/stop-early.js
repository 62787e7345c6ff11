/**
 * Ends a service that is told to stop before it has begun, as one that has: with 0. Whatever listens for the signal later
 * takes its place.
 */
export function stopEarly() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
}
