import { type Config, describeRemovedVariables, readConfig } from '../../app/config/config.ts';
import type { ServiceOptions } from '../../app/service.ts';
import { readVersion } from '../../app/telemetry/manifest.ts';
import type { Input } from '../command.ts';
import { findWantedDemo, renderDemoBox, type WantedDemo } from './demo.ts';
import { renderFirstStartBox, renderSetupBox } from './first-start-box.ts';
import { toStartError } from './start-failure.ts';
import { waitForStopSignal } from './stop-signal.ts';

export async function run(input: Input): Promise<number> {
  const demo = findWantedDemo(input, process.env);
  try {
    return await serve(readConfig(demo?.env ?? process.env), demo);
  } finally {
    demo?.cleanUp();
  }
}

async function serve(config: Config, demo: WantedDemo | undefined): Promise<number> {
  for (const warning of describeRemovedVariables(process.env)) await write(`${warning}\n`);
  const stopped = waitForStopSignal();
  // Loaded after the settings are read, so that invalid settings are reported immediately.
  const { startService } = await import('../../app/service.ts');
  const showKeys: ServiceOptions['showKeys'] = (keys, at) => write(renderFirstStartBox(at, keys));
  const starting = startService(config, demo ? { demo: demo.language } : { showKeys }).catch((error) => {
    throw toStartError(error, config);
  });
  const service = await Promise.race([starting, stopped]);
  // Every step of a start can be interrupted, as by a kill: the next start does it again.
  if (typeof service === 'string') {
    demo?.cleanUp();
    return exitNow(`${service}: stopped before the service was ready\n`);
  }
  if (!service.hasShownKeys) {
    await write(`Proffer ${readVersion()} listens on ${service.url}\n${renderSetupBox(service.setupUrl)}`);
  }
  if (service.demo) await write(renderDemoBox(service.demo, { isKept: demo?.isKept ?? true }));
  else if (config.smtpUrl !== null && config.publicUrl === null) {
    await write(
      `PUBLIC_URL is not set: customers will get links to this machine (${service.url}). Set it to a URL that they can open.\n`,
    );
  }
  const expired = config.pdfSigningCertificate?.[0];
  if (expired && expired.validToDate.getTime() < Date.now()) {
    await write(
      `PDF_SIGNING_CERTIFICATE was valid until ${expired.validTo}: new confirmations are not signed.\n`,
    );
  }
  const signal = await stopped;
  process.stderr.write(`${signal}: finishing the running requests, then stopping\n`);
  await service.close();
  return 0;
}

async function exitNow(message: string): Promise<never> {
  await write(message);
  process.exit(0);
}

/** Writes to stderr, so that the log on stdout stays one JSON object per line and never contains the key. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stderr.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
