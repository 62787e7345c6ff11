/**
 * Lets a service that is stopped during its start exit with 0, as it does later. Listeners that are added later take
 * over.
 */
export function stopEarly() {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
}
