import { redirect } from 'next/navigation';
import type { ComponentType } from 'react';
import { defaultViewAddress } from '@/lib/runtime/page';

type Props = { searchParams: Promise<Record<string, unknown>> };

/** The page of a list that has saved views: come to without a query, it shows the reader's default view. */
export function listPage(list: Parameters<typeof defaultViewAddress>[0], Screen: ComponentType) {
  return async function ListPage({ searchParams }: Props) {
    const isPlain = Object.keys(await searchParams).length === 0;
    const address = isPlain ? await defaultViewAddress(list) : undefined;
    if (address) redirect(address);
    return <Screen />;
  };
}
