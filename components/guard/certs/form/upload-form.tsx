'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { TextField } from '@/components/form/fields';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { call } from '@/lib/api/client';
import { displayName } from '@/lib/api/fields';
import { type Cert, CertInput, certs } from '@/lib/guard/certs/contract';
import { PemFields } from './pem-fields';
import { useInspection } from './use-inspection';

const MOST_NAME = 100;

/** The endpoint of the form, in which the name may be left to the certificate. */
const upload = { ...certs.create, body: CertInput.extend({ name: displayName(MOST_NAME) }) };
type UploadValues = z.input<typeof upload.body>;

/** The body with a name: the one that was written, or else the certificate's own. */
async function named(values: UploadValues): Promise<UploadValues> {
  if (values.name.trim() !== '') return values;
  const { name: _, ...pems } = values;
  const { cert } = await call(certs.inspect, { body: pems });
  return { ...values, name: cert.common_name.slice(0, MOST_NAME) };
}

/** The form that stores a certificate, with what its texts say; the name is taken from the certificate. */
export function useUploadForm(onSaved: (cert: Cert) => void) {
  const t = useTranslations('guard.certs');
  const edit = useEndpointForm(upload, {
    defaultValues: { name: '', cert: '', key: '', sign_cert: undefined, sign_key: undefined },
    send: async (values) => call(certs.create, { body: await named(values) }),
    savedNotice: t('form.done'),
    onSaved,
  });
  const { form } = edit;
  const pems = useWatch({ control: form.control });
  const found = useInspection(pems);
  const suggested = found.cert?.common_name.slice(0, MOST_NAME);
  const before = useRef('');
  useEffect(() => {
    // A name somebody wrote stays; one that was taken from another certificate does not.
    if (!suggested || ![before.current, ''].includes(form.getValues('name'))) return;
    before.current = suggested;
    form.setValue('name', suggested, { shouldValidate: true });
  }, [suggested, form]);
  return { edit, found, keyGiven: Boolean(pems.key) };
}

/** Its fields. */
export function UploadFields({ upload: { edit, found } }: { upload: ReturnType<typeof useUploadForm> }) {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  return (
    <>
      <TextField form={edit.form} name="name" label={field('name')} hint={t('form.name_hint')} />
      <PemFields form={edit.form} found={found} />
    </>
  );
}
