'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { PolicyPicker } from '@/components/guard/policies/policy-picker';
import { useMissingPermission } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { Field } from '@/components/ui/controls/field';
import { Link } from '@/components/ui/controls/link';
import { Refusal } from '@/components/ui/states/refusal';
import { type Origin, placeOf } from './place';

type Props = {
  /** What is to be done in the policy. */
  title: string;
  origin: Origin;
  /** The builder in a policy, which was found by a domain or chosen. */
  hrefIn: (policy_id: string, domain?: string) => string;
  onClose: () => void;
};

/** Goes to the builder in the policy of a mark, and asks for the policy where none follows from the mark. */
export function PolicyStep({ title, origin, hrefIn, onClose }: Props) {
  const t = useTranslations('guard.rules.from_mark');
  const policy = useTranslations('guard.policies');
  const push = useGuardedPush();
  const can = usePermission();
  const missing = useMissingPermission('guard.policy.list');
  const { data: place, error } = useQuery({
    queryKey: ['rule-from-mark', origin],
    queryFn: ({ signal }) => placeOf(origin, can, signal),
    // A policy that was made meanwhile is to be offered.
    gcTime: 0,
    retry: false,
  });
  const go = (policy_id: string, domain?: string) => {
    push(hrefIn(policy_id, domain));
    onClose();
  };
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (place?.kind === 'policy') latest.current(place.policy_id, place.domain);
  }, [place]);
  if (error)
    return (
      <Said role="alert">
        <Refusal error={error} />
      </Said>
    );
  if (!place || place.kind === 'policy') return <Said role="status">{t('searching')}</Said>;
  if (place.kind === 'none') {
    return (
      <Said role="status">
        {t('no_policy')}{' '}
        <Link className="link" href="/guard/policies?dialog=create" onClick={onClose}>
          {policy('create')}
        </Link>
      </Said>
    );
  }
  return missing === null ? <Chooser title={title} onChoose={go} /> : <Said role="alert">{missing}</Said>;
}

function Said({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <p role={role} className="border-line border-t px-3 py-2 text-12 text-ink-2">
      {children}
    </p>
  );
}

function Chooser({ title, onChoose }: { title: string; onChoose: (policy_id: string) => void }) {
  const t = useTranslations('guard.rules.from_mark');
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => holder.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={holder} className="border-line border-t px-3 pt-2 pb-3">
      <div className="mb-1.5 break-words font-medium">{title}</div>
      <Field label={t('policy')}>{(aria) => <PolicyPicker {...aria} value="" onChange={onChoose} />}</Field>
    </div>
  );
}
