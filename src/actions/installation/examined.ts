import type { TextLookup } from '../../adapters/net/look-up-texts.ts';
import type { Deps } from '../../app/deps.ts';

/** An installation to examine. The optional parts replace those of the system, for tests. */
export interface Examined extends Pick<Deps, 'config' | 'db' | 'clock' | 'sealing'> {
  lookUpTexts?: TextLookup;
  isSynchronized?: () => Promise<boolean | undefined>;
}
