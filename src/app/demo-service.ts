import { locateBankStatement } from '../actions/demo/bank-statement.ts';
import type { Demo } from '../actions/demo/demo.ts';
import type { ServerMailers } from '../domain/mail/mail.ts';
import { DEMO_SIGN_IN_PATH } from '../pages/demo-routes.ts';
import type { Config } from './config/config.ts';

/** What the operator of a demo is told. */
export interface RunningDemo {
  signInUrl: string;
  /** File with payments to import, which is there once the demo is filled. */
  bankStatement: string;
  isFilling(): boolean;
}

export function describeDemo(demo: Demo, config: Config, baseUrl: string): RunningDemo {
  return {
    signInUrl: `${baseUrl}${DEMO_SIGN_IN_PATH}?code=${demo.signInCode}`,
    bankStatement: locateBankStatement(config),
    isFilling: demo.isFilling,
  };
}

/**
 * A demo sends no email, whatever the environment says, so it needs no limits of them, asks for no time stamps,
 * signs no PDFs, and only
 * those who are invited can sign in.
 */
export function toDemoConfig(config: Config, { texts }: Demo): Config {
  return {
    ...config,
    mailFrom: texts.business.email,
    ...{ smtpUrl: null, microsoftClientId: null, googleClientId: null },
    ...{ sendsPerQuoteHour: 0, sendsPerRecipientHour: 0 },
    ...{ timestampUrl: null, pdfSigningKey: null, pdfSigningCertificate: null },
    ...{ console: true, oidcIssuer: null, apiKey: null },
  };
}

/** Stands in for the mail servers of accounts. */
export const NO_SERVER_MAILERS: ServerMailers = {
  deliver: async () => ({ outcome: 'refused', response: 'A demo never sends an email.' }),
  close: async () => {},
};
