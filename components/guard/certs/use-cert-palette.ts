'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import type { PaletteSource } from '@/components/layout/palette/palette-sources';
import { call } from '@/lib/api/client';
import { certs } from '@/lib/guard/certs/contract';

const FOUND = 6;

/** Certificates by name or common name; none for who may not list and open them. */
export function useCertPalette(): PaletteSource {
  const t = useTranslations('guard.certs');
  const router = useRouter();
  const can = usePermission();
  const search: PaletteSource['search'] = async (keyword, signal) => {
    const { list } = await call(certs.list, { query: { keyword, size: FOUND } }, signal);
    return list.map(({ id, name, common_name }) => ({
      id: `cert-${id}`,
      label: name,
      hint: common_name,
      icon: 'certificate',
      run: () => router.push(`/guard/certs/${id}`),
    }));
  };
  const isAllowed = can('guard.cert.list') && can('guard.cert.view');
  return { id: 'certs', heading: t('title'), search: isAllowed ? search : undefined };
}
