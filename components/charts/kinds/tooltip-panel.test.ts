import { expect, it } from 'vitest';
import { fixtureOf } from '../result/fixtures';
import { contextFor, modelOf } from '../result/testing';
import { tipText } from './tooltip-panel';

const HINT = 'categorical_distribution_over_time';

function spoken(locale: 'en-US' | 'zh-CN') {
  const fixture = fixtureOf('all_zero');
  const model = modelOf('all_zero', HINT, { locale });
  if (!fixture || model.kind !== 'time') throw new Error('no course over time');
  return tipText(model, contextFor(fixture, HINT, { locale }), 0, new Set());
}

it('puts between values what the language puts there', () => {
  expect(spoken('en-US')).toBe('11-19 09:00 – 09:05: block 0, limit 0, captcha 0, monitor 0, pass 0');
  expect(spoken('zh-CN')).toBe('11-19 09:00 – 09:05：block 0、limit 0、captcha 0、monitor 0、pass 0');
});
