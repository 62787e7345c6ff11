import type { MoveProgress } from '../../store/move-data.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';

/** Shows a bar for each step of a move. */
export function showProgress(): (progress: MoveProgress) => void {
  const bars = new Map<MoveProgress['step'], ReturnType<typeof createProgressBar>>();
  const labels = { copy: 'Copying  ', verify: 'Verifying' };
  return ({ step, done, total }) => {
    const bar = bars.get(step) ?? createProgressBar(labels[step], total);
    bars.set(step, bar);
    bar.show(done);
    if (done >= total) bar.end();
  };
}
