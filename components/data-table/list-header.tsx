import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/content/page-header';
import { ExportButton } from './export/export-button';
import type { ListScreen } from './pages/use-list-screen';

type ListHeaderProps<Row extends object> = { list: ListScreen<Row>; title: string; fileName: string; add: ReactNode };

/**
 * The head of a list's page. An empty list has nothing to export, and says in its middle how to add to it; one that the
 * caller may not see says there which permission is missing.
 */
export function ListHeader<Row extends object>({ list, title, fileName, add }: ListHeaderProps<Row>) {
  const actions = (
    <>
      <ExportButton list={list} fileName={fileName} />
      {add}
    </>
  );
  return <PageHeader title={title} actions={list.isEmpty || list.isForbidden ? undefined : actions} />;
}
