import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReplySubject } from './reply-subject.ts';

test('the subject of an answer is that of the mail, after one "Re:"', () => {
  for (const [subject, expected] of [
    ['Re: Quote Q-1: Website', 'Re: Quote Q-1: Website'],
    ['AW: Angebot Q-1', 'Re: Angebot Q-1'],
    ['RE: Aw: Re[2]: Angebot Q-1', 'Re: Angebot Q-1'],
    ['SV: Offert', 'Re: Offert'],
    ['回复：报价单', 'Re: 报价单'],
    ['A question about: bricks', 'Re: A question about: bricks'],
    ['Fwd: Quote', 'Re: Fwd: Quote'],
    ['Re: ', null],
    ['', null],
  ] as const) {
    assert.equal(formatReplySubject(subject), expected, subject);
  }
});
