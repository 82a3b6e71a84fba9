import { ruleHref } from '@/components/guard/rules/rule-link';
import { BLOCKED, TEMPLATES } from '@/components/guard/rules/templates';
import type { Screen } from './screen';

export const TENANT = 'acme-root';
export const SUPPORT = 'acme-support';

/** Those who tell the story, and what it is about. */
export type Story = {
  tenant: Screen;
  support: Screen;
  password: string;
  domain: string;
  domain_id: string;
  policy_id: string;
  /** What the command line says with a key that the tenant issued. */
  commandLine(key: string): Promise<void>;
};

const POLICY = 'Strict retail';
const LIST = 'Known scanners';
/** As a feed has them: one that is no address, one that is written in another form, one that is repeated. */
const FEED = ['# scanners, this week', '203.0.113.64/26', '192.0.2.130/25', '192.0.2.300', '203.0.113.64/26'];
/** Of a screen on which the builder of rules ends with its sentence. */
const FORM_HEIGHT = 1_150;
const PERMISSION = 'guard.domain.list';

export async function signIn(screen: Screen, user_name: string, password: string): Promise<void> {
  await screen.goTo('/login');
  await screen.field('auth.user_name').fill(user_name);
  await screen.field('auth.password').fill(password);
}

async function enter(screen: Screen): Promise<void> {
  await screen.button('auth.sign_in').click();
  await screen.page.getByRole('navigation', { name: screen.t('nav.main') }).waitFor();
}

type Listed = { list: { policy_id: string; id: number; name: string }[] };

