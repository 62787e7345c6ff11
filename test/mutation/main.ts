import { parseArgs } from 'node:util';
import { PLAN, STRICT } from './plan.ts';
import { runMutants, type Trial } from './run.ts';
import { matchesMutant, named, nameOf } from './survivors.ts';

/**
 * `npm run mutate`: breaks the program in one place at a time and checks that a test fails. Exits with 1 if too few
 * mutants are killed, or if a survivor in a strict area is not listed in survivors.ts.
 */
const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    file: { type: 'string', multiple: true },
    match: { type: 'string', multiple: true, default: [''] },
    minutes: { type: 'string', default: '28' },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const WANTED_SCORE = 0.85;
const PROGRESS_EVERY = 20;

const targets = PLAN.filter(
  ({ area, file }) =>
    (!values.area || values.area.includes(area)) && (!values.file || values.file.includes(file)),
);
if (targets.length === 0) throw new Error(`No such area or file in the plan: ${values.area ?? values.file}`);
const begun = performance.now();
let ended = 0;
const trials = await runMutants(targets, {
  match: values.match,
  seed: Number(values.seed),
  sample: Number(values.sample),
  minutes: Number(values.minutes),
  workers: Number(values.workers),
  onTrial(trial) {
    if (trial.outcome !== 'failed') console.log(describe(trial));
    if (++ended % PROGRESS_EVERY === 0) console.error(`${ended} tried`);
  },
});

const tried = trials.filter(({ outcome }) => outcome !== undefined);
const unnamed = tried.filter(
  (trial) => trial.outcome === 'passed' && STRICT.includes(trial.target.area) && !isNamed(trial),
);
// A listed survivor counts as one even if there was no time to run it again.
const judged = trials.filter((trial) => trial.outcome !== undefined || isNamed(trial));
const noticed = judged.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
const minutes = Math.ceil((performance.now() - begun) / 60_000);
const score = noticed.length / judged.length;

console.log();
const weak: string[] = [];
for (const area of new Set(targets.map((target) => target.area))) {
  const [total, found] = [judged, noticed].map(
    (some) => some.filter(({ target }) => target.area === area).length,
  ) as [number, number];
  console.log(`${area.padEnd(12)} ${String(found).padStart(4)} of ${total} noticed`);
  if (found < WANTED_SCORE * total) weak.push(area);
}
console.log(
  `\n${tried.length} of ${trials.length} mutants tried (seed ${values.seed}) in ${minutes} minutes: ${percent(score)} noticed`,
);
reportNames();
if (unnamed.length > 0)
  console.log(`${unnamed.length} survivors in ${STRICT.join(', ')} are not named in survivors.ts`);
if (weak.length > 0) console.log(`Fewer than ${percent(WANTED_SCORE)} in ${weak.join(', ')}`);
process.exitCode = unnamed.length > 0 || weak.length > 0 ? 1 : 0;

/** Reports entries that match nothing any more, which would hide the next survivor of that line. */
function reportNames(): void {
  for (const name of named().filter(({ file }) => targets.some((target) => target.file === file))) {
    const own = trials.filter(({ target, mutant }) => matchesMutant(name, target.file, mutant));
    if (own.every(({ outcome }) => outcome !== undefined && outcome !== 'passed')) {
      console.log(`Named, but noticed or gone: ${name.file}: ${name.source}: ${name.change}`);
    }
  }
}

function isNamed({ target, mutant }: Trial): boolean {
  return nameOf(target.file, mutant) !== undefined;
}

function describe({ target, mutant, outcome }: Trial): string {
  const place = `${target.file}:${mutant.line}: ${mutant.change}    ${mutant.source}`;
  // A busy machine can cause a timeout, so it is worth a look.
  if (outcome === 'timeout') return `timeout  ${place}`;
  const name = nameOf(target.file, mutant);
  return name ? `named    ${place}\n         ${name.reason}` : `survived ${place}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
