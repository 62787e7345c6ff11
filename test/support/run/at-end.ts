import { after } from 'node:test';

const works: (() => Promise<void>)[] = [];

// Registers for the process and not for a suite: this file is loaded before any suite is defined.
after(async () => {
  for (const work of works.splice(0)) await work();
});

/** Runs the work after all tests of this process, to close shared resources. */
export function atEnd(work: () => Promise<void>): void {
  works.push(work);
}
