/** Thrown by a check that cannot run with the given options. */
export class Skip extends Error {}

/** Names the checks of a group: `group/title-in-kebab-case`. Each is a title and a function. */
export function group(name, checks, { sends = false } = {}) {
  return checks.map(([title, run]) => ({
    id: `${name}/${title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')}`,
    title,
    run,
    sends,
  }));
}

export function selectChecks(checks, only) {
  if (!only) return checks;
  const texts = only.split(',').map((text) => text.trim());
  return checks.filter(({ id }) => texts.some((text) => id.includes(text)));
}

/** Runs the checks one after the other, cleans up, and returns the results. */
export async function runChecks(checks, context, reporter) {
  const begun = performance.now();
  const results = [];
  reporter.start(checks.length);
  for (const check of checks) {
    const result = await runCheck(check, context);
    results.push(result);
    reporter.result(result, results.length);
  }
  const left = await context.cleanUp().catch(() => undefined);
  reporter.end({ results, left, ms: Math.round(performance.now() - begun) });
  return results;
}

async function runCheck({ id, title, run, sends }, context) {
  const begun = performance.now();
  const result = (status, error) => ({ id, title, status, error, ms: Math.round(performance.now() - begun) });
  if (sends && !context.options.canSend) return result('skipped', '--no-send');
  try {
    await run(context);
    return result('passed');
  } catch (error) {
    if (error instanceof Skip) return result('skipped', error.message);
    return result('failed', error.message);
  }
}
