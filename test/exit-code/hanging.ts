import { describe, it } from 'node:test';

describe('a suite', () => {
  it('waits forever', () => new Promise(() => {}));

  it('keeps its process alive', () => {
    setInterval(() => {}, 1000);
  });
});
