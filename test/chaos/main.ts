import { reportOf } from './report.ts';
import { runChaos } from './run-chaos.ts';

/** `npm run chaos`; CHAOS_SECONDS for longer, CHAOS_SEED for the same choices again. */
const seconds = Number(process.env.CHAOS_SECONDS ?? 45);
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));

console.log(`Three replicas on one PostgreSQL, ${seconds} s of load and faults, seed ${seed}\n`);
const result = await runChaos({ seconds, seed, clients: 4 });
console.log(reportOf(result));
if (result.history.violations.length > 0) {
  console.log(`\nAgain with the same choices: CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} npm run chaos`);
  process.exitCode = 1;
}
