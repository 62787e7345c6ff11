/** The long run (`npm run fuzz`): all naughty strings and as many bodies as `FUZZ_REQUESTS` says. */
process.env.FUZZ_REQUESTS ??= '20000';
await import('./fuzz.test.ts');
