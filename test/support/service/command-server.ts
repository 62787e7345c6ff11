import { pathToFileURL } from 'node:url';

const [, , commands = ''] = process.argv;
const loading: Promise<typeof import('../../../src/cli/run.ts')> = import(pathToFileURL(commands).href);

/** The process behind `command`: runs one command after the other and returns the output of each. */
process.on('message', async ({ args, env }: { args: string[]; env: Record<string, string> }) => {
  const { runCli } = await loading;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  const code = await runCli(args);
  process.send?.({ code, stdout: stdout.end(), stderr: stderr.end() });
});

function capture(stream: NodeJS.WriteStream): { end(): string } {
  const { write } = stream;
  const parts: Buffer[] = [];
  stream.write = (part: Uint8Array | string, ...more: unknown[]) => {
    parts.push(Buffer.from(part as string));
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  };
  return {
    end() {
      stream.write = write;
      return Buffer.concat(parts).toString('utf8');
    },
  };
}
