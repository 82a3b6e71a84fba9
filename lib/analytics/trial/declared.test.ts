import { expect, it } from 'vitest';
import * as declare from '../charts/declare';
import { Declaration } from './contract';
import { chartOf, sourceOf } from './declared';
import { brokenRule } from './rules';
import { FIGURES, TRIAL_DIMENSIONS } from './vocabulary';

/** What the text means where the names of declare.ts are known, as in charts.ts. */
function read(source: string): unknown {
  const names = Object.keys(declare);
  return new Function(...names, `return [${source}][0]`)(...Object.values(declare));
}

const meant = (input: unknown) => {
  const declaration = Declaration.parse(input);
  return { chart: chartOf(declaration), source: sourceOf(declaration) };
};

it('the text for charts.ts is the chart that was tried, of every dimension and figure', () => {
  for (const dimension of TRIAL_DIMENSIONS) {
    for (const figure of FIGURES) {
      const ranked = dimension !== 'time';
      const { chart, source } = meant({
        key: 'k',
        render_hint: 'table',
        dimensions: [dimension],
        measures: [figure],
        ranked,
      });
      expect(read(source), source).toEqual(chart);
    }
  }
});

it('figures and filters of one’s own survive whatever is written in them', () => {
  const hostile = ["it's", '"); process.exit(1); ("', '\\', '\u2028 \n', '中文'];
  const { chart, source } = meant({
    key: 'posts',
    render_hint: 'topn',
    dimensions: ['path'],
    measures: [
      { name: 'post_requests', sum: 'requests', where: [{ column: 'method', in: hostile }] },
      { name: 'post_bytes', sum: 'bytes_out', where: [{ column: 'action', in: ['block', 'limit'] }] },
      { name: 'all_bytes', sum: 'bytes_in' },
      { name: 'error_share', share: [{ column: 'status_class', in: ['5xx'] }] },
    ],
    filters: [
      { column: 'path', in: hostile },
      { column: 'ua_class', in: ['browser'] },
    ],
    ranked: true,
  });
  expect(read(source)).toEqual(chart);
  expect(source).toContain("agentIs('browser')");
});

it.each([
  ['a free dimension that is not ranked', { dimensions: ['path'] }, 'ranked', 'rank_names'],
  ['ranked buckets', { dimensions: ['time'], ranked: true }, 'ranked', 'no_ranked_time'],
  ['too many combinations', { dimensions: ['time', 'country'] }, 'dimensions', 'too_many_rows'],
  ['a percentile beside a count', { measures: ['p95', 'requests'] }, 'measures', 'percentiles_alone'],
  ['a figure twice', { measures: ['requests', 'requests'] }, 'measures.1', 'named_twice'],
  ['a name of one word', { measures: [{ name: 'select', sum: 'requests' }] }, 'measures.0.name', 'figure_name'],
  ['a dimension twice', { dimensions: ['action', 'action'] }, 'dimensions.1', 'named_twice'],
])('refuses %s', (_, change, field, rule) => {
  const declaration = { key: 'k', render_hint: 'table', dimensions: [], measures: ['requests'], ...change };
  expect(brokenRule(Declaration.parse(declaration))).toEqual({ field, rule });
});
