// Imported first by what a person starts: an older Node would fail later, with a message about something else.
const OLDEST_NODE = 20;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `Proffer needs Node.js ${OLDEST_NODE} or later, and this is ${process.versions.node}: install Node.js 26 ` +
      'from https://nodejs.org, and try again.\n',
  );
  process.exit(1);
}
