'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/components/layout/account/can';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { Menu } from '@/components/ui/overlays/menu';
import { EmptyFrame, NoMatch, NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';
import { MAX_KEYWORD } from '@/lib/api/fields';
import { bodyOf, type KindSpec, type RuleRow, type RuleValues } from './kind';
import { RuleDialogs } from './list/rule-dialogs';
import { RulesTable } from './list/rules-table';
import { useRules } from './list/use-rules';
import { parseDraft, type RuleDraft } from './rule-link';
import { type OpenRule, useOpenRule } from './use-open-rule';
import { useTemplateLinks } from './use-template-links';
import { useRuleWords } from './words/use-rule-words';

const Builder = dynamic(whenOnline(() => import('./builder/builder').then((m) => m.Builder)));

type Of = { spec: KindSpec; policy_id: string };

/** A draft over what a new rule begins with. */
function begun({ first }: KindSpec, draft: RuleDraft): RuleValues {
  const { limit, action, ...rest } = draft as Partial<RuleValues>;
  return {
    ...first,
    ...rest,
    ...(first.limit ? { limit: { ...first.limit, ...limit } } : {}),
    action: { ...first.action, ...action },
  };
}

/** The builder with what the URL asks for: a new rule, a copy, or one that is there. */
function Opened({
  spec,
  policy_id,
  rules,
  open,
  onClose,
}: Of & { rules: readonly RuleRow[]; open: OpenRule; onClose: () => void }) {
  const t = useTranslations('guard.rules');
  const more = { spec, policy_id, onClose };
  if (open.kind === 'new') {
    const draft = open.draft === null ? {} : parseDraft(open.draft);
    const note = draft ? undefined : t('builder.draft_wrong');
    const isPrefilled = open.draft !== null && draft !== undefined;
    return <Builder {...more} start={begun(spec, draft ?? {})} isPrefilled={isPrefilled} note={note} />;
  }
  const rule = rules.find(({ rule_id }) => rule_id === open.rule_id);
  if (!rule) {
    return (
      <Note
        meaning="unaudited"
        title={t('gone.title')}
        action={
          <Button size="small" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        {t('gone.text')}
      </Note>
    );
  }
  if (open.kind === 'edit') return <Builder {...more} rule={rule} start={bodyOf(rule)} />;
  const name = t('copy_name', { name: rule.name }).slice(0, 100);
  return <Builder {...more} start={{ ...bodyOf(rule), name }} isPrefilled />;
}

function Add({ spec, policy_id }: Of) {
  const t = useTranslations('guard.rules');
  const own = useTranslations(`guard.rules.${spec.kind}`);
  const { open, add } = useOpenRule();
  // The builder's own button of this name is the one to press then.
  const isCreating = open !== null && open.kind !== 'edit';
  const links = useTemplateLinks(policy_id);
  return (
    <>
      <Menu trigger={<Button chevron>{t('templates.menu')}</Button>} entries={links} />
      {isCreating ? null : (
        <Can permission={`guard.${spec.kind}.create`}>
          <Button variant={open ? 'secondary' : 'primary'} icon="plus" onClick={add}>
            {own('create')}
          </Button>
        </Can>
      )}
    </>
  );
}

/** The rules of a kind that a policy has, with a search over names and conditions. */
function Listed({ spec, policy_id, rules }: Of & { rules: readonly RuleRow[] }) {
  const t = useTranslations('guard.rules');
  const own = useTranslations(`guard.rules.${spec.kind}`);
  const common = useTranslations('common.table');
  const words = useRuleWords();
  const [search, setSearch] = useState('');
  if (rules.length === 0) {
    return (
      <EmptyFrame title={own('empty.title')} actions={<Add spec={spec} policy_id={policy_id} />}>
        {own('empty.text')}
      </EmptyFrame>
    );
  }
  const wanted = search.trim().toLowerCase();
  const textOf = (rule: RuleRow) =>
    [rule.name, rule.describe, words.conditions(rule), ...rule.matches.map(({ data }) => data)]
      .join('\n')
      .toLowerCase();
  const found = rules.filter((rule) => textOf(rule).includes(wanted));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2.5">
        <Input
          icon="search"
          type="search"
          aria-label={common('search')}
          placeholder={t('search')}
          maxLength={MAX_KEYWORD}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          boxClassName="w-55! max-sm:w-full!"
        />
        <span className="flex-1" />
        <Add spec={spec} policy_id={policy_id} />
      </div>
      {found.length > 0 ? (
        <RulesTable spec={spec} policy_id={policy_id} rules={found} />
      ) : (
        <NoMatch query={search} filters={[]} onClear={() => setSearch('')} />
      )}
      <RuleDialogs spec={spec} policy_id={policy_id} rules={rules} />
    </>
  );
}

/** The tab of a policy with its rules of one kind: the list, and below it the builder of the one that is open. */
export function RulesTab({ spec, policy_id }: Of) {
  const own = useTranslations(`guard.rules.${spec.kind}`);
  const { isAllowed, permission, rules, error, refetch } = useRules(spec, policy_id);
  const { open, key, close } = useOpenRule();
  const body = () => {
    if (!isAllowed) return <NoPermission permission={permission} />;
    if (error && !rules)
      return <ErrorState name={own('title')} error={error} permission={permission} onRetry={refetch} />;
    if (!rules) return <Skeleton lines={6} className="p-4" />;
    return <Listed spec={spec} policy_id={policy_id} rules={rules} />;
  };
  return (
    <div className="flex flex-col gap-3">
      {open?.kind === 'new' && rules?.length === 0 ? null : <Panel padded={false}>{body()}</Panel>}
      {open && rules ? (
        <Opened key={key} spec={spec} policy_id={policy_id} rules={rules} open={open} onClose={close} />
      ) : null}
    </div>
  );
}
