import { domains, integer, issuer, onOff, people, text } from './config-values.ts';
import { secretVariable, type Variable, variable } from './config-variable.ts';

/** Who may use the console, and how they sign in. */
export interface PeopleConfig {
  console: boolean;
  /** Accounts that a person may own; 0 leaves creating them to the command line. */
  accountsPerPerson: number;
  /** Addresses of the people who may open the page of the operator. */
  operators: string[];
  passwordSignIn: boolean;
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcClientSecret: string | null;
  oidcName: string;
  oidcDomains: string[];
  oidcRedirect: boolean;
}

export const PEOPLE_VARIABLES: readonly Variable<
  keyof PeopleConfig,
  NonNullable<PeopleConfig[keyof PeopleConfig]>
>[] = [
  variable(
    'CONSOLE',
    'console',
    'on',
    'Set to off to serve the API and the customer page only, without the console and its sign-in',
    onOff,
  ),
  variable(
    'ACCOUNTS_PER_PERSON',
    'accountsPerPerson',
    '10',
    'Accounts that a person may own and create; 0 leaves creating them to proffer accounts create',
    integer(0, 1_000_000),
  ),
  variable(
    'OPERATORS',
    'operators',
    '',
    'Email addresses of the people who may open /operator, with two-step verification, separated by commas',
    people,
  ),
  variable(
    'PASSWORD_SIGN_IN',
    'passwordSignIn',
    'on',
    'Set to off to let people sign in at the OpenID Connect provider or with passkeys only',
    onOff,
  ),
  variable(
    'OIDC_ISSUER',
    'oidcIssuer',
    '',
    'Issuer URL of an OpenID Connect provider at which people may sign in',
    issuer,
  ),
  variable('OIDC_CLIENT_ID', 'oidcClientId', '', 'Client identifier at that provider', text),
  secretVariable('OIDC_CLIENT_SECRET', 'oidcClientSecret', '', 'Client secret at that provider', text),
  variable('OIDC_NAME', 'oidcName', 'single sign-on', 'Name of that provider on the sign-in button', text),
  variable(
    'OIDC_DOMAINS',
    'oidcDomains',
    '',
    'Email domains whose users may join the first account as readers without an invitation, separated by commas',
    domains,
  ),
  variable(
    'OIDC_REDIRECT',
    'oidcRedirect',
    'off',
    'Set to on to go straight from the sign-in page to the provider',
    onOff,
  ),
];
