import { after } from 'node:test';

const works: (() => Promise<void>)[] = [];

// Of the process and not of a suite: this file is loaded before any of them is defined.
after(async () => {
  for (const work of works.splice(0)) await work();
});

/** Does it when all tests of this process are done, for what its files share. */
export function atEnd(work: () => Promise<void>): void {
  works.push(work);
}
