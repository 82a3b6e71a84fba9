'use client';

import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { JsonView } from '@/components/form/json-view';
import { originRows, readOrigin } from '@/components/guard/origins/origin-setting';
import { Can } from '@/components/layout/account/can';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { useList } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { FieldError } from '@/components/ui/controls/field';
import { Segmented } from '@/components/ui/controls/segmented';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { hasWrongCheck } from './checks';
import type { Documents } from './draft';
import { OriginChecksRow } from './origin-checks';
import { ReviewDialog } from './review-dialog';
import { OriginSettingRow, SettingRow } from './setting-row';
import { type Draft, useDraft } from './use-draft';
import { useSettings } from './use-settings';

const VIEWS = ['form', 'json'] as const;
const REVIEW = 'review-settings';
/** The order people look for them; settings the console does not know follow. */
const ORDER = ['waf', 'cc', 'acl', 'bot', 'cache', 'guard_weak_password_setting'];
const place = (key: string) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

function SettingsForm({ draft }: { draft: Draft }) {
  const keys = Object.keys(draft.documents).filter((key) => key !== 'origin');
  const isChanged = (key: string) => draft.changedKeys.includes(key);
  const settingOf = ({ origin }: Documents) => readOrigin({ origin: JSON.stringify(origin ?? {}) });
  const origins = originRows(settingOf(draft.documents));
  const isMoved = JSON.stringify(origins) !== JSON.stringify(originRows(settingOf(draft.base)));
  return (
    <ul>
      {keys
        .sort((a, b) => place(a) - place(b))
        .map((key) => (
          <SettingRow
            key={key}
            name={key}
            document={draft.documents[key]}
            isChanged={isChanged(key)}
            onChange={(document) => draft.set(key, document)}
          />
        ))}
      {'origin' in draft.documents ? (
        <>
          <OriginSettingRow count={origins.length} isChanged={isMoved} />
          <OriginChecksRow
            origin={draft.documents.origin}
            stored={draft.base.origin}
            onChange={(origin) => draft.set('origin', origin)}
          />
        </>
      ) : null}
    </ul>
  );
}

/** What there is to save, and why it cannot be saved yet; in sight wherever in the form one is. */
function SaveBar({ draft, onReview }: { draft: Draft; onReview: () => void }) {
  const t = useTranslations('guard.settings');
  const list = useList();
  const { fault } = draft;
  const count = Object.keys(draft.changes).length;
  const refused = () => {
    if (fault) return t('fault_first');
    if (count === 0) return t('no_change');
    return hasWrongCheck(draft.documents.origin) ? t('fields_first') : undefined;
  };
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-b-3 border-t border-line bg-panel px-(--panel-pad) py-2.5">
      {fault?.kind === 'keys' ? (
        <FieldError>
          {[
            fault.unknown.length > 0 ? t('unknown_keys', { keys: list(fault.unknown) }) : '',
            fault.missing.length > 0 ? t('missing_keys', { keys: list(fault.missing) }) : '',
          ].join(' ')}
        </FieldError>
      ) : null}
      <span role="status" className="min-w-0 flex-1 text-12 text-ink-2">
        {t('count', { count })}
      </span>
      {draft.isChanged ? (
        <Button variant="quiet" onClick={draft.discard}>
          {t('discard')}
        </Button>
      ) : null}
      <Can permission="guard.domain.edit">
        <Button variant="primary" reason={refused()} onClick={onReview}>
          {t('review')}
        </Button>
      </Can>
    </div>
  );
}

function Loaded({ domain, settings }: { domain: DomainDetail; settings: Readonly<Record<string, string>> }) {
  const t = useTranslations('guard.settings');
  const dialog = useDialogParam();
  const draft = useDraft(settings);
  const [view, setView] = useQueryState('view', parseAsStringLiteral(VIEWS).withDefault('form'));
  useDirtyGuard(draft.isChanged);
  return (
    <Panel
      title={t('title')}
      source={t('text')}
      padded={false}
      actions={
        <Segmented
          size="small"
          name={t('view')}
          value={view}
          onChange={(next) => void setView(next)}
          segments={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
      }
    >
      {view === 'form' ? (
        <SettingsForm draft={draft} />
      ) : (
        <JsonView
          label={t('json')}
          hint={t('json_hint')}
          text={draft.text}
          fault={draft.fault?.kind === 'keys' ? null : draft.fault}
          onChange={draft.write}
        />
      )}
      <SaveBar draft={draft} onReview={() => dialog.open(REVIEW)} />
      {dialog.isOpen(REVIEW) && Object.keys(draft.changes).length > 0 ? (
        <ReviewDialog
          domain={domain}
          draft={draft}
          onClose={dialog.close}
          onSaved={() => {
            draft.discard();
            dialog.close();
          }}
        />
      ) : null}
    </Panel>
  );
}

/** Every setting of a domain as a form or as JSON; saving shows first what would change. */
export function SettingsTab({ domain }: { domain: DomainDetail }) {
  const { settings, error, refetch } = useSettings(domain.domain_id);
  if (settings) return <Loaded domain={domain} settings={settings} />;
  return (
    <Panel padded={error === null}>
      {error ? (
        <ErrorState what="common.error.what.settings" error={error} permission="guard.domain.view" onRetry={refetch} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Panel>
  );
}
