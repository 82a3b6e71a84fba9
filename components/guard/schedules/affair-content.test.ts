import { describe, expect, it } from 'vitest';
import type { ScheduleAffair } from '@/lib/guard/schedules/contract';
import { contentOf, linesOf } from './affair-content';

describe('the message of an affair', () => {
  it('is text in lines, whatever it looks like', () => {
    expect(linesOf('a: is &lt;b&gt; &amp;amp; &#39;c&#39;<br>b: <i>x</i><br/><br>')).toEqual([
      "a: is <b> &amp; 'c'",
      'b: <i>x</i>',
    ]);
    expect(linesOf('')).toEqual([]);
  });
});

describe('the content of an affair', () => {
  it('is read as far as it is known', () => {
    const of = (json_content: unknown) => contentOf({ json_content } as ScheduleAffair);
    const changes = [
      { domain_id: 'd', domain: 'd.example.com', name: 'd.example', before: ['A 192.0.2.1'], after: [] },
    ];
    expect(of({ comment: 'why', retries: 2, max_retries: 9, changes, other: 1 })).toEqual({
      ...{ comment: 'why', retries: 2, max_retries: 9, changes },
    });
    expect(of(null)).toEqual({ comment: '', retries: 0, max_retries: 0, changes: [] });
    expect(of({ changes: 'none', reason: 4 }).changes).toEqual([]);
  });
});
