'use client';

import { useTranslations } from 'next-intl';
import { type IconName, isIconName } from '@/components/ui/content/icon-paths';
import { send, urlOf } from '@/lib/api/client';
import type { Envelope } from '@/lib/api/envelope';
import type { Resource } from '@/lib/api/resource';
import { resources } from '@/lib/generated/resources';
import { usePermission } from '../account/session';
import { navItemOf } from '../navigation/nav-items';
import { useGuardedPush } from '../page/dirty-guard';
import type { PaletteItem, PaletteSource } from './palette-sources';

const FOUND = 6;
/** The largest page a list gives. */
const WHOLE = 100;

type Searched = Resource & Required<Pick<Resource, 'search'>>;
type Item = Record<string, string | number>;

const searched = resources.filter((one: Resource): one is Searched => one.search !== undefined);

/** Where an item leads: where its resource says, or to its own page. */
function hrefOf({ search, page }: Searched, item: Item): string {
  if (search.href) return search.href.replace(/\{(\w+)\}/g, (_, field: string) => String(item[field] ?? ''));
  return `${page?.path}/${encodeURIComponent(String(item[search.id]))}`;
}

const iconOf = ({ icon = '' }: { icon?: string }, otherwise: IconName) => (isIconName(icon) ? icon : otherwise);

type LabelOf = (item: Item) => string;

async function find({ search }: Searched, labelOf: LabelOf, keyword: string, signal: AbortSignal): Promise<Item[]> {
  const url = urlOf({ path: search.list }, { query: { keyword, size: search.isWhole ? WHOLE : FOUND } });
  const response = await send(url, { method: 'GET', signal });
  const { list } = ((await response.json()) as Envelope<{ list: Item[] }>).data;
  if (!search.isWhole) return list;
  const wanted = keyword.toLowerCase();
  // Also by the name that is not shown, as it is what the API says.
  const isFound = (item: Item) => `${labelOf(item)} ${item[search.label]}`.toLowerCase().includes(wanted);
  return list.filter(isFound).slice(0, FOUND);
}

/** The objects of every resource that can be found by name; none of those that the caller may not list and open. */
export function useObjects(): PaletteSource[] {
  const t = useTranslations();
  const push = useGuardedPush();
  const can = usePermission();
  /** The page that an address is of, in words. */
  const pageOf = (href: string) => {
    const label = navItemOf(href.split('?')[0] ?? href)?.label;
    return label && t(label);
  };
  const allowed = searched.filter(
    ({ search, page }) => can(search.permission) && (page === undefined || can(page.permission)),
  );
  return allowed.map((one) => ({
    id: one.type,
    heading: t(`kind.${one.type}`, { count: 2 }),
    search: async (keyword, signal) => {
      const { id, label, hint, href, names } = one.search;
      const labelOf: LabelOf = (item) => {
        const name = `${names}.${item[id]}`;
        return names && t.has(name) ? t(name) : String(item[label]);
      };
      const hintOf = (item: Item) => (hint ? String(item[hint] ?? '') : href && pageOf(hrefOf(one, item)));
      return (await find(one, labelOf, keyword, signal)).map((item) => ({
        id: `${one.type}-${item[id]}`,
        label: labelOf(item),
        hint: hintOf(item),
        icon: iconOf(one, 'list'),
        run: () => push(hrefOf(one, item)),
      }));
    },
  }));
}

/** What the caller may begin: add, issue, upload, search. */
export function useBeginnings(): PaletteItem[] {
  const t = useTranslations();
  const push = useGuardedPush();
  const can = usePermission();
  return resources.flatMap(({ actions = [] }) =>
    (actions as NonNullable<Resource['actions']>)
      .filter(({ permission }) => can(permission))
      .map((action) => ({
        id: action.href,
        label: t(action.label),
        // Also found by the verbs that other objects have.
        keywords: action.icon ? action.href : `add create new ${action.href}`,
        icon: iconOf(action, 'plus'),
        run: () => push(action.href),
      })),
  );
}
