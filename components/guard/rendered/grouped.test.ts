import { expect, it } from 'vitest';
import { grouped } from './grouped';

it('makes equal notes one, with each of their rules once', () => {
  const bucket = { key: 'leaky_bucket', rule_kind: 'cc' } as const;
  const field = { key: 'field_unsupported', rule_kind: 'acl', rule_id: 7 } as const;
  expect(
    grouped([
      { ...bucket, rule_id: 2 },
      { key: 'no_certificate' },
      { ...bucket, rule_id: 1 },
      { ...bucket, rule_id: 2 },
      { ...bucket, rule_kind: 'brute_force', rule_id: 2 },
      { ...field, field: 'country' },
      { ...field, field: 'asn' },
    ]),
  ).toEqual([
    {
      key: 'leaky_bucket',
      rules: [
        { kind: 'cc', id: 2 },
        { kind: 'cc', id: 1 },
        { kind: 'brute_force', id: 2 },
      ],
    },
    { key: 'no_certificate', rules: [] },
    {
      key: 'field_unsupported',
      rules: [
        { kind: 'acl', id: 7, field: 'country' },
        { kind: 'acl', id: 7, field: 'asn' },
      ],
    },
  ]);
});
