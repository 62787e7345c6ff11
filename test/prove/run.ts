import { writeFile } from 'node:fs/promises';
import { type PartName, readOptions } from './options.ts';
import type { Part } from './part.ts';
import { provePostgresChaos, proveSqliteChaos } from './parts/chaos.ts';
import { proveFuzz } from './parts/fuzz.ts';
import { proveModel } from './parts/model.ts';
import { provePowerCuts } from './parts/power-cuts.ts';
import { proveRaces } from './parts/races.ts';
import { proveUpgrade } from './parts/upgrade.ts';
import { prove } from './prove.ts';

/** The proofs themselves, in a process of their own: see `main.ts`. */
const PARTS: Record<PartName, Omit<Part, 'name'>> = {
  model: { seconds: 20, run: proveModel },
  fuzz: { seconds: 120, run: proveFuzz },
  races: { seconds: 60, run: proveRaces },
  'power-cuts': { seconds: 60, run: provePowerCuts, isRepeatedSmaller: true },
  upgrade: { seconds: 45, run: proveUpgrade, isRepeatedSmaller: true },
  'chaos-sqlite': { seconds: 60, run: proveSqliteChaos, isRepeatedSmaller: true },
  'chaos-postgres': { seconds: 60, run: provePostgresChaos, isRepeatedSmaller: true },
};

const { seed, seconds, json, ...options } = readOptions();
const parts = options.parts.map((name) => ({ name, ...PARTS[name] }));
const proof = await prove(parts, { seed, seconds, print: (line) => console.log(line) });
const text = JSON.stringify(proof, null, 2);
if (json) await writeFile(json, `${text}\n`);
else console.log(text);
// What the parts share, such as the typesetter, would keep the process alive.
process.exit(proof.failures.length === 0 ? 0 : 1);
