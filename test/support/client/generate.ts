// `node generate.ts DOCUMENT FOLDER` runs three well-known generators on the document, each into its own folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

// Two of the generators use the compiler as a library, which TypeScript 7 does not offer. A second `typescript` package
// would replace its program.
const COMPILER = `data:text/javascript,import { ts } from '${import.meta.resolve('@ts-morph/common')}'; export default ts;`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: COMPILER, shortCircuit: true } : next(specifier, context),
});

const [file = '', folder = ''] = process.argv.slice(2);

const { default: openapiTS, astToString } = await import('openapi-typescript');
await mkdir(join(folder, 'openapi-typescript'));
const schema = await openapiTS(JSON.parse(await readFile(file, 'utf8')));
await writeFile(join(folder, 'openapi-typescript', 'schema.ts'), astToString(schema));

const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input: file,
  output: join(folder, 'hey-api'),
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
});

const { generate } = await import('orval');
await generate({
  input: { target: file },
  output: { target: join(folder, 'orval', 'client.ts'), client: 'fetch' },
});
