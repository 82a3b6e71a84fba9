import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissions, routes } from '@/lib/api/registry';
import { tablesOf } from '@/lib/db/catalogue';
import { messages } from '@/lib/generated/messages';
import { resources } from '@/lib/generated/resources';
import { LOCALES } from '@/lib/i18n/locales';
import { type Parapet, startParapet } from './parapet';

const textAt = (locale: (typeof LOCALES)[number], key: string) =>
  key.split('.').reduce<unknown>((tree, name) => (tree as Record<string, unknown>)?.[name], messages[locale]);

const audited = new Set(
  routes.flatMap(({ endpoint }) => (endpoint.audit && 'resource' in endpoint.audit ? [endpoint.audit.resource] : [])),
);

/** What the API only reads has no audit rows. */
const READ_ONLY = ['plan'];

describe.each(resources.map((one) => [one.type, one] as const))('%s', (type, one) => {
  it('is what audit rows call it, once, and has a name in both languages', () => {
    expect([...audited, ...READ_ONLY]).toContain(type);
    expect(resources.filter((other) => other.type === type)).toHaveLength(1);
    for (const locale of LOCALES) expect(textAt(locale, `kind.${type}`), locale).toEqual(expect.any(String));
  });

  it('asks for permissions that exist, and its actions have texts', () => {
    const asked = [one.page?.permission, one.search?.permission, ...(one.actions ?? []).map((a) => a.permission)];
    const known = [...permissions, 'session'];
    for (const permission of asked.filter((key) => key !== undefined)) expect(known).toContain(permission);
    for (const { label } of one.actions ?? []) {
      for (const locale of LOCALES) expect(textAt(locale, label), `${locale} ${label}`).toEqual(expect.any(String));
    }
  });

  it('is begun with the verb of the permission to do so', () => {
    for (const { label, permission } of one.actions ?? []) {
      if (!permission.endsWith('.create')) continue;
      for (const locale of LOCALES) {
        const verb = String(textAt(locale, `permission.${permission}`));
        expect(String(textAt(locale, label)).startsWith(verb), `${locale} ${label}: ${verb}`).toBe(true);
      }
    }
  });

  it('has a page where it says that its objects have one', () => {
    if (one.page) expect(existsSync(`app/(console)${one.page.path}/[id]/page.tsx`), one.page.path).toBe(true);
  });

  it('is a part of something that has a page', () => {
    if (one.partOf) expect(resources.find((other) => other.type === one.partOf?.type)?.page).toBeDefined();
  });

  it('is found by a list that has the fields the palette shows', () => {
    const { search } = one;
    if (!search) return;
    const list = routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === search.list)?.endpoint;
    expect(list?.permission).toBe(search.permission);
    const data = z.toJSONSchema(list?.data as z.ZodType, { io: 'output', unrepresentable: 'any' });
    const { list: rows } = data.properties as { list: { items: { properties: object } } };
    const item = rows.items.properties;
    const inAddress = [...(search.href ?? '').matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
    for (const field of [search.id, search.label, search.hint ?? search.id, ...inAddress])
      expect(item).toHaveProperty(field);
    expect(one.page ?? search.href, 'a page, or an address').toBeDefined();
    const query = Object.keys((list?.query as z.ZodObject | undefined)?.shape ?? {});
    expect(query.includes('keyword')).toBe(!search.isWhole);
  });
});

describe('owned rows', () => {
  let parapet: Parapet;
  beforeAll(async () => {
    parapet = await startParapet();
  });
  afterAll(() => parapet.close());

  it('every table with rows of a user is named by a resource, and every table named exists', async () => {
    const tables = await tablesOf(parapet.runtime.store.read);
    for (const { owned } of resources) {
      if (!owned) continue;
      const columns = tables.find(({ name }) => name === owned.table)?.columns.map(({ name }) => name);
      expect(columns, owned.table).toContain(owned.column);
    }
    const scoped = tables.filter(({ columns }) =>
      ['oem_id', 'root_id', 'user_id'].every((name) => columns.some((column) => column.name === name)),
    );
    const named = resources.map(({ owned }) => owned?.table);
    // Keys, views and alerts end with their holder; changes of domains and affairs of their records are logs.
    const exempt = ['api_keys', 'saved_views', 'alerts', 'domain_changes', 'schedule_affairs'];
    for (const { name } of scoped) expect([...named, ...exempt], name).toContain(name);
  });
});
