import { getAccountTime } from '../../actions/account/account-time.ts';
import { changeAccount } from '../../actions/account/change-account.ts';
import { drawLogoForMail } from '../../actions/account/mail-logo.ts';
import { createRenderer } from '../../adapters/pdf/renderer.ts';
import { checkAccount, PatchAccount } from '../../api/schemas/account/account.ts';
import type { Account, Registration } from '../../domain/account/account.ts';
import type { Bank } from '../../domain/account/bank.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { readAssignments } from './assignments.ts';
import { describeBank } from './bank-setting.ts';

export async function show({ text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => print(await requireAccount(db.read, text('account')), flag('json')));
}

export async function set({ args, text, flag }: Input): Promise<void> {
  const patch = await readAssignments(args, Object.keys(PatchAccount.properties));
  const errors = checkAccount(patch);
  if (errors.length > 0) {
    throw new UsageError(errors.map(({ path, message }) => `${path.slice(1)} ${message}`).join('; '));
  }
  const logo = typeof patch.logo === 'string' ? await tryLogo(patch.logo) : undefined;
  await withDatabase(async (db) => {
    const { id } = await requireAccount(db.read, text('account'));
    const change = { patch: patch as PatchAccount, bitmap: logo };
    const { account } = await changeAccount({ db }, id, change, await getAccountTime(db.read, id));
    print(account, flag('json'));
  });
}

async function tryLogo(logo: string): Promise<LogoBitmap | undefined> {
  const renderer = createRenderer({ workers: 1 });
  try {
    const message = await renderer.checkLogo('', logo);
    if (message) throw new CliError(`logo ${message}`);
    return await drawLogoForMail(renderer, '', logo);
  } finally {
    await renderer.close();
  }
}

function print(account: Account, json: boolean): void {
  if (json) {
    printJson(account);
    return;
  }
  const rows = Object.entries(account).map(([field, value]) => [field, describe(field, value)]);
  process.stdout.write(formatTable(['FIELD', 'VALUE'], rows));
}

function describe(field: string, value: unknown): string {
  if (field === 'logo' && value) return describeLogo(String(value));
  if (field === 'bank' && value) return describeBank(value as Bank);
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return describeFields(value);
  if (!Array.isArray(value)) return String(value ?? '–');
  return value.map(({ label, value }: Registration) => `${label}: ${value}`).join('; ') || '–';
}

function describeFields(value: object): string {
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return fields.map(([name, field]) => `${name}: ${field}`).join('; ') || '–';
}

function describeLogo(dataUrl: string): string {
  const [head = '', data = ''] = dataUrl.split(',', 2);
  return `${head.replace(/^data:|;.*$/g, '')}, ${Math.round((data.length * 3) / 4 / 1024)} KiB`;
}
