import type {
  Account,
  AccountPatch,
  GetStatisticsQuery,
  MailAccount,
  NewAccount,
  NewMailAccount,
  NewPaymentProvider,
  NewTestMail,
  OwnAccountList,
  PaymentProvider,
  Statistics,
  TestMail,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, PostOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';

/** The business that issues the quotes. */
export function createAccountApi({ json, file }: Caller) {
  return {
    get: (options?: CallOptions): Promise<Account> => json('getAccount', {}, options),
    /** Changes the given fields. */
    update: (patch: AccountPatch, options?: ChangeOptions): Promise<Account> =>
      json('updateAccount', { body: patch }, options),
    /** A ZIP of everything of the account. It needs the session of an owner. */
    export: (options?: CallOptions): Promise<FileResponse> =>
      file('exportAccount', 'application/zip', {}, options),
    /** Open, won and lost quotes by month. */
    statistics: (query?: GetStatisticsQuery, options?: CallOptions): Promise<Statistics> =>
      json('getStatistics', { query }, options),
    /** Closes the account. `name` is its exact name. Requires the session of an owner. */
    close: (name: string, options?: PostOptions): Promise<Account> =>
      json('closeAccount', { body: { name } }, options),
    /** Reopens a closed account. Requires the session of an owner. */
    reopen: (options?: PostOptions): Promise<Account> => json('reopenAccount', {}, options),
    /** Sends a test email to check the mail server. */
    sendTestMail: (mail?: NewTestMail, options?: PostOptions): Promise<TestMail> =>
      json('sendTestMail', { body: mail }, options),
  };
}

/** The accounts of the signed-in person. Requires a session; keys are not allowed. */
export function createAccountsApi({ json }: Caller) {
  return {
    list: (options?: CallOptions): Promise<OwnAccountList> => json('listAccounts', {}, options),
    /** Creates an account that the person owns. */
    create: (account: NewAccount, options?: PostOptions): Promise<Account> =>
      json('createAccount', { body: account }, options),
  };
}

/** The mail account of the account. Requires the session of an owner; keys are not allowed. */
export function createMailAccountApi({ json }: Caller) {
  return {
    get: (options?: CallOptions): Promise<MailAccount> => json('getMailAccount', {}, options),
    /** Connects a mail server, or replaces the one that is connected, after a test email to the owner. */
    connect: (account: NewMailAccount, options?: CallOptions): Promise<MailAccount> =>
      json('connectMailAccount', { body: account }, options),
    disconnect: (options?: CallOptions): Promise<void> => json('disconnectMailAccount', {}, options),
  };
}

/** The payment provider of the account. Requires the session of an owner; keys are not allowed. */
export function createPaymentProviderApi({ json }: Caller) {
  return {
    get: (options?: CallOptions): Promise<PaymentProvider> => json('getPaymentProvider', {}, options),
    /** Connects a provider, or replaces the one that is connected. */
    connect: (provider: NewPaymentProvider, options?: CallOptions): Promise<PaymentProvider> =>
      json('connectPaymentProvider', { body: provider }, options),
    disconnect: (options?: CallOptions): Promise<void> => json('disconnectPaymentProvider', {}, options),
  };
}
