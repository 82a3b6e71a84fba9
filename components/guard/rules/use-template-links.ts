'use client';

import { useTranslations } from 'next-intl';
import { useMissingPermission } from '@/components/layout/account/can';
import type { MenuEntry } from '@/components/ui/overlays/menu';
import { ruleHref } from './rule-link';
import { TEMPLATES } from './templates';

/** The templates of a policy's rules as entries of a menu; each leads to the builder with it. */
export function useTemplateLinks(policy_id: string): MenuEntry[] {
  const t = useTranslations('guard.rules.templates');
  const missing = { cc: useMissingPermission('guard.cc.create'), acl: useMissingPermission('guard.acl.create') };
  return TEMPLATES.map(({ id, kind, draft }) => ({
    label: t(`${id}.title`),
    reason: missing[kind] ?? undefined,
    href: ruleHref(kind, policy_id, draft({ name: t(`${id}.name`), content: t('maintenance_page.content') })),
  }));
}
