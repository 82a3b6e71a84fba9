'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { ProbeResult } from '@/components/guard/probes/probe-result';
import { probedName, usePrecheck } from '@/components/guard/probes/use-precheck';
import { useMissingPermission } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { Target } from '@/lib/guard/probes/contract';
import { domainEntries } from './domain-entries';
import type { NewDomains, NewOrigin } from './new-domains';

/** The origin as a precheck takes it; null while something of it, or the domain, is missing or wrong. */
function targetOf(domain: string | undefined, { addr = '', port, protocol }: Partial<NewOrigin>): Target | null {
  const read = Target.safeParse({
    domain: domain && probedName(domain),
    protocol,
    origin_protocol: protocol,
    host: addr,
    port,
  });
  return read.data ?? null;
}

/**
 * Trying the form's origins under the first of its domains, never by itself. `reason` is why none can be tried now.
 */
export function useOriginCheck(form: UseFormReturn<NewDomains>) {
  const t = useTranslations('guard.domains.origin');
  const common = useTranslations('common');
  const [pasted, origins] = useWatch({ control: form.control, name: ['domains', 'src_sites'] });
  const domain = domainEntries(pasted).find((entry) => entry.domain !== undefined)?.domain;
  const precheck = usePrecheck(`new ${domain}`);
  const missing = useMissingPermission('guard.domain.precheck');
  const targets = origins.map((origin) => targetOf(domain, origin));
  const wait = precheck.wait > 0 ? common('error.wait', { seconds: precheck.wait }) : undefined;
  const blocked = missing ?? (domain === undefined ? t('name_first') : wait);
  return { precheck, targets, blocked, tried: domain && probedName(domain) };
}
type OriginCheck = ReturnType<typeof useOriginCheck>;

/** The button of one origin. */
export function TryButton({ check, index }: { check: OriginCheck; index: number }) {
  const t = useTranslations('guard.domains.origin');
  const { precheck, targets, blocked } = check;
  const target = targets[index] ?? null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon="health"
      className="-ml-2.5"
      reason={blocked ?? (target ? undefined : t('complete_first'))}
      pending={target !== null && precheck.isRunning(target)}
      onClick={() => target && !precheck.isBusy && precheck.run([target])}
      aria-label={t('try_one', { number: index + 1 })}
    >
      {t('try')}
    </Button>
  );
}

/** What the last try of one origin found. */
export function TryResult({ check: { precheck, targets }, index }: { check: OriginCheck; index: number }) {
  const t = useTranslations('guard.domains.origin');
  const target = targets[index];
  if (!target) return null;
  if (precheck.isRunning(target)) return <span className="text-12 text-ink-3">{t('trying')}</span>;
  const result = precheck.resultOf(target);
  return result ? <ProbeResult result={result} /> : null;
}

/** All origins in one call, under which name, and what was refused. */
export function TryAll({ check: { precheck, targets, blocked, tried } }: { check: OriginCheck }) {
  const t = useTranslations('guard.domains.origin');
  const whole = targets.filter((target) => target !== null);
  const isWhole = whole.length > 0 && whole.length === targets.length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {targets.length > 1 ? (
          <Button
            size="small"
            icon="health"
            reason={blocked ?? (isWhole ? undefined : t('complete_first'))}
            pending={precheck.isBusy}
            onClick={() => !precheck.isBusy && precheck.run(whole)}
          >
            {t('try_all')}
          </Button>
        ) : null}
        <span className="min-w-0 text-12 break-words text-ink-3">
          {tried ? t('try_as', { name: tried }) : t('try_hint')}
        </span>
      </div>
      {precheck.error ? (
        <Note meaning="rejected" role="alert" title={t('try_refused')}>
          {precheck.wait > 0 ? t('too_many', { seconds: precheck.wait }) : <Refusal error={precheck.error} />}
        </Note>
      ) : null}
    </>
  );
}