/** The story in its order; each step ends with the picture of its name, but for that of the command line. */
export const STEPS = {
  async 'sign-in'({ tenant, password }) {
    await signIn(tenant, TENANT, password);
    await tenant.picture('sign-in');
    await enter(tenant);
  },

  async overview({ tenant }) {
    await tenant.goTo('/analytics/overview');
    await tenant.sees('analytics.overview.charts.blocked_addresses.title');
    await tenant.picture('overview');
  },

  async 'add-domain'({ tenant, domain }) {
    await tenant.goTo('/guard/domains/new');
    await tenant.field('guard.domains.new.domains').fill(domain);
    await tenant.page.getByLabel(tenant.t('guard.domains.origin.addr')).fill('198.51.100.80');
    await tenant.choose('guard.domains.fields.policy', POLICY);
    await tenant.picture('add-domain');
  },

  async cname(story) {
    const { tenant, domain } = story;
    await tenant.button('guard.domains.new.submit', { count: 1 }).click();
    await tenant.sees('guard.domains.created.title', { count: 1 });
    const found = await tenant.call<{ list: { domain_id: string; policy_id: string }[] }>(
      'GET',
      `/api/guard/domains?keyword=${domain}`,
    );
    Object.assign(story, found.list[0]);
    await tenant.picture('cname');
  },

  async approval({ support, password, domain, domain_id }) {
    await signIn(support, SUPPORT, password);
    await enter(support);
    await support.goTo('/guard/approvals');
    await support.page.getByRole('button', { name: domain }).first().click();
    await support.button('guard.approvals.approve').waitFor();
    await support.picture('approval');
    await support.call('PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status: 4 });
  },

  async dns({ tenant, domain_id }) {
    await tenant.call('PUT', `/api/guard/domains/${domain_id}/nodes`, {
      node_ids: ['hk-1', 'fra-1'],
      enable_parse: true,
    });
    await tenant.goTo(`/guard/domains/${domain_id}`);
    await tenant.sees('guard.onboarding.approval.fact');
    await tenant.picture('dns');
  },

  async policy({ tenant, policy_id }) {
    await tenant.goTo(`/guard/policies/${policy_id}`);
    await tenant.sees('guard.policies.applies_to');
    await tenant.picture('policy');
  },

  async 'block-country'({ tenant, policy_id }) {
    const name = tenant.t('guard.rules.templates.block_country.name');
    const matches = [{ field: 'country', op: 'in' as const, data: 'AQ,BV' }];
    await tenant.goTo(ruleHref('acl', policy_id, { name, matches, ...BLOCKED }));
    await tenant.button('guard.rules.acl.create').waitFor();
    await tenant.picture('block-country', FORM_HEIGHT);
    await tenant.button('guard.rules.acl.create').click();
    await tenant.sees('guard.rules.acl.created');
  },

  async 'limit-login'({ tenant, policy_id }) {
    const template = TEMPLATES.find(({ id }) => id === 'protect_login');
    if (template?.kind !== 'cc') throw new Error('there is no template that protects a login');
    const name = tenant.t('guard.rules.templates.protect_login.name');
    await tenant.goTo(ruleHref('cc', policy_id, template.draft({ name, content: '' })));
    await tenant.button('guard.rules.cc.create').waitFor();
    await tenant.picture('limit-login', FORM_HEIGHT);
    await tenant.button('guard.rules.cc.create').click();
    await tenant.sees('guard.rules.cc.created');
  },

  async 'import-list'({ tenant }) {
    const { list } = await tenant.call<Listed>('GET', '/api/guard/bwlist/sets?size=100');
    const id = list.find(({ name }) => name === LIST)?.id;
    await tenant.goTo(`/guard/bwlist/${id}/import`);
    await tenant.field('guard.bwlist.import.text').fill(FEED.join('\n'));
    await tenant.button('guard.bwlist.import.check').click();
    await tenant.sees('guard.bwlist.import.phase.checked', { fresh: 2 });
    await tenant.picture('import-list');
  },

  async attack({ tenant }) {
    await tenant.goTo('/analytics/protect?time_window=last_7d');
    await tenant.sees('analytics.protect.charts.top_attackers.title');
    await tenant.picture('attack');
  },

  async 'chart-to-rule'({ tenant }) {
    const title = tenant.t('analytics.protect.charts.top_attackers.title');
    const panel = tenant.page.locator('section', { has: tenant.page.getByRole('heading', { name: title }) });
    await panel.scrollIntoViewIfNeeded();
    await panel
      .getByRole('button', { name: /^\d+(\.\d+){3}/ })
      .first()
      .click();
    const block = { name: tenant.t('guard.rules.from_mark.block') };
    await tenant.page.getByRole('dialog').getByRole('button', block).waitFor();
    await tenant.picture('chart-to-rule');
  },

  async alerts({ tenant }) {
    await tenant.goTo('/analytics/alerts');
    await tenant.page.getByRole('row').nth(1).waitFor();
    await tenant.picture('alerts');
  },

  async audit({ tenant }) {
    await tenant.goTo('/sys/audit/operations');
    await tenant.page.getByRole('row').nth(1).waitFor();
    await tenant.picture('audit');
  },

  async 'api-key'({ tenant }) {
    await tenant.goTo('/sys/api-keys/new');
    await tenant.field('fields.name').fill('deploy');
    await tenant.page.getByRole('searchbox').fill(PERMISSION);
    await tenant.page.getByRole('checkbox', { name: tenant.t(`permission.${PERMISSION}`), exact: true }).check();
    await tenant.button('sys.api-keys.issue').click();
    await tenant.sees('sys.api-keys.secret.title');
    await tenant.picture('api-key');
  },

  async 'command-line'({ tenant, commandLine }) {
    const body = { name: 'deploy', scopes: [PERMISSION], expires_in_days: 30 };
    await commandLine((await tenant.call<{ api_key: string }>('POST', '/api/sys/api-keys', body)).api_key);
  },

  async reference({ tenant }) {
    await tenant.goTo('/docs?op=guard.domains.list');
    await tenant.button('sys.reference.send').click();
    await tenant.page
      .getByRole('region', { name: tenant.t('sys.reference.answer') })
      .last()
      .scrollIntoViewIfNeeded();
    await tenant.picture('reference');
  },
} satisfies Record<string, (story: Story) => Promise<void>>;

export type StepName = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as StepName[];
export const COMMAND_LINE: StepName = 'command-line';
