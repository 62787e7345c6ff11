// `node scripts/setup.mjs` installs the dependencies of the service, `node scripts/setup.mjs all` also those of the
// tests. It does nothing if they are installed. Runs on Node 20 or later, before the pinned Node is installed.
import '../bin/assert-node-20.js';

// Not loaded by an older Node, which may not even parse it.
const { setUp } = await import('./install.mjs');
await setUp(process.argv[2] === 'all' ? 'all' : 'running');
