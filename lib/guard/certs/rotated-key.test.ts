import { renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetPrevious, keyFileOf, replaceKey } from '@/lib/seal/key-file';
import { forgetOtherKeys, openSeal } from '@/lib/seal/open';
import { type Parapet, startParapet } from '@/test/parapet';
import { rewrapKeys } from './sealed-keys';
import { Openssl } from './testing';

const openssl = new Openssl();
const pair = openssl.pair();

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(async () => {
  await parapet.close();
  openssl.close();
});

const upload = (name: string) => parapet.call('POST', '/api/guard/certs', { as: 'acme-root', body: { name, ...pair } });

it('a process that runs while the key is rotated takes up the new one, and answers 503 while that is not there', async () => {
  const { body: made } = await upload('Before');
  const { config, store } = parapet.runtime;
  replaceKey(config);
  const next = await openSeal(store, config);
  await rewrapKeys(store, next);
  await forgetOtherKeys(store, next.current.kek_id);
  forgetPrevious(config);

  const file = keyFileOf(config);
  renameSync(file, `${file}.away`);
  const refused = await upload('Too early');
  expect([refused.status, refused.body.err_key]).toEqual([503, 'err.unavailable']);
  renameSync(`${file}.away`, file);

  // The key that stays is opened, and what comes is sealed.
  const renewed = await parapet.call('PUT', `/api/guard/certs/${made.data.id}`, {
    as: 'acme-root',
    body: { cert: pair.cert },
  });
  expect(renewed.status).toBe(200);
  expect((await upload('After')).status).toBe(201);
  const rows = await store.read.selectFrom('certificates').select('sealed_key').execute();
  expect(rows.map(({ sealed_key }) => sealed_key.split('.')[0])).toEqual([next.current.kek_id, next.current.kek_id]);
});
