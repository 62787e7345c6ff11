import hooks from 'node:async_hooks';

const { createHook } = hooks;
let stop = () => {};

/**
 * Node's test runner tracks every promise, socket and timer to the test that created it, which takes an eighth of the
 * time of service tests. It needs that only while modules with tests are loaded. Afterwards it would only attribute
 * unhandled errors to tests, which `stray-errors.ts` does in a simpler way. This module must be evaluated before
 * `node:test` is loaded.
 */
export function stopFollowing(): void {
  stop();
}

hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  const following = createHook(callbacks);
  stop = () => following.disable();
  return following;
};
