export const MAIL_ACCOUNT_KINDS = ['smtp', 'microsoft', 'google'] as const;
export type MailAccountKind = (typeof MAIL_ACCOUNT_KINDS)[number];

/** Kinds that the owner connects by signing in at the provider. */
export const OAUTH_MAIL_KINDS = ['microsoft', 'google'] as const satisfies MailAccountKind[];
export type OAuthMailKind = (typeof OAUTH_MAIL_KINDS)[number];
