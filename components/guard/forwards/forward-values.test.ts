import { expect, it } from 'vitest';
import { type Forward, ForwardInput } from '@/lib/guard/forwards/contract';
import { newForward, otherFields, valuesOf } from './forward-values';

const STORED: Forward = {
  ...{ id: 7, user_id: 'u', user_name: 'owner', domain: 'game.example.com', domain_id: 'd', schema: 4, port: 5060 },
  ...{ node_ipaddrs: '192.0.2.7', describe: 'Telephones', status: 1, dev_setting: 'bind eth1', ctime: 1, utime: 2 },
  src_setting: { port: 5061, weights: [1, 2.5], constructor: 'kept' },
  adv_settings: { own: { deep: null } },
  node_setting: {},
};

it('a stored forward is sent back as it is, with the fields that the form does not know', () => {
  const { id, user_id, user_name, ctime, utime, ...body } = STORED;
  expect(ForwardInput.parse(JSON.parse(JSON.stringify(valuesOf(STORED))))).toEqual(body);
});

it('names the fields that it keeps without a control', () => {
  const kept = ['src_setting.weights', 'src_setting.constructor', 'adv_settings.own'];
  expect(otherFields(valuesOf(STORED))).toEqual(kept);
  expect(otherFields(newForward())).toEqual([]);
  expect(otherFields({ src_setting: 'no object', adv_settings: null })).toEqual([]);
});

it('a new one belongs to the domain it is begun in', () => {
  const begun = newForward({ domain: 'game.example.com', domain_id: 'd' });
  expect(ForwardInput.parse({ ...begun, port: 1 })).toMatchObject({ domain_id: 'd', schema: 3, status: 2, port: 1 });
  expect(ForwardInput.safeParse(newForward()).success).toBe(false);
});
