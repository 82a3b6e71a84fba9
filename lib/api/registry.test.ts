import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/generated/messages';
import { LOCALES } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { errorCatalogue, permissions, routes } from './registry';

describe('the registry', () => {
  it('binds a handler to every endpoint and none beside', async () => {
    for (const route of routes) {
      const handlers = await route.handlers();
      expect(handlers[route.key], route.name).toBeTypeOf('function');
    }
  });

  it('lets only sign-in, the enrolment of nodes and the tool downloads be public', () => {
    const open = routes.filter((route) => route.endpoint.permission === 'public').map((route) => route.endpoint.path);
    const allowed = [
      '/api/auth/login',
      '/console/session',
      '/api/guard/nodes/enrol',
      '/api/cli/version',
      '/api/cli/install.sh',
      '/api/cli/download/{filename}',
      '/api/cli/checksums.txt',
    ];
    expect(open.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it('says of every write what its audit row names', () => {
    for (const { name, endpoint } of routes) {
      if (endpoint.method === 'GET') expect(endpoint.audit, name).toBeUndefined();
      else if (!isQuery(name)) expect(endpoint.audit, name).toBeDefined();
    }
  });

  it('asks for permissions of the form module.resource.action', () => {
    for (const permission of permissions) expect(permission).toMatch(/^[a-z]+\.[a-z]+\.[a-z_]+$/);
  });

  it('creates with 201 and answers 200 otherwise, never 201 on another method than POST', () => {
    for (const { name, endpoint } of routes) if (endpoint.status === 201) expect(endpoint.method, name).toBe('POST');
  });
});

/** Chart queries travel as POST because they have a body; they change nothing. */
const isQuery = (name: string) => /^analytics\/\w+\.(batch|page_batch|pageBatch|export)$/.test(name);

describe('the error catalogue', () => {
  it('gives every error a code of its own', () => {
    const all = Object.entries(errorCatalogue);
    const shared = all.filter(([key, { code }]) => all.some(([other, one]) => other !== key && one.code === code));
    expect(shared.map(([key, { code }]) => `${code} ${key}`)).toEqual([]);
  });

  it.each(LOCALES)('has a text for every error in %s', (locale) => {
    const t = translator(locale);
    const placeholders = JSON.stringify(messages[locale]).matchAll(/\{(\w+)/g);
    const values = Object.fromEntries([...placeholders].map(([, name]) => [name, 1]));
    for (const key of Object.keys(errorCatalogue)) {
      expect(t(key, values), key).not.toBe(key);
    }
  });

  it('is named by the endpoints in full', () => {
    for (const { name, endpoint } of routes) {
      for (const key of endpoint.errors ?? []) expect(errorCatalogue[key], `${name}: ${key}`).toBeDefined();
    }
  });
});
