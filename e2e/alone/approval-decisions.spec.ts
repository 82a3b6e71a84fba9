import { callApi, expect, test } from '../fixtures';
import { as } from '../objects';
import { decide, EFFECT, held, openQueue, STAFF, stateOf, TENANT, waiting } from '../pages/approvals';

test('a decision is undone before it takes effect, also after a reload', async ({ page, browser, site }) => {
  const [one = ''] = await waiting(browser, site, ['o1.example.org', 'o2.example.org']);
  const rows = await openQueue(page, site);
  const isBack = async () => {
    await expect(rows).toHaveText([/^o1/, /^o2/]);
    await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(held(page)).toBeHidden();
    const { body } = await callApi(page, site.origin('borealis'), 'GET', '/api/guard/approvals/holds');
    expect(body.data).toEqual([]);
  };
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('a');
  await expect(held(page)).toContainText('o1.example.org');
  await page.keyboard.press('u');
  await expect(page.getByText('The decision on o1.example.org was undone')).toBeVisible();
  await isBack();

  await page.keyboard.press('a');
  await expect(rows).toHaveText([/^o2/]);
  await page.reload();
  await expect(held(page)).toContainText('o1.example.org');
  await expect(rows).toHaveText([/^o2/]);
  await held(page).getByRole('button', { name: 'Undo: o1.example.org' }).click();
  await isBack();

  // Each page is loaded within the ten seconds of a decision.
  await page.keyboard.press('a');
  await expect(rows).toHaveText([/^o2/]);
  await page.goto(`${site.origin('borealis')}/guard/approvals?id=${one}`);
  await expect(page.getByText(`Approved by ${STAFF}`)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await isBack();
  expect(await stateOf(browser, site, one)).toBe(1);
});

test('several are decided together, and what could not be stays picked with its error', async ({
  page,
  browser,
  site,
}) => {
  const [one = '', two = '', three = ''] = await waiting(browser, site, [
    'm1.example.org',
    'm2.example.org',
    'm3.example.org',
    'm4.example.org',
  ]);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveCount(4);
  for (const key of ['x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(page.getByText('3 selected')).toBeVisible();
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'DELETE', `/api/guard/domains/${two}`),
  );
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject 3 domains?' });
  await dialog.getByRole('button', { name: 'Ownership unproven' }).click();
  await dialog.getByRole('button', { name: 'Reject 3 domains' }).click();
  await expect(dialog).toBeHidden();
  await expect(held(page)).toContainText('2 domains');
  await expect(rows).toHaveText([/^m2.*It has left the queue since\.$/, /^m4/]);
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select m2.example.org' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveText([/^m4/]);
  await page.keyboard.press('u');
  await expect(page.getByText('The decisions on 2 domains were undone')).toBeVisible();
  await expect(rows).toHaveText([/^m1/, /^m3/, /^m4/]);

  // What was decided together is chosen again, with the words it was decided with.
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('r');
  const again = page.getByRole('dialog', { name: 'Reject 2 domains?' });
  await expect(again.getByRole('textbox', { name: 'Reason in English' })).toHaveValue(
    /^We cannot tell that this domain/,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('checkbox', { name: 'Select m1.example.org' }).click();
  await page.getByRole('checkbox', { name: 'Select m3.example.org' }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'In review…', exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 domains are in review')).toBeVisible();
  expect([await stateOf(browser, site, one), await stateOf(browser, site, three)]).toEqual([2, 2]);
});

test("a decision never lands on somebody else's, nor on facts that changed meanwhile", async ({
  page,
  browser,
  site,
}) => {
  const [one = '', two = '', three = ''] = await waiting(browser, site, [
    'c1.example.org',
    'c2.example.org',
    'c3.example.org',
  ]);
  const rows = await openQueue(page, site);
  const open = (i: number) => expect(page.getByText(`Note of c${i}.example.org`).last()).toBeVisible();
  await open(1);
  await as(browser, site, 'borealis', STAFF, (other, origin) => decide(other, origin, one, 3));
  await page.keyboard.press('a');
  await expect(page.getByText('Somebody else has just decided.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Rejected by somebody else');
  expect(await stateOf(browser, site, one)).toBe(3);

  await page.getByRole('button', { name: 'Next domain' }).click();
  await expect(rows).toHaveText([/^c2/, /^c3/]);
  await open(2);
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'PUT', `/api/guard/domains/${two}`, { asset_name: 'Something else' }),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('This domain changed while you had it open.')).toBeVisible();
  expect(await stateOf(browser, site, two)).toBe(1);
  await expect(rows.nth(0)).toContainText('Something else');
  await page.keyboard.press('a');
  await expect(held(page)).toContainText('c2.example.org');
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'PUT', `/api/guard/domains/${two}`, { asset_name: 'Changed while on hold' }),
  );

  await open(3);
  await as(browser, site, 'borealis', TENANT, (other, origin) =>
    callApi(other, origin, 'DELETE', `/api/guard/domains/${three}`),
  );
  await page.keyboard.press('a');
  await expect(page.getByText('This domain is gone.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Deleted');
  await expect(page.getByText('c2.example.org was not approved').first()).toBeVisible(EFFECT);
  expect(await stateOf(browser, site, two)).toBe(1);
  await expect(rows.nth(0)).toContainText('Changed while on hold');
});

test('of two at one domain the first decides, and the other loses no words', async ({ page, browser, site }) => {
  const [one = ''] = await waiting(browser, site, ['w1.example.org', 'w2.example.org']);
  const rows = await openQueue(page, site);
  await expect(page.getByText('Note of w1.example.org').last()).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject w1.example.org?' });
  await dialog.getByRole('button', { name: 'Look-alike name' }).click();
  await dialog.getByRole('textbox', { name: 'Reason in English' }).fill('Words that took a while to find.');
  await as(browser, site, 'borealis', 'borealis-desk', (other, origin) =>
    callApi(other, origin, 'POST', '/api/guard/approvals/decisions', { domain_ids: [one], audit_status: 4 }),
  );
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Approved by borealis-desk').first()).toBeVisible();
  await expect(page.getByText('Your decision was not sent.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(rows).toHaveText([/^w1/, /^w2/]);
  // The list is quicker than the panel, and a key decides about what the panel shows.
  await expect(page.getByRole('button', { name: 'Reject…', exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await expect(dialog.getByRole('textbox', { name: 'Reason in English' })).toHaveValue(
    'Words that took a while to find.',
  );
  await page.keyboard.press('Control+Enter');
  await expect(held(page)).toContainText('w1.example.orgRejected');
  await page.keyboard.press('u');
  await expect(rows).toHaveText([/^w1/, /^w2/]);
});

test('a double click decides about one domain only', async ({ page, browser, site }) => {
  const [, two = ''] = await waiting(browser, site, ['d1.example.org', 'd2.example.org']);
  const rows = await openQueue(page, site);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Approve and deliver' }).dblclick();
  await expect(held(page)).toContainText('d1.example.org');
  await expect(rows).toHaveText([/^d2/]);
  expect(await stateOf(browser, site, two)).toBe(1);
});
