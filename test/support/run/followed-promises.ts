import hooks from 'node:async_hooks';

const { createHook } = hooks;
let stop = () => {};

/**
 * Node's test runner tracks every promise to the test that created it, which takes a tenth of the time of service
 * tests. It needs that only while modules with tests are loaded. Afterwards it would only attribute unhandled errors to
 * tests, which `stray-errors.ts` does in a simpler way. This module must be evaluated before `node:test` is loaded.
 */
export function stopFollowingPromises(): void {
  stop();
}

hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  const following = createHook(callbacks);
  const withoutPromises = createHook({ ...callbacks, trackPromises: false });
  stop = () => {
    following.disable();
    withoutPromises.enable();
  };
  return {
    enable: () => following.enable(),
    disable: () => {
      following.disable();
      return withoutPromises.disable();
    },
  };
};
