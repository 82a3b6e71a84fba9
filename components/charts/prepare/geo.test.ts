import { expect, it } from 'vitest';
import { countryCode, countryName } from '../result/geo-codes';
import { modelOf } from '../result/testing';
import type { RankModel } from './model';

it('reads alpha-2, alpha-3, numeric and province codes and knows what is no place', () => {
  expect(['us', 'HKG', '156', 'CN-31', 'DEU'].map(countryCode)).toEqual(['US', 'HK', 'CN', 'CN-31', 'DE']);
  expect(['-', 'XX', 'T1', '', null, 'nowhere'].map(countryCode)).toEqual([null, null, null, null, null, null]);
});

it('names regions as the product does', () => {
  expect(['TW', 'HK', 'MO', 'US'].map((c) => countryName(c, 'zh-CN'))).toEqual([
    '中国台湾',
    '中国香港',
    '中国澳门',
    '美国',
  ]);
  expect(countryName('HK', 'en-US')).toBe('Hong Kong');
  expect(countryName('CN-31', 'en-US')).toBe('China 31');
});

it('lists what lies in no country at the end, unshaded', () => {
  const model = modelOf('seconds_unit', 'geo') as RankModel;
  expect(model.items.slice(-2).map((i) => [i.lines[0], i.code, i.token])).toEqual([
    ['Unknown', null, 'chart-seq-0'],
    ['Tor network', null, 'chart-seq-0'],
  ]);
  expect(model.items[0]).toMatchObject({ code: 'US', token: 'chart-seq-7' });
});
