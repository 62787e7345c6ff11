import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLoad, type Load, temporaryFolder } from './harness.ts';
import type { LoadResult, LoadTask } from './load-client.ts';

const PROBES = 20;
/** The default of 2 s would count slower responses as errors. */
const TIMEOUT_SECONDS = 30;

interface WrkSummary {
  requests: number;
  microseconds: number;
  p50: number;
  p99: number;
  /** Responses with status 400 or above. */
  refused: number;
  broken: number;
}

/** Uses `wrk` if it is on the PATH, because it needs less CPU than the servers; otherwise our own client. */
export function createBestLoad(): Load {
  const version = /^wrk \S+/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0];
  return version === undefined ? createLoad() : createWrkLoad(version);
}

function createWrkLoad(version: string): Load {
  const folder = temporaryFolder();
  const probe = createLoad();
  return {
    generator: version,
    async run(task) {
      // wrk counts only statuses from 400 as errors; redirects are found with a few requests first.
      const probed = await probe.run({ ...task, connections: 1, limit: PROBES });
      if (probed.statuses['2xx'] !== probed.count) return probed;
      return await runWrk(task, join(folder.path, 'requests.lua'));
    },
    close() {
      probe.close();
      folder.remove();
    },
  };
}

async function runWrk(
  { port, connections, seconds, requests }: LoadTask,
  script: string,
): Promise<LoadResult> {
  writeFileSync(script, createScript(requests));
  const duration = `${Math.max(1, Math.round(seconds))}s`;
  const options = ['-t1', `-c${connections}`, `-d${duration}`, `--timeout=${TIMEOUT_SECONDS}s`, '-s', script];
  const { stdout } = await promisify(execFile)('wrk', [...options, `http://127.0.0.1:${port}/`]);
  const resultLine = stdout.split('\n').find((line) => line.startsWith('{'));
  if (resultLine === undefined) throw new Error(`wrk said nothing of its result: ${stdout}`);
  const { requests: count, microseconds, p50, p99, refused, broken }: WrkSummary = JSON.parse(resultLine);
  if (broken > 0) throw new Error(`${broken} connections failed or were not answered in time`);
  return {
    perSecond: count / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    count,
    statuses: { '2xx': count - refused, ...(refused > 0 && { '4xx or 5xx': refused }) },
  };
}

/** Sends the raw requests in turn and prints the result as a line of JSON. */
function createScript(requests: readonly string[]): string {
  return `local requests = { ${requests.map(luaString).join(',\n')} }
local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
`;
}

function luaString(text: string): string {
  const bytes = [...Buffer.from(text)];
  return `"${bytes.map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;
}
