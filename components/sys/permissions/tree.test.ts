import { expect, it } from 'vitest';
import { keysOfModule, type NamedModule, searched } from './tree';

const action = (full_key: string, name: string) => ({ key: full_key.split('.')[2] ?? '', name, full_key });
const MODULES: NamedModule[] = [
  {
    module: 'guard',
    name: 'Protection',
    resources: [
      {
        prefix: 'guard.policy',
        name: 'Policies',
        actions: [action('guard.policy.list', 'List'), action('guard.policy.delete', 'Delete')],
      },
      { prefix: 'guard.domain', name: 'Domains', actions: [action('guard.domain.delete', 'Delete')] },
    ],
  },
  {
    module: 'sys',
    name: 'System',
    resources: [{ prefix: 'sys.user', name: 'Users', actions: [action('sys.user.list', 'List')] }],
  },
];
const found = (text: string) => searched(MODULES, text).flatMap(keysOfModule);

it('finds actions by name and key, and keeps all below a resource or module that is found', () => {
  expect(found('')).toEqual(MODULES.flatMap(keysOfModule));
  expect(found(' delete ')).toEqual(['guard.policy.delete', 'guard.domain.delete']);
  expect(found('policies')).toEqual(['guard.policy.list', 'guard.policy.delete']);
  expect(found('GUARD.')).toEqual(['guard.policy.list', 'guard.policy.delete', 'guard.domain.delete']);
  expect(found('system')).toEqual(['sys.user.list']);
  expect(found('nothing of that')).toEqual([]);
});
