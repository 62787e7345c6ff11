import { getAccountTime } from '../../actions/account/account-time.ts';
import { findQuoteByIdOrNumber } from '../../actions/quote/find-quote.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { callService } from '../call-service.ts';
import { CliError, type Input } from '../command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Sends a quote through the running service, which has the mail server and knows its public URL. */
export async function run({ args, text, flag }: Input): Promise<void> {
  const name = args[0] ?? '';
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const quote = await findQuoteByIdOrNumber(
      { db },
      account.id,
      name,
      await getAccountTime(db.read, account.id),
    );
    if (!quote)
      throw new CliError(`there is no quote ${toPrintable(name)} in ${account.id}. See: proffer quotes list`);
    const body = { email: text('email'), message: text('message') };
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer quotes send', method: 'POST', body },
      path: `/quotes/${quote.id}/send`,
    });
    const sent = (await reply.json()) as Quote;
    if (flag('json')) printJson(sent);
    else process.stdout.write(`${sent.number} is ${sent.status}\n`);
  });
}
