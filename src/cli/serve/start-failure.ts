import { NoDemoError } from '../../actions/demo/demo.ts';
import type { Config } from '../../app/config/config.ts';
import { BundleError } from '../../pages/scripts.ts';
import { CliError } from '../command.ts';
import { toDatabaseError } from '../with-database.ts';

/** Converts a startup error to one that names the environment variable to change. */
export function toStartError(error: unknown, config: Config): unknown {
  const { code, syscall, port = config.port } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && !config.databaseUrl)) {
    const variable = port === config.metricsPort ? 'METRICS_PORT' : 'PORT';
    return new CliError(describeListenError(code, config.host, port, variable));
  }
  if (error instanceof NoDemoError) {
    return new CliError(`${config.dataDir}: ${error.message}. Name an empty folder, or none`);
  }
  if (error instanceof BundleError) return new CliError(error.message);
  return toDatabaseError(error, config);
}

function describeListenError(code: string | undefined, host: string, port: number, variable: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken: stop the other program, or set ${variable}`;
    case 'EACCES':
      return `${variable}: this user may not listen on port ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: this machine has no address "${host}"`;
    default:
      return `cannot listen on ${host}, port ${port} (${code})`;
  }
}
