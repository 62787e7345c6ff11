import { readConfig } from '../../../src/app/config/config.ts';
import { startService } from '../../../src/app/service.ts';
import { describeFailure } from '../../../src/cli/failure.ts';
import { toStartError } from '../../../src/cli/serve/start-failure.ts';

/**
 * Returns the message of `proffer serve` for a start that fails; runs in this process, because a separate one takes
 * thirty times as long.
 */
export async function refusedStart(env: Record<string, string>): Promise<string> {
  const failure = await start(env).then(
    () => new Error('it has started'),
    (error: unknown) => error,
  );
  return `proffer: ${describeFailure(failure)}\n`;
}

async function start(env: Record<string, string>): Promise<void> {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', PDF_WORKERS: '1', ...env });
  const service = await startService(config, { warmUp: false }).catch((error) => {
    throw toStartError(error, config);
  });
  await service.close();
}
