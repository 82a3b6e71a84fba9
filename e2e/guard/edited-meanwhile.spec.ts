import type { Page } from '@playwright/test';
import { expect, expectAccessible, MODES, type Site, setMode, test } from '../fixtures';
import { api, makePolicy, unique } from '../objects';
import { openAs } from '../pages/console';
import { dialog } from '../pages/dialog';

const WORDS = {
  'en-US': {
    note: 'Note',
    title: 'This was changed while you were editing it.',
    keep: 'Keep mine',
    take: 'Take theirs',
  },
  'zh-CN': { note: '备注', title: '编辑期间，内容已被他人修改。', keep: '保留我的', take: '采用对方的' },
} as const;

/** An object that two people edit: its page, its endpoint, the field of its note, and the word of the button that saves it. */
type Shared = { page: string; at: string; note: string; submit: Record<keyof typeof WORDS, string> };

const makers: Record<string, (page: Page, site: Site) => Promise<Shared>> = {
  async policy(page, site) {
    const id = await makePolicy(page, site);
    const submit = { 'en-US': 'Edit policy', 'zh-CN': '编辑策略' };
    return { page: `/guard/policies/${id}`, at: `/api/guard/policies/${id}`, note: 'comment', submit };
  },
  async list(page, site) {
    const { id } = await api(page, site, 'POST', '/api/guard/bwlist/sets', { name: unique('List'), ip_set_type: 1 });
    const submit = { 'en-US': 'Save list', 'zh-CN': '保存名单' };
    return { page: `/guard/bwlist/${id}`, at: `/api/guard/bwlist/sets/${id}`, note: 'describe', submit };
  },
};

for (const [kind, make] of Object.entries(makers)) {
  for (const mode of MODES) {
    test(`of two who edit a ${kind} the second sees what the first changed, in ${mode.locale}`, async ({
      page,
      site,
    }) => {
      const words = WORDS[mode.locale as keyof typeof WORDS];
      await openAs(page, site, 'acme-other', '/guard/policies');
      const shared = await make(page, site);
      const { name } = await api(page, site, 'GET', shared.at);
      await setMode(page, site.origin('acme'), mode);
      await page.goto(`${site.origin('acme')}${shared.page}?dialog=edit`);
      const note = dialog(page).getByLabel(words.note);
      const changed = dialog(page).getByRole('region', { name: words.title });
      const save = dialog(page).getByRole('button', { name: shared.submit[mode.locale as keyof typeof WORDS] });
      await note.fill('Mine');
      await api(page, site, 'PUT', shared.at, { name, [shared.note]: 'Theirs' });
      await save.click();
      await expect(changed.getByRole('list').first()).toContainText('Theirs');
      await expect(changed.getByRole('list').last()).toContainText('Mine');
      await expect(note).toHaveValue('Mine');
      await expectAccessible(page);
      await changed.getByRole('button', { name: words.take }).click();
      await expect(note).toHaveValue('Theirs');

      await note.fill('Mine at last');
      await api(page, site, 'PUT', shared.at, { name, [shared.note]: 'Theirs again' });
      await save.click();
      await changed.getByRole('button', { name: words.keep }).click();
      await save.click();
      await expect(dialog(page)).toHaveCount(0);
      expect((await api(page, site, 'GET', shared.at))[shared.note]).toBe('Mine at last');
    });
  }
}
