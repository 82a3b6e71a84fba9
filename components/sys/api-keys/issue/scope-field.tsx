'use client';

import { useTranslations } from 'next-intl';
import type { Control } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { PermissionPicker } from '@/components/sys/permissions/permission-picker';
import { FieldError } from '@/components/ui/controls/field';
import { Segmented } from '@/components/ui/controls/segmented';
import type { KeyValues } from './issue-form';

export type ScopeChoice = 'chosen' | 'all';

/** What the key may do: chosen permissions, or whatever its holder may. Choosing none is not the same as all. */
export function ScopeField({
  control,
  choice,
  onChoice,
  isMissing,
}: {
  control: Control<KeyValues>;
  choice: ScopeChoice;
  onChoice: (choice: ScopeChoice) => void;
  /** Nothing was chosen when the key was to be issued. */
  isMissing: boolean;
}) {
  const t = useTranslations('sys.api-keys.scope');
  return (
    <FormField form={{ control }} name="scopes" label={t('label')} group>
      {({ value, set, aria }) => (
        <div id={aria.id} className="flex min-w-0 flex-col gap-2.5">
          <div>
            <Segmented
              name={t('label')}
              value={choice}
              onChange={onChoice}
              segments={[
                { value: 'chosen', label: t('chosen') },
                { value: 'all', label: t('all') },
              ]}
            />
          </div>
          <span className="text-12 text-ink-3">{t(choice === 'all' ? 'all_hint' : 'chosen_hint')}</span>
          {isMissing ? (
            <span role="alert">
              <FieldError>{t('none')}</FieldError>
            </span>
          ) : null}
          {choice === 'chosen' ? (
            <PermissionPicker
              onlyEffective
              value={(value as string[] | undefined) ?? []}
              onChange={set}
              label={t('label')}
            />
          ) : null}
        </div>
      )}
    </FormField>
  );
}
