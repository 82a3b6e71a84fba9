import { createTranslator } from 'use-intl/core';
import { validate } from '@/lib/analytics/charts/lint';
import type { Locale } from '@/lib/i18n/locales';
import en from '@/messages/en-US/charts.json';
import zh from '@/messages/zh-CN/charts.json';
import type { ChartContext, ChartModel, Say } from '../prepare/model';
import { prepare } from '../prepare/prepare-chart';
import type { RenderHint } from './contract';
import { type Fixture, fixtureOf } from './fixtures';

/** The texts of the product in either language; a key that does not exist fails the test. */
export function sayIn(locale: Locale): Say {
  const messages = locale === 'zh-CN' ? zh : en;
  const onError = (error: Error) => {
    throw error;
  };
  return createTranslator({ locale, messages, onError }) as unknown as Say;
}

/** A context as the tests use it: names are the raw names, the zone is UTC+8. */
export function contextOf(change: Partial<ChartContext> = {}): ChartContext {
  const locale = change.locale ?? 'en-US';
  return {
    locale,
    tz: 'Asia/Shanghai',
    now: Date.UTC(2026, 10, 19, 12),
    names: { title: 'Chart', measure: (n) => n, dimension: (n) => n, value: (_, v) => v },
    say: sayIn(locale),
    ...change,
  };
}

/** A fixture's model; fails when the validator refuses it. */
export function modelOf(id: string, hint: RenderHint, change: Partial<ChartContext> = {}): ChartModel {
  const fixture = fixtureOf(id);
  if (!fixture) throw new Error(`no fixture ${id}`);
  return modelOfFixture(fixture, hint, change);
}

export function modelOfFixture(fixture: Fixture, hint: RenderHint, change: Partial<ChartContext> = {}): ChartModel {
  const { result, problems } = validate(fixture.result(hint));
  if (!result) throw new Error(JSON.stringify(problems));
  return prepare(result, contextFor(fixture, hint, change), problems);
}

export const contextFor = (fixture: Fixture, hint: RenderHint, change: Partial<ChartContext> = {}) =>
  contextOf({ window: fixture.window(hint), ...(fixture.tz ? { tz: fixture.tz } : {}), ...change });
