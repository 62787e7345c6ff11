import { it } from 'node:test';

it('passes', () => {});
