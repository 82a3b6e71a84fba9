import type { z } from 'zod';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { parseJson } from '@/lib/api/json';
import { parseWith } from '@/lib/api/parse';
import { requireDomain } from '@/lib/guard/domains/locked';
import { readSettings } from '@/lib/guard/domains/repository';
import type { Settings } from '@/lib/guard/domains/settings';
import { requireEnabledOrigin } from '@/lib/guard/origins/rules';
import { translator } from '@/lib/i18n/translate';
import { changeSettings } from './change-settings';
import { MAX_SETTINGS, OriginSetting, SwitchSetting } from './contract';

/** Every setting of a domain by key (spec 4.5). */
export async function readDomainSettings(ctx: Ctx, domain_id: string): Promise<{ settings: Settings }> {
  await requireDomain(ctx, domain_id);
  return { settings: await readSettings(ctx.db, domain_id) };
}

/**
 * Changes the settings given. Throws unknown_key for one the domain does not have, not_json and the field's own errors
 * for one that does not say what it must, too_large for more than a domain keeps, origin.last when no origin would be left.
 */
export function updateDomainSettings(ctx: Ctx, domain_id: string, given: Settings): Promise<null> {
  return changeSettings(ctx, domain_id, (settings) => {
    const written = checked(ctx, given, Object.keys(settings));
    refuseLarge({ ...settings, ...written }, Object.keys(given)[0] ?? '');
    return written;
  });
}

function refuseLarge(settings: Settings, key: string): void {
  const size = Object.values(settings).reduce((sum, value) => sum + value.length, 0);
  if (size <= MAX_SETTINGS) return;
  throw new AppError('err.guard.settings.too_large', { field: `settings.${key}`, values: { size, max: MAX_SETTINGS } });
}

/** What is stored: origins in their one written form, everything else letter by letter as it was given. */
function checked(ctx: Ctx, given: Settings, known: readonly string[]): Settings {
  const entries = Object.entries(given).map(([key, value]) => {
    const field = `settings.${key}`;
    if (!known.includes(key)) throw new AppError('err.guard.settings.unknown_key', { field, valid_values: known });
    const document = documentOf(value, field);
    if (key !== 'origin') {
      conforming(ctx, SwitchSetting, document, field);
      return [key, value];
    }
    const origin = conforming(ctx, OriginSetting, document, field);
    requireEnabledOrigin(origin, field);
    return [key, JSON.stringify(origin)];
  });
  return Object.fromEntries(entries);
}

/** The document as the schema reads it; a wrong place in it is named by its path, such as `settings.origin.services.0`. */
function conforming<S extends z.ZodType>(ctx: Ctx, schema: S, document: unknown, field: string): z.output<S> {
  try {
    return parseWith(schema, document, translator(ctx.locale));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const inner = error.details.field;
    throw new AppError(error.errKey, { ...error.details, field: inner === undefined ? field : `${field}.${inner}` });
  }
}

/** Read as strictly as a body, since what is nested too deeply or says a key twice cannot be kept as it was meant. */
function documentOf(value: string, field: string): unknown {
  try {
    return parseJson(new TextEncoder().encode(value));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('err.guard.settings.not_json', { field, values: error.details.values });
  }
}
