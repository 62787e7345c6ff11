import { afterEach } from 'node:test';

/** Fails the running test on an unhandled error, so that the report names it. */
export function failForStrayErrors(): void {
  const stray: unknown[] = [];
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error) => stray.push(error));
  }
  afterEach(() => {
    if (stray.length > 0) throw new Error('an error reached nobody', { cause: stray.splice(0) });
  });
}
