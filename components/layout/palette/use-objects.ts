'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { isIconName } from '@/components/ui/icon-paths';
import { send, urlOf } from '@/lib/api/client';
import type { Envelope } from '@/lib/api/envelope';
import type { Resource } from '@/lib/api/resource';
import { resources } from '@/lib/generated/resources';
import { usePermission } from '../account/session';
import type { PaletteItem, PaletteSource } from './palette-sources';

const FOUND = 6;
/** The largest page a list gives. */
const WHOLE = 100;

type Searched = Resource & Required<Pick<Resource, 'search' | 'page'>>;
type Item = Record<string, string | number>;

const searched = resources.filter((one): one is Searched => one.search !== undefined && one.page !== undefined);

const iconOf = ({ icon = '' }: Resource) => (isIconName(icon) ? icon : 'list');

async function find({ search }: Searched, keyword: string, signal: AbortSignal): Promise<Item[]> {
  const url = urlOf({ path: search.list }, { query: { keyword, size: search.isWhole ? WHOLE : FOUND } });
  const response = await send(url, { method: 'GET', signal });
  const { list } = ((await response.json()) as Envelope<{ list: Item[] }>).data;
  if (!search.isWhole) return list;
  const wanted = keyword.toLowerCase();
  return list.filter((item) => String(item[search.label]).toLowerCase().includes(wanted)).slice(0, FOUND);
}

/** The objects of every resource that can be found by name; none of those that the caller may not list and open. */
export function useObjects(): PaletteSource[] {
  const t = useTranslations();
  const router = useRouter();
  const can = usePermission();
  const allowed = searched.filter(({ search, page }) => can(search.permission) && can(page.permission));
  return allowed.map((one) => ({
    id: one.type,
    heading: t(`kind.${one.type}`, { count: 2 }),
    search: async (keyword, signal) => {
      const { id, label, hint } = one.search;
      return (await find(one, keyword, signal)).map((item) => ({
        id: `${one.type}-${item[id]}`,
        label: String(item[label]),
        hint: hint && String(item[hint] ?? ''),
        icon: iconOf(one),
        run: () => router.push(`${one.page.path}/${encodeURIComponent(String(item[id]))}`),
      }));
    },
  }));
}

/** What the caller may begin: add, issue, upload. */
export function useBeginnings(): PaletteItem[] {
  const t = useTranslations();
  const router = useRouter();
  const can = usePermission();
  return resources.flatMap(({ actions = [] }) =>
    actions
      .filter(({ permission }) => can(permission))
      .map(({ label, href }) => ({
        id: href,
        label: t(label),
        keywords: href,
        icon: 'plus' as const,
        run: () => router.push(href),
      })),
  );
}
