import { readConfig } from '../config.ts';
import { startService } from '../service.ts';
import { firstStartBox } from './first-start-box.ts';
import { startFailure } from './start-failure.ts';
import { stopSignal } from './stop-signal.ts';
import { version } from './version.ts';

export async function run(): Promise<number> {
  const config = readConfig(process.env);
  const stopped = stopSignal();
  const service = await startService(config).catch((error) => {
    throw startFailure(error, config);
  });
  // To stderr, so that the log on stdout stays one JSON object a line and never holds the key.
  process.stderr.write(
    service.firstStart
      ? firstStartBox(service.publicUrl, service.firstStart.secret)
      : `Proffer ${version()} listens on ${service.url}\n`,
  );
  if (config.smtpUrl !== null && config.publicUrl === null) {
    process.stderr.write(
      `PUBLIC_URL is not set: customers will get links to this machine (${service.url}). Set it to the address they can open.\n`,
    );
  }
  const signal = await stopped;
  process.stderr.write(`${signal}: finishing the running requests, then stopping\n`);
  await service.close();
  return 0;
}
