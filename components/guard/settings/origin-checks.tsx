'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWord } from '@/components/audit/word';
import { parseNumber } from '@/components/form/parse-number';
import { Tag } from '@/components/ui/content/tag';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { Select } from '@/components/ui/controls/select';
import { CHECKS } from '@/lib/guard/settings/vocabulary';
import {
  type CheckField,
  checkOf,
  isCheckOn,
  type Kind,
  portsIn,
  type TypedCheck,
  withCheck,
  withCheckOn,
  wrongFields,
} from './checks';

const NUMBERS = [
  'serial_failure_count',
  'failure_ratio',
  'failure_ratio_windos',
  'fail_check_type',
] as const satisfies readonly CheckField[];
const ACTIONS = [4, 5] as const;

type FieldsProps = { check: TypedCheck; onChange: (check: TypedCheck) => void };

/** A whole number; what is none stays in the box and is said. */
function NumberField({ name, check, onChange }: FieldsProps & { name: CheckField }) {
  const t = useTranslations('guard.settings.checks');
  const hint = t.has(`hints.${name}`) ? t(`hints.${name}`) : undefined;
  return (
    <Field
      label={t(`fields.${name}`)}
      hint={hint}
      error={wrongFields(check).includes(name) ? t(`wrong.${name}`) : undefined}
    >
      {(aria) => (
        <Input
          {...aria}
          inputMode="numeric"
          value={String(check[name] ?? '')}
          onChange={(event) => onChange({ ...check, [name]: parseNumber(event.target.value) ?? '' })}
        />
      )}
    </Field>
  );
}

/** Ports as one line; while it is typed it stays as typed. */
function PortsField({ check, onChange }: FieldsProps) {
  const t = useTranslations('guard.settings.checks');
  const [typed, setTyped] = useState<string | null>(null);
  const ports = Array.isArray(check.ports) ? check.ports : [];
  return (
    <Field
      label={t('fields.ports')}
      hint={t('hints.ports')}
      error={wrongFields(check).includes('ports') ? t('wrong.ports') : undefined}
    >
      {(aria) => (
        <Input
          {...aria}
          mono
          value={typed ?? ports.join(', ')}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange({ ...check, ports: portsIn(event.target.value) });
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}

function CheckFields({ kind, ...fields }: FieldsProps & { kind: Kind }) {
  const t = useTranslations('guard.settings.checks');
  const word = useWord();
  const { check, onChange } = fields;
  return (
    <div className="mt-2 grid max-w-200 gap-x-3 gap-y-2.5 pb-1 pl-6 sm:grid-cols-2 lg:grid-cols-3">
      <NumberField name="detection_time_intervals" {...fields} />
      <Field label={t('fields.action')} error={wrongFields(check).includes('action') ? t('wrong.action') : undefined}>
        {(aria) => (
          <Select
            {...aria}
            value={Number(check.action)}
            onChange={(action) => onChange({ ...check, action })}
            options={ACTIONS.map((value) => ({ value, label: word('words.origin_check_action', value) }))}
          />
        )}
      </Field>
      {kind === 'ping_config' ? null : <PortsField {...fields} />}
      {NUMBERS.map((name) => (
        <NumberField key={name} name={name} {...fields} />
      ))}
    </div>
  );
}

/** How the nodes watch the origins: by ping, by a TCP connection, by an HTTP request. Each on its own. */
export function OriginChecksRow({
  origin,
  stored,
  onChange,
}: {
  origin: unknown;
  stored: unknown;
  onChange: (origin: Record<string, unknown>) => void;
}) {
  const t = useTranslations('guard.settings');
  const word = useWord();
  const isChanged = CHECKS.some(
    (kind) => JSON.stringify(checkOf(origin, kind)) !== JSON.stringify(checkOf(stored, kind)),
  );
  return (
    <li className="border-b border-line px-(--panel-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{t('checks.title')}</h3>
          <p className="text-12 text-ink-2">{t('checks.about')}</p>
        </div>
        {isChanged ? <Tag>{t('changed')}</Tag> : null}
      </div>
      {CHECKS.map((kind) => {
        const check = checkOf(origin, kind);
        const on = isCheckOn(check);
        return (
          <fieldset key={kind} aria-label={t(`checks.kinds.${kind}`)} className="mt-2 min-w-0">
            <div className="flex items-start gap-3">
              <Checkbox
                className="min-w-0 flex-1"
                label={t(`checks.kinds.${kind}`)}
                checked={on}
                onChange={(next) => onChange(withCheckOn(origin, stored, kind, next))}
              />
              <span className="text-12 text-ink-3">{word('words.switch', on)}</span>
            </div>
            {on && check ? (
              <CheckFields kind={kind} check={check} onChange={(next) => onChange(withCheck(origin, kind, next))} />
            ) : null}
          </fieldset>
        );
      })}
    </li>
  );
}
