/** The long run (`npm run fuzz`): all naughty strings, and `FUZZ_REQUESTS` bodies. */
process.env.FUZZ_REQUESTS ??= '20000';
await import('./fuzz.test.ts');
