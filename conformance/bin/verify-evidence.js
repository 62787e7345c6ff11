#!/usr/bin/env node
import { runVerifier } from '../evidence/cli.js';

process.exitCode = await runVerifier(process.argv.slice(2));
