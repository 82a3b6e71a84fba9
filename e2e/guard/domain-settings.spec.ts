import { expect, expectAccessible, MODES, setMode, signIn, test, visit } from '../fixtures';
import { dialog } from '../pages/dialog';
import { make, OWNER, settingsOf } from '../pages/domain';

test('settings show what would change before they are saved, as a form and as JSON', async ({ page, site }) => {
  await signIn(page, site, 'acme', OWNER);
  const { domain_id, url } = await make(page, site);
  await page.goto(`${url}?tab=protection`);
  await page.getByRole('checkbox', { name: 'Cache' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page)).toContainText('cache.status');
  await expect(dialog(page)).toContainText('After: On');
  await dialog(page).getByRole('button', { name: 'Back' }).click();

  await page.getByRole('radio', { name: 'JSON' }).click();
  await expect(page).toHaveURL(/view=json/);
  const text = page.getByLabel('All settings as JSON');
  const good = await text.inputValue();
  await text.fill(good.replace('"bot": {', '"bot": { oops'));
  await expect(page.getByText(/This stops being valid JSON at line \d+, column \d+\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Go there' }).click();
  await expect(text).toBeFocused();
  await text.fill(good.replace('"bot": {', '"bto": {'));
  await expect(page.getByText('This domain has no such setting: bto.')).toBeVisible();
  await text.fill(good.replace('"bot": {', '"bot": { "depth": 3,'));
  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page)).toContainText('bot.depth');
  await expect(dialog(page)).toContainText('cache.status');
  await dialog(page).getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  const settings = await settingsOf(page, site, domain_id);
  expect(JSON.parse(settings.bot ?? '')).toEqual({ status: 'CFGOPTION_1_DISABLE', depth: 3 });
  expect(JSON.parse(settings.cache ?? '')).toEqual({ status: 'CFGOPTION_2_ENABLE' });
  await page.getByRole('radio', { name: 'Form' }).click();
  await expect(page.getByLabel('depth')).toHaveValue('3');
});

for (const mode of MODES) {
  test(`origin health checks are set in a form, in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await signIn(page, site, 'acme', OWNER);
    const { domain_id, url } = await make(page, site);
    await setMode(page, site.origin('acme'), mode);
    const isEnglish = mode.locale === 'en-US';
    await visit(page, `${url}?tab=protection`);
    const tcp = page.getByRole('group', { name: isEnglish ? 'TCP connection' : 'TCP 探测' });
    await tcp.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    const interval = tcp.getByLabel(isEnglish ? 'Interval (seconds)' : '探测间隔（秒）');
    const ports = tcp.getByLabel(isEnglish ? 'Ports' : '端口');
    await expect(ports).toHaveValue('8443, 8080');
    await interval.fill('0');
    await ports.fill('8443, x');
    const review = page.getByRole('button', { name: isEnglish ? 'Review changes' : '查看变更' });
    await expect(review).toHaveAttribute('aria-disabled', 'true');
    await expect(tcp.locator('[aria-invalid=true]')).toHaveCount(2);
    await expectAccessible(page);
    await interval.fill('15');
    await ports.fill('8443，9000');
    await tcp.getByRole('combobox').click();
    await page.getByRole('option', { name: isEnglish ? 'Move traffic and alert' : '切换流量并告警' }).click();
    await review.click();
    await expect(dialog(page)).toContainText('origin.tcp_configs');
    await expectAccessible(page);
    await dialog(page)
      .getByRole('button', { name: isEnglish ? 'Save settings' : '保存设置' })
      .click();
    await expect(page.getByText(isEnglish ? 'Settings saved' : '设置已保存')).toBeVisible();
    const origin = JSON.parse((await settingsOf(page, site, domain_id)).origin ?? '');
    expect(origin.tcp_configs).toMatchObject({
      status: 'CFGOPTION_2_ENABLE',
      detection_time_intervals: 15,
      action: 5,
      ports: [8443, 9000],
    });
    expect(origin.services[0].sources).toHaveLength(2);
    expect(origin.ping_config).toBeUndefined();
  });
}
