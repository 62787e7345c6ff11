import { formatReport } from './report.ts';
import { type ChaosResult, runChaos, runSqliteChaos } from './run-chaos.ts';

/** `npm run chaos` on `CHAOS_ENGINES`; CHAOS_SECONDS sets the duration, CHAOS_SEED repeats a run. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 45);
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));

const options = { seconds, seed, clients: 4 };
const RUNS: { engine: string; what: string; run(): Promise<ChaosResult> }[] = [
  { engine: 'postgres', what: 'Three replicas on one PostgreSQL', run: () => runChaos(options) },
  { engine: 'sqlite', what: 'SQLite', run: () => runSqliteChaos(options) },
];
const wanted = process.env.CHAOS_ENGINES?.split(',') ?? ['postgres', 'sqlite'];

for (const { what, run } of RUNS.filter(({ engine }) => wanted.includes(engine))) {
  console.log(`${what}, ${seconds} s of load and faults, seed ${seed}\n`);
  const result = await run();
  console.log(`${formatReport(result)}\n`);
  if (result.history.violations.length > 0) process.exitCode = 1;
}
if (process.exitCode === 1)
  console.log(`Again with the same choices: CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} npm run chaos`);
