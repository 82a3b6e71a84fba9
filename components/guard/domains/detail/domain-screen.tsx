'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { DomainFailure } from '@/components/guard/arrivals/failure-note';
import { useVerification } from '@/components/guard/probes/use-verification';
import { useMissingPermission } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Menu } from '@/components/ui/overlays/menu';
import { APPROVED, type DomainDetail, domains } from '@/lib/guard/domains/contract';
import { DeleteDomainDialog } from '../delete-domain-dialog';
import { noteOf } from '../domains-columns';
import { EditDomainDialog } from '../edit-domain-dialog';
import { DomainStrip } from './domain-strip';
import { DomainTabs } from './domain-tabs';

const LIST = '/guard/domains';
/** While somebody has to decide, the page asks by itself whether they did. */
const POLL_MS = 5000;

/** The page of one domain. */
export function DomainScreen({ id }: { id: string }) {
  return (
    <Detail
      endpoint={domains.view}
      id={id}
      back={LIST}
      refreshEvery={(domain) => (domain.audit_status === APPROVED ? false : POLL_MS)}
    >
      {(domain) => <Loaded domain={domain} />}
    </Detail>
  );
}

function Actions({ domain_id, onEdit, onDelete }: { domain_id: string; onEdit: () => void; onDelete: () => void }) {
  const t = useTranslations('guard.domains');
  const probe = useTranslations('guard.probes');
  const { verify, isPending } = useVerification(domain_id);
  const cannotVerify = useMissingPermission('guard.domain.verify') ?? undefined;
  const common = useTranslations('common.table');
  const cannotEdit = useMissingPermission('guard.domain.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.domain.delete') ?? undefined;
  return (
    <>
      <Button icon="refresh" reason={cannotVerify} pending={isPending} onClick={verify} className="max-sm:hidden">
        {probe(isPending ? 'verifying' : 'verify')}
      </Button>
      <Button reason={cannotEdit} onClick={onEdit} className="max-sm:hidden">
        {t('edit')}
      </Button>
      <Menu
        trigger={<IconButton icon="more" variant="secondary" name={common('actions')} />}
        entries={[
          { label: probe('verify'), icon: 'refresh', reason: cannotVerify, onSelect: () => verify() },
          { label: t('menu_edit'), icon: 'edit', reason: cannotEdit, onSelect: onEdit },
          { label: t('menu_delete'), icon: 'trash', danger: true, reason: cannotDelete, onSelect: onDelete },
        ]}
      />
    </>
  );
}

function Loaded({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains');
  const router = useRouter();
  const dialog = useDialogParam();
  const note = noteOf(domain);
  return (
    <>
      <PageHeader
        title={domain.domain}
        beside={note ? <span className="min-w-0 text-ink-2 wrap-anywhere">{note}</span> : undefined}
        description={
          <span className="flex flex-wrap items-center gap-x-2 text-12">
            <Copyable text={domain.cname} name={t('fields.cname')} />
            <span>{domain.user_name}</span>
          </span>
        }
        actions={
          <Actions
            domain_id={domain.domain_id}
            onEdit={() => dialog.open('edit')}
            onDelete={() => dialog.open('delete')}
          />
        }
      />
      <DomainFailure domain_id={domain.domain_id} />
      <DomainStrip domain={domain} />
      <DomainTabs domain={domain} />
      {dialog.isOpen('edit') ? <EditDomainDialog domain={domain} onClose={dialog.close} /> : null}
      {dialog.isOpen('delete') ? (
        <DeleteDomainDialog domain={domain} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
