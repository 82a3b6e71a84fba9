'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FieldDiff } from '@/components/audit/field-diff';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { useList } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { ApiError } from '@/lib/api/client';
import { APPROVED, type DomainDetail } from '@/lib/guard/domains/contract';
import { domainSettings } from '@/lib/guard/settings/contract';
import { changedSettings } from './draft';
import type { Draft } from './use-draft';

/** Shows what saving would change, field by field, and saves it. */
export function ReviewDialog({
  domain,
  draft,
  onClose,
  onSaved,
}: {
  domain: DomainDetail;
  draft: Draft;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useTranslations('guard.settings');
  const common = useTranslations('common');
  const list = useList();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const write = useEndpointAction(domainSettings.edit, { notice: t('saved') });
  const save = async () => {
    setPending(true);
    setRefusal(null);
    try {
      await write({
        params: { id: domain.domain_id },
        body: { settings: changedSettings(draft.base, draft.documents) },
      });
      onSaved();
    } catch (error) {
      setRefusal(error);
    } finally {
      setPending(false);
    }
  };
  const field = refusal instanceof ApiError ? refusal.envelope.data?.field?.replace(/^settings\./, '') : undefined;
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t('review_title', { count: Object.keys(draft.changes).length })}
      description={domain.audit_status === APPROVED ? t('delivers') : undefined}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('back')}
          </Button>
          <Can permission="guard.domain.edit">
            <Button variant="primary" pending={isPending} onClick={save}>
              {isPending ? common('form.saving') : t('save')}
            </Button>
          </Can>
        </>
      }
    >
      <FieldDiff type="domain" changes={draft.changes} />
      {draft.overtaken.length > 0 ? (
        <Note meaning="pending" className="mt-3">
          {t('overtaken', { keys: list(draft.overtaken) })}
        </Note>
      ) : null}
      {refusal ? (
        <Note meaning="rejected" role="alert" className="mt-3">
          {field ? `${field}: ` : null}
          <Refusal error={refusal} />
        </Note>
      ) : null}
    </Dialog>
  );
}
