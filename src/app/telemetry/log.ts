import { type Logger, pino } from 'pino';
import { createRequestLog, type RequestLog } from './request-log.ts';

/** Writes one JSON object per line to stdout. */
export function createLog({ logLevel }: { logLevel: string }): { log: Logger; logRequest: RequestLog } {
  const output = pino.destination({ fd: 1, sync: true });
  const log = pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  return { log, logRequest: createRequestLog(log, output) };
}
