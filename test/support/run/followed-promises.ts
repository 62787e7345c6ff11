import hooks from 'node:async_hooks';

const { createHook } = hooks;
let stop = () => {};

/**
 * Node's runner follows every promise to the test that made it, which takes a tenth of what the tests of a service
 * cost. It has to while tests are defined inside of modules that are loaded. After that it would only know to which test
 * an error belongs that reached nobody, and `stray-errors.ts` tells that in a plainer way.
 *
 * This module must be evaluated before `node:test` is loaded.
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
