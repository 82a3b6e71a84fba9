import { expect, it } from 'vitest';
import { enrolLine } from './enrol-line';

const given = { origin: 'https://waf.example.com', token: 'pne_x' };

it('installs the command line of this server, where it has one', () => {
  const line = enrolLine({ ...given, hasProgram: true });
  expect(line).toContain(
    'curl -fsSL https://waf.example.com/api/cli/install.sh | PARAPET_URL=https://waf.example.com sh',
  );
  expect(line).toContain('PARAPET_URL=https://waf.example.com NODE_TOKEN=pne_x /usr/local/bin/parapet node install');
});

it('runs the agent from source where it has none', () => {
  expect(enrolLine({ ...given, hasProgram: false })).toMatch(/NODE_TOKEN=pne_x npm run node$/);
});
