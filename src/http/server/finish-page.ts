import type { Deps } from '../../app/deps.ts';
import { addDemoBar } from './demo-bar.ts';
import { createPathPrefix } from './path-prefix.ts';

/** Returns what finishes a page that bypasses the hooks of the server: the bar of a demo, and the path of PUBLIC_URL. */
export function createFinishPage({ config, demo }: Pick<Deps, 'config' | 'demo'>): (page: string) => string {
  const prefix = createPathPrefix(config.publicUrl);
  return (page) => {
    const barred = demo ? addDemoBar(page, demo) : page;
    return prefix ? prefix.addToPage(barred) : barred;
  };
}
