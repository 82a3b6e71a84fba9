import type { Extra } from '../session';

/** Which parapet this is. */
export const version: Extra = {
  name: 'version',
  summary: { en: 'which parapet this is', zh: '查看版本' },
  run: ({ io }) => io.out(`parapet ${io.version}\n`),
};
