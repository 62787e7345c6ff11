const WIDTH = 78;

/** Renders a box without side borders, so that the command can be copied without them. */
export function renderFirstStartBox(
  { publicUrl, setupUrl }: { publicUrl: string; setupUrl: string | null },
  { secret: key, testSecret }: { secret: string; testSecret: string },
): string {
  const api = `${publicUrl}/api/v1`;
  const quote = JSON.stringify({
    customerId: 'cus_demo',
    title: 'Website redesign',
    items: [{ description: 'Design, per day', quantity: 2.5, unitPrice: 80_000 }],
  });
  return `
${rule('╭─ Proffer is ready ', '╮')}
${setupLines(setupUrl)}
  Base URL   ${api}
  API key    ${key}
  Test key   ${testSecret}
             Keep them: they are shown only now.
             More: proffer keys --help (in a checkout: npx proffer keys --help)
             The test key's emails are captured, never sent, and its clock can be advanced.

  Create a quote for the demo customer of the test account:

curl -X POST ${api}/quotes \\
  -H 'Authorization: Bearer ${testSecret}' \\
  -H 'Content-Type: application/json' \\
  -d '${quote}'

  Reference  ${publicUrl}/docs

${rule('╰', '╯')}

`;
}

/** Renders the box of every later start until the console is set up, then an empty string. */
export function renderSetupBox(setupUrl: string | null): string {
  if (setupUrl === null) return '';
  return `
${rule('╭─ The console is not set up yet ', '╮')}
${setupLines(setupUrl)}
${rule('╰', '╯')}

`;
}

function setupLines(setupUrl: string | null): string {
  if (setupUrl === null) return '';
  return `
  Open this link to set up the console. It works once, and until the next start:

${setupUrl}
`;
}

function rule(start: string, end: string): string {
  return start + '─'.repeat(WIDTH - start.length - end.length) + end;
}
