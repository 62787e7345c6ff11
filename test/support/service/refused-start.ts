import { describeFailure } from '../../../src/cli/failure.ts';
import { toStartError } from '../../../src/cli/serve/start-failure.ts';
import { readConfig } from '../../../src/config.ts';
import { startService } from '../../../src/service.ts';

/**
 * Returns the message of `proffer serve` for a start that fails; runs in this process, because a separate one takes
 * thirty times as long.
 */
export async function refusedStart(env: Record<string, string>): Promise<string> {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', PDF_WORKERS: '1', ...env });
  const service = await startService(config, { warmUp: false }).catch((error) => toStartError(error, config));
  if (service instanceof Error) return `proffer: ${describeFailure(service)}\n`;
  await (service as Awaited<ReturnType<typeof startService>>).close();
  throw new Error('it has started');
}
