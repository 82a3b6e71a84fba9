import type { Attack } from '../attack';

/** Drawn like `acme-root` and like `ann o'neill`, in other dashes, apostrophes, letters and widths. */
const SPOOFED = [
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d\u30fc'].map((dash) => `acme${dash}root`),
  ...['ａｃｍｅ-root', '𝐚cme-root', 'acme-root ', 'ACME-ROOT', 'аcme-root'],
  ...[...'\u2018\u2019\u02bc\u2032\uff07'].map((sign) => `ann o${sign}neill`),
];
const UNSEEN = ['a\u200bb', 'a\u202eb', 'a\u2066b', 'a\u00adb', 'a\ufeffb'];

export const attack: Attack = {
  name: 'spoofed-names',
  promises: 'Nobody gets a name that is drawn like another, or one with signs that nobody sees.',
  async run(target) {
    const as = 'acme-root';
    await target.call('POST', '/api/sys/users', { as, body: { user_name: "ann o'neill", password: 'long enough' } });
    for (const user_name of SPOOFED) {
      const { status, body } = await target.call('POST', '/api/sys/users', {
        as,
        body: { user_name, password: 'long enough' },
      });
      target.expect(status === 400 && body.data?.field === 'user_name', `${JSON.stringify(user_name)} is refused`);
    }
    for (const name of UNSEEN) {
      for (const [method, path, field] of [
        ['PUT', '/api/sys/profile', 'nick_name'],
        ['POST', '/api/guard/policies', 'name'],
        ['POST', '/api/sys/api-keys', 'name'],
      ] as const) {
        const { status, body } = await target.call(method, path, { as, body: { [field]: name } });
        const isRefused = status === 400 && body.data?.field === field;
        target.expect(isRefused, `${JSON.stringify(name)} is refused as ${field} of ${path}`);
      }
    }
  },
};
