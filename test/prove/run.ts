import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { provePostgresChaos, proveSqliteChaos } from './parts/chaos.ts';
import { proveFuzz } from './parts/fuzz.ts';
import { proveModel } from './parts/model.ts';
import { provePowerCuts } from './parts/power-cuts.ts';
import { proveRaces } from './parts/races.ts';
import { proveUpgrade } from './parts/upgrade.ts';
import { prove } from './prove.ts';

/** The proofs themselves, in a process of their own: see `main.ts`. */
const PARTS = [
  { name: 'model', seconds: 20, run: proveModel },
  { name: 'fuzz', seconds: 60, run: proveFuzz },
  { name: 'races', seconds: 60, run: proveRaces },
  { name: 'power-cuts', seconds: 60, run: provePowerCuts },
  { name: 'upgrade', seconds: 45, run: proveUpgrade },
  { name: 'chaos-sqlite', seconds: 60, run: proveSqliteChaos },
  { name: 'chaos-postgres', seconds: 60, run: provePostgresChaos },
];

const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});
const hours = Number(values.hours ?? 0) + Number(values.minutes ?? (values.hours ? 0 : 10)) / 60;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const parts = PARTS.filter(({ name }) => values.only?.includes(name) ?? true);
if (parts.length === 0 || !(hours > 0) || !Number.isSafeInteger(seed)) {
  const names = PARTS.map(({ name }) => name).join(', ');
  console.error(
    `npm run prove -- [--hours N] [--minutes N] [--seed N] [--only PART]… [--json FILE]\n${names}`,
  );
  process.exit(2);
}
const proof = await prove(parts, { seed, seconds: hours * 3600, print: (line) => console.log(line) });
const text = JSON.stringify(proof, null, 2);
if (values.json) await writeFile(values.json, `${text}\n`);
else console.log(text);
// What the parts share, such as the typesetter, would keep the process alive.
process.exit(proof.failures.length === 0 ? 0 : 1);
