import { readFile } from 'node:fs/promises';
import type { PriceImport } from '../../domain/catalogue/price-list.ts';
import type { Act } from '../api/api-command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';

/** Uploads a file of prices and reports what became of its rows. */
export const importPrices: Act = async ({ service, method, path, query, input: { args, flag } }) => {
  const name = args[1] ?? '';
  const file = new Uint8Array(await readFile(name));
  const reply = await service.request({ method, path, query, file });
  const report = (await reply.json()) as PriceImport;
  const { created, updated, unchanged, rejected, rejectedRows } = report;
  if (flag('json')) printJson(report);
  else {
    for (const { line, path: field, message } of rejectedRows) {
      process.stderr.write(`${toPrintable(name)}:${line}: ${`${field.slice(1)} ${message}`.trim()}\n`);
    }
    const verb = flag('dry-run') ? 'would be ' : '';
    process.stdout.write(
      `${created} ${verb}created, ${updated} ${verb}updated, ${unchanged} unchanged, ${rejected} skipped\n`,
    );
  }
  return rejected > 0 ? 1 : 0;
};
