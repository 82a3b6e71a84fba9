import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '@/lib/api/registry';
import { messages } from '@/lib/generated/messages';
import { LOCALES } from '@/lib/i18n/locales';
import { type Parapet, startParapet } from '@/test/parapet';
import type { PermissionModule } from './contract';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const tree = (as: string, language: string) =>
  parapet.call('GET', '/api/sys/permissions/tree', { as, headers: { 'Accept-Language': language } });

const keysOf = (modules: PermissionModule[]) =>
  modules.flatMap((m) => m.resources.flatMap((r) => r.actions.map((a) => a.full_key)));

/** Follows a dotted path through the messages. */
const textAt = (root: unknown, path: string) =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root);

describe('permission tree', () => {
  it('lists every permission once, whoever asks, also one without any', async () => {
    const { status, body } = await tree('acme-nobody', 'en-US');
    expect(status).toBe(200);
    expect(keysOf(body.data)).toEqual([...permissions]);
    expect(body).toEqual((await tree('acme-root', 'en-US')).body);
  });

  it('names them in the language asked for', async () => {
    const find = (modules: PermissionModule[]) =>
      modules.find((m) => m.module === 'guard')?.resources.find((r) => r.prefix === 'guard.policy');
    expect(find((await tree('acme-root', 'en-US')).body.data)).toMatchObject({ name: 'Policies' });
    const chinese = find((await tree('acme-root', 'zh-CN')).body.data);
    expect(chinese).toMatchObject({ name: '策略' });
    expect(chinese?.actions).toContainEqual({ key: 'list', name: '列表', full_key: 'guard.policy.list' });
  });

  it('needs a session', async () => {
    expect((await parapet.call('GET', '/api/sys/permissions/tree')).status).toBe(401);
    const local = await parapet.call('GET', '/api/sys/permissions/tree', { token: parapet.runtime.localToken });
    expect(local).toMatchObject({ status: 403, body: { err_key: 'err.auth.session_only' } });
  });

  it.each(LOCALES)('every permission has its names in %s', (locale) => {
    const wanted = permissions.flatMap((key) => {
      const [module, resource] = key.split('.');
      return [`${module}.name`, `${module}.${resource}.name`, key];
    });
    const missing = [...new Set(wanted)].filter(
      (path) => typeof textAt(messages[locale].permission, path) !== 'string',
    );
    expect(missing).toEqual([]);
  });
});
