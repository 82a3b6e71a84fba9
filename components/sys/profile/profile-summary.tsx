'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { MainAside } from '@/components/layout/page/main-aside';
import { ExactTime } from '@/components/layout/preferences/time';
import { RoleNames } from '@/components/sys/roles/role-names';
import { ContactFields } from '@/components/sys/users/form/contact-fields';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import { profile } from '@/lib/sys/profile/contract';
import type { User } from '@/lib/sys/users/contract';

function ContactForm({ user }: { user: User }) {
  const t = useTranslations('sys.profile');
  const router = useRouter();
  const { nick_name, email, mobile } = user;
  const edit = useEndpointForm(profile.edit, {
    defaultValues: { nick_name, email, mobile },
    savedNotice: t('saved'),
    invalidates: ['/api/sys/users'],
    // The header shows the name.
    onSaved: () => router.refresh(),
  });
  return (
    <FormPage edit={edit} submitLabel={t('save')}>
      <ContactFields form={edit.form} />
    </FormPage>
  );
}

/** How one is named and reached, to change; account, roles and password beside it. */
export function ProfileSummary({ user }: { user: User }) {
  const t = useTranslations('sys.profile');
  const common = useTranslations('common');
  const field = useTranslations('fields');
  const fields = useTranslations('sys.users.fields');
  return (
    <MainAside
      aside={
        <>
          <Panel title={t('account')}>
            <KeyValueList
              labelWidth={88}
              facts={[
                { label: fields('user_name'), value: user.user_name },
                { label: fields('user_id'), value: <Copyable text={user.user_id} name={fields('user_id')} /> },
                { label: fields('roles'), value: <RoleNames roles={user.roles} /> },
                { label: field('ctime'), value: <ExactTime value={user.ctime} /> },
              ]}
            />
          </Panel>
          <Panel title={fields('password')}>
            <p className="mb-2.5 text-ink-2">{t('password_text')}</p>
            <ButtonLink href="/password" icon="lock">
              {common('change_password')}
            </ButtonLink>
          </Panel>
        </>
      }
    >
      <Panel title={t('contact')}>
        <ContactForm key={user.user_id} user={user} />
      </Panel>
    </MainAside>
  );
}
