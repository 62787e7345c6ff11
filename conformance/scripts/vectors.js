/** Writes the vectors from the model. Run it after a change of the rules: npm run vectors */
import { writeFileSync } from 'node:fs';
import { createVectors } from './create-vectors.js';

for (const [name, text] of Object.entries(createVectors())) {
  writeFileSync(new URL(`../vectors/${name}.json`, import.meta.url), text);
}
