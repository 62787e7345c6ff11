/** Binds a reporter to its output. */
export function createReporter(reporter, write) {
  return {
    start: (count) => write(reporter.start?.(count) ?? ''),
    result: (result, index) => write(reporter.result?.(result, index) ?? ''),
    end: (summary) => write(reporter.end(summary)),
  };
}

const text = {
  result: ({ id, status, error }) => {
    if (status === 'passed') return `ok    ${id}\n`;
    return status === 'skipped' ? `skip  ${id} (${error})\n` : `FAIL  ${id}\n${indent(error)}\n`;
  },
  end: ({ results, left, ms }) => {
    const { passed, failed, skipped } = countResults(results);
    const rest = left ? ` ${left} converted quotes stay in the account.` : '';
    return `\n${passed} passed, ${failed} failed, ${skipped} skipped in ${(ms / 1000).toFixed(1)} s.${rest}\n`;
  },
};

const tap = {
  start: (count) => `TAP version 14\n1..${count}\n`,
  result: ({ id, status, error, ms }, index) => {
    const line = `${status === 'failed' ? 'not ok' : 'ok'} ${index} - ${id}`;
    if (status === 'skipped') return `${line} # SKIP ${error}\n`;
    const message = status === 'failed' ? `  message: ${JSON.stringify(error)}\n` : '';
    return `${line}\n  ---\n${message}  duration_ms: ${ms}\n  ...\n`;
  },
  end: ({ results }) => {
    const { passed, failed, skipped } = countResults(results);
    return `# pass ${passed}\n# fail ${failed}\n# skip ${skipped}\n`;
  },
};

const json = {
  end: ({ results, left, ms }) =>
    `${JSON.stringify({ ...countResults(results), leftQuotes: left ?? null, ms, results }, undefined, 2)}\n`,
};

export const REPORTERS = { text, tap, json };

function countResults(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

function indent(message) {
  return message
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n');
}
