import type { Extra } from '../session';

/** Which parapet this is. */
export const version: Extra = {
  name: 'version',
  usage: { en: '', zh: '' },
  summary: { en: 'which parapet this is', zh: '查看版本' },
  flags: [],
  words: 0,
  run: ({ io }) => io.out(`parapet ${io.version}\n`),
};
