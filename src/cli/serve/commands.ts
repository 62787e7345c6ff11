import type { Command } from '../command.ts';

export const SERVE_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Run the service',
    options: {
      demo: {
        value: 'DIR',
        isValueOptional: true,
        help: 'Show a made-up business, which is kept in DIR; without DIR it is deleted at the end',
      },
      language: {
        value: 'LANGUAGE',
        help: 'Of the demo: en, de, fr, es or ar (default: that of the terminal)',
      },
    },
    details: `Settings come from environment variables: see "proffer config" and docs/configuration.md.
The first start creates an account, three demo customers and an API key, which is shown only then.
Ctrl-C (SIGINT) and SIGTERM finish the running requests, then stop; a second signal stops immediately.
The log goes to stdout, one JSON object per line; everything meant for people goes to stderr.
A demo has a folder of its own, needs no other settings and never sends an email.`,
    examples: [
      'proffer serve',
      'proffer serve --demo --language fr',
      'PORT=8080 DATA_DIR=/var/lib/proffer proffer serve',
    ],
    load: () => import('./serve.ts'),
  },
];
