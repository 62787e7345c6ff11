// `node scripts/setup.mjs` installs what the service runs on, `node scripts/setup.mjs all` what the tests need too;
// neither does anything where it is there. Runs on any Node from 20 on, before the pinned Node is there.
import { setUp } from './install.mjs';

await setUp(process.argv[2] === 'all' ? 'all' : 'running');
