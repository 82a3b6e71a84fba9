import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { actionName, partsOf, plainOf, sentenceOf, type Texts } from '@/components/audit/sentence';
import { routes } from '@/lib/api/registry';
import { messages } from '@/lib/generated/messages';
import { LOCALES, type Locale } from '@/lib/i18n/locales';

function textsOf(locale: Locale): Texts {
  const onError = (error: Error) => {
    throw error;
  };
  const all = messages[locale] as unknown as Record<string, never>;
  return createTranslator({ locale, messages: all, onError }) as unknown as Texts;
}

const base = {
  action: 'guard.policy.create',
  actor_name: 'acme-root',
  user_id: 'u1',
  actor_type: 'user' as const,
  resource_id: 'p1',
  resource_label: 'Strict',
  status: 1,
  http_status: 200,
  on_behalf_user_name: '',
  detail: { changes: {}, params: { id: 'p1' } as Record<string, unknown> },
};
type Log = typeof base;
const say = (locale: Locale, log: Partial<Omit<Log, 'actor_type'>> & { actor_type?: 'user' | 'staff' }, who = true) =>
  plainOf(sentenceOf(textsOf(locale), { ...base, ...log }, { who }));

const audited = routes.filter(({ endpoint }) => endpoint.audit && 'resource' in endpoint.audit);
const actions = [...new Set([...audited.map((route) => route.action), 'unregistered.business_operation'])];

it('names of one label stand in a row as the language writes it', () => {
  const log = { action: 'guard.forward.edit', resource_label: '国密站点, www.example.com' };
  expect(say('en-US', log)).toContain('国密站点, www.example.com');
  expect(say('zh-CN', log)).toContain('国密站点、www.example.com');
});

it('a comma in the name of one object stays as it was written', () => {
  for (const action of ['sys.apikey.delete', 'guard.cert.create', 'guard.policy.create']) {
    expect(say('zh-CN', { action, resource_label: 'Migration, finished' })).toContain('Migration, finished');
  }
});

describe.each(LOCALES)('sentences in %s', (locale) => {
  it.each(actions)('%s has its own, done and tried', (action) => {
    const texts = textsOf(locale);
    expect(texts.has(`sentence.${action}`), `messages/${locale}: sentence.${action} is missing`).toBe(true);
    for (const status of [1, 2]) {
      const sentence = say(locale, { action, status, http_status: status === 1 ? 200 : 403 });
      expect(sentence).toMatch(/acme-root/);
      expect(sentence).not.toMatch(/[{}<>]|undefined/);
    }
  });
});

describe('an action', () => {
  it('has words without what it was done to', () => {
    expect(actionName(textsOf('en-US'), 'guard.domain.settings')).toBe('Changed the settings of domain');
    expect(actionName(textsOf('zh-CN'), 'guard.policy.create')).toBe('新建策略');
    expect(actionName(textsOf('en-US'), 'no.such.action')).toBe('no.such.action');
  });
});

describe('a sentence', () => {
  it.each([
    [{}, 'acme-root created policy Strict', 'acme-root 新建策略 Strict'],
    [
      { resource_label: 'Strict retail' },
      'acme-root created policy “Strict retail”',
      'acme-root 新建策略“Strict retail”',
    ],
    [{ resource_label: '严格零售' }, 'acme-root created policy “严格零售”', 'acme-root 新建策略“严格零售”'],
    [
      {
        action: 'guard.policy.edit',
        resource_label: 'Loose',
        detail: { changes: { name: { old: 'Strict', new: 'Loose' } }, params: {} },
      },
      'acme-root renamed policy Strict to Loose',
      'acme-root 将策略 Strict 改名为 Loose',
    ],
    [
      { action: 'guard.domain.audit', resource_label: 'a.test', detail: { changes: {}, params: { audit_status: 4 } } },
      'acme-root approved domain a.test',
      'acme-root 通过域名 a.test 的审核',
    ],
    [
      {
        action: 'guard.domain.audit',
        resource_label: 'a.test',
        detail: { changes: { audit_status: { old: null, new: 4 }, due_at: { old: null, new: 9 } }, params: {} },
      },
      'acme-root decided to approve domain a.test, in effect unless undone at once',
      'acme-root 决定通过域名 a.test 的审核，未及时撤销即生效',
    ],
    [
      {
        action: 'guard.domain.audit',
        resource_label: 'a.test',
        detail: { changes: { audit_status: { old: 3, new: null }, due_at: { old: 9, new: null } }, params: {} },
      },
      'acme-root undid the decision to reject domain a.test before it took effect',
      'acme-root 撤销驳回域名 a.test 的决定（尚未生效）',
    ],
    [
      {
        action: 'guard.cert.edit',
        resource_label: 'Shop, a.test',
        detail: { changes: { domain: { old: null, new: 'a.test' } }, params: {} },
      },
      'acme-root bound certificate Shop to domain a.test',
      'acme-root 将证书 Shop 绑定到域名 a.test',
    ],
    [
      {
        action: 'guard.cert.edit',
        resource_label: 'Shop, a.test',
        detail: { changes: { domain: { old: 'a.test', new: null } }, params: {} },
      },
      'acme-root unbound certificate Shop from domain a.test',
      'acme-root 将证书 Shop 从域名 a.test 解绑',
    ],
    [
      { action: 'guard.policy.delete', status: 2, http_status: 403, resource_label: '' },
      'acme-root tried to delete policy p1, refused: 403 missing permission',
      'acme-root 尝试删除策略 p1，被拒绝：403 缺少权限',
    ],
    [
      {
        status: 2,
        http_status: 503,
        resource_label: '',
        resource_id: '',
        detail: { changes: {}, params: { name: 'X' } },
      },
      'acme-root tried to create policy X, failed: 503 unavailable',
      'acme-root 尝试新建策略 X，失败：503 服务不可用',
    ],
    [
      { actor_type: 'staff' as const, actor_name: 'support', on_behalf_user_name: 'acme-child' },
      'support, acting for acme-child, created policy Strict',
      'support 代 acme-child 新建策略 Strict',
    ],
    [
      { action: 'sys.user.resetpwd', resource_id: 'u1', resource_label: 'acme-root' },
      'acme-root changed their own password',
      'acme-root 修改自己的密码',
    ],
    [
      { action: 'guard.later.thing', resource_label: 'X' },
      'acme-root used guard.later.thing on object X',
      'acme-root 执行 guard.later.thing（对象 X）',
    ],
  ])('%#', (log, en, zh) => {
    expect(say('en-US', log)).toBe(en);
    expect(say('zh-CN', log)).toBe(zh);
  });

  it('begins with a capital where nobody is before it', () => {
    expect(say('en-US', {}, false)).toBe('Created policy Strict');
  });

  it('takes names for text, whatever they hold', () => {
    const hostile = '<b>x</b> {outcome} \ue000\ue001';
    const sentence = sentenceOf(textsOf('en-US'), { ...base, resource_label: hostile });
    expect(partsOf(sentence)).toEqual([
      { text: 'Created policy ', isName: false },
      { text: '“<b>x</b> {outcome} ”', isName: true },
    ]);
  });
});
