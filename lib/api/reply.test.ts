import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { AppError } from './errors';
import { FAULTS } from './json';
import { permissions } from './registry';
import { errorReply, successReply } from './reply';

it('an answer that is too large is refused before it is written', () => {
  const row = { detail: 'x'.repeat(1024 * 1024) };
  expect(successReply('GET', 200, { list: Array(7).fill(row) }).status).toBe(200);
  expect(() => successReply('GET', 200, { list: Array(100).fill(row) })).toThrow('err.request.answer_too_large');
});

it.each(FAULTS)('a fault of JSON has a sentence in both languages: %s', (json_fault) => {
  const details = { values: { json_fault, max: 32 } };
  for (const key of ['err.request.bad_json', 'err.guard.settings.not_json']) {
    for (const locale of LOCALES) {
      const { message } = JSON.parse(String(errorReply(new AppError(key, details), translator(locale)).body));
      expect(message).toMatch(locale === 'en-US' ? /^The .+\. (It|An?|The key) .+\.$/ : /：.*[\u4e00-\u9fff].*。$/);
      expect(message).not.toContain('{');
      expect(message).not.toMatch(/_fault|errors\.|syntax|utf8/);
    }
  }
});

it('a refusal names the permission that is missing in words and by its key', () => {
  const said = (permission: string, locale: 'en-US' | 'zh-CN') => {
    const { body } = errorReply(new AppError('err.auth.permission', { values: { permission } }), translator(locale));
    return JSON.parse(String(body)).message;
  };
  expect(said('guard.domain.edit', 'en-US')).toBe('You lack the permission “Domains: Edit” (guard.domain.edit).');
  expect(said('guard.domain.edit', 'zh-CN')).toBe('缺少权限“域名：编辑”（guard.domain.edit）。');
  // What no permission is called, as a key's scope may be, is said as it was written.
  expect(said('guard.*', 'en-US')).toBe('You lack the permission guard.*.');
  expect(said('guard.agent.hk-1', 'en-US')).toBe('You lack the permission guard.agent.hk-1.');
  expect(said('guard.agent.hk-1', 'zh-CN')).toBe('缺少权限“guard.agent.hk-1”。');
  for (const key of permissions) expect(said(key, 'zh-CN')).not.toContain('permission.');
});
