import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
import { api, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';
import { row, rowAction } from '../pages/list';
import { openPalette } from '../pages/palette';
import { expectTablesFit } from '../pages/table-widths';

const LIST = '/analytics/alerts/channels';

test('a channel is added, tested, changed without its secret, kept while a rule uses it, and deleted', async ({
  page,
  site,
}) => {
  await openAs(page, site, 'acme-root', '/analytics/alerts');
  await page
    .getByRole('navigation', { name: 'Alerts, rules and channels' })
    .getByRole('link', { name: 'Alert channels' })
    .click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await openPalette(page);
  await page.keyboard.type('create alert channel');
  await page.keyboard.press('Enter');
  // Addresses are typed as anywhere else, and can be taken back.
  const choose = async (kind: string) => {
    await dialog(page).getByLabel('Kind').click();
    await page.getByRole('option', { name: kind }).click();
  };
  await choose('Mail');
  const addresses = dialog(page).getByLabel('Mail addresses');
  await addresses.pressSequentially('ops@example.com,');
  await addresses.press('Backspace');
  await expect(addresses).toHaveValue('ops@example.com');
  await choose('Webhook');
  const name = unique('Hook');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Address').fill('https://127.0.0.1:9/token-of-the-address');
  await dialog(page).getByRole('button', { name: 'Create alert channel' }).click();
  await expect(dialog(page).getByText('Use at least 16 characters.')).toBeVisible();
  await dialog(page)
    .getByLabel(/^Secret/)
    .fill('a secret of enough characters');
  await dialog(page).getByRole('button', { name: 'Create alert channel' }).click();
  await expect(page.getByText('Alert channel created')).toBeVisible();
  await expect(row(page, name)).toContainText('https://127.0.0.1:9');
  await expect(row(page, name)).toContainText('Not used yet');
  expect(await page.content()).not.toContain('token-of-the-address');

  await rowAction(page, name, 'Send a test…');
  await dialog(page).getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page)).toContainText('It did not arrive.');
  await expect(dialog(page)).toContainText('not on the public internet');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, name)).toContainText('Failed');

  await rowAction(page, name, 'Edit…');
  await expect(dialog(page).getByLabel('Address')).toHaveValue('');
  await expect(dialog(page).getByLabel(/^Secret/)).toHaveValue('');
  await expect(dialog(page)).toContainText('Stored for https://127.0.0.1:9 and never shown again.');
  const renamed = unique('Renamed');
  await dialog(page).getByLabel('Name').fill(renamed);
  await dialog(page).getByRole('button', { name: 'Save alert channel' }).click();
  await expect(page.getByText('Alert channel saved')).toBeVisible();
  const { list } = await api(page, site, 'GET', `/api/analytics/alert-channels?keyword=${renamed}`);
  expect(list).toMatchObject([{ origin: 'https://127.0.0.1:9', has_secret: true, kind: 'webhook', failed: 1 }]);

  const rule = { name: unique('Uses it'), metric: 'requests', threshold: 1e9, channel_ids: [list[0].id] };
  const { id } = await api(page, site, 'POST', '/api/analytics/alert-rules', rule);
  await rowAction(page, renamed, 'Delete…');
  await expect(dialog(page)).toContainText('1 alert rule sends through it:');
  await expect(dialog(page).getByRole('link', { name: rule.name })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Delete alert channel' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog(page).getByRole('button', { name: 'Keep' }).click();
  await rowAction(page, renamed, 'Show its rules');
  await expect(row(page, rule.name)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  await api(page, site, 'DELETE', `/api/analytics/alert-rules/${id}`);
  await page.goto(`${site.origin('acme')}${LIST}?keyword=${renamed}`);
  await rowAction(page, renamed, 'Delete…');
  await expect(dialog(page)).toContainText('No alert rule uses it.');
  await dialog(page).getByRole('button', { name: 'Delete alert channel' }).click();
  await expect(page.getByText('Alert channel deleted')).toBeVisible();
  await expect(row(page, renamed)).toHaveCount(0);
});

test('the secret of a chat service is kept, and removed where that is wanted', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const bot = { name: unique('Bot'), kind: 'feishu', url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x' };
  const { id } = await api(page, site, 'POST', '/api/analytics/alert-channels', { ...bot, secret: 'of the bot' });
  const hasSecret = async () => (await api(page, site, 'GET', `/api/analytics/alert-channels/${id}`)).has_secret;
  for (const isRemoved of [false, true]) {
    await visit(page, `${site.origin('acme')}${LIST}?dialog=edit.${id}`);
    await dialog(page).getByLabel('Name').fill(unique('Bot'));
    if (isRemoved) await dialog(page).getByLabel('Remove the secret').check();
    await dialog(page).getByRole('button', { name: 'Save alert channel' }).click();
    await expect(page.getByText('Alert channel saved')).toBeVisible();
    expect(await hasSecret()).toBe(!isRemoved);
  }
  await visit(page, `${site.origin('acme')}${LIST}?dialog=edit.${id}`);
  await expect(dialog(page).getByLabel(/^Secret/)).toBeVisible();
  await expect(dialog(page).getByLabel('Remove the secret')).toHaveCount(0);
});

test('channels are read by everybody: both languages, both themes, a phone', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const origin = site.origin('acme');
  const slack = { name: unique('Team'), kind: 'slack', url: 'https://hooks.slack.com/services/T/B/x' };
  const { id } = await api(page, site, 'POST', '/api/analytics/alert-channels', slack);
  await api(page, site, 'POST', '/api/analytics/alert-channels', {
    ...{
      name: unique('Inside'),
      kind: 'webhook',
      url: 'http://127.0.0.1:9/in',
      secret: 'a secret of enough characters',
    },
    status: 1,
  });
  await api(page, site, 'POST', `/api/analytics/alert-channels/${id}/test`);
  for (const mode of MODES) {
    await setMode(page, origin, mode);
    await visit(page, `${origin}${LIST}`);
    await expectTablesFit(page, LIST);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      for (const query of ['', '?dialog=create', `?dialog=edit.${id}`]) {
        await visit(page, `${origin}${LIST}${query}`);
        if (query !== '') await expect(dialog(page)).toBeVisible();
        await expectFits(page);
        await expectAccessible(page);
      }
    }
  }
});

test('who has no channels reads what one is for', async ({ page, site }) => {
  await openAs(page, site, 'acme-other', LIST);
  await expect(page.getByText('No alert channels yet')).toBeVisible();
  await expectAccessible(page);
});

test('on a phone a channel shows all of its columns', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, site, 'acme-root', LIST);
  const name = unique('Phone');
  const url = 'https://hooks.example.com/robot';
  await api(page, site, 'POST', '/api/analytics/alert-channels', { name, kind: 'dingtalk', url });
  await page.reload();
  await page.getByText(name).click();
  await expect(page.getByRole('dialog', { name })).toContainText('Failed attempts');
});
