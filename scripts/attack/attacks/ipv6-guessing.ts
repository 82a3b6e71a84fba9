import type { Attack } from '../attack';

const GUESSES = 12;

export const attack: Attack = {
  name: 'ipv6-guessing',
  promises: 'Addresses of one IPv6 network guess no faster than one address, also written as a forwarded one.',
  async run(target) {
    const password = Buffer.from('a wrong guess').toString('base64');
    const guess = async (username: string, address: string) => {
      const headers = { 'X-Forwarded-For': address };
      return (await target.call('POST', '/api/auth/login', { body: { username, password }, headers })).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < GUESSES; i++) statuses.push(await guess('acme-viewer', `2001:db8:9:9::${i + 1}`));
    target.expect(
      statuses.every((status) => status === 401 || status === 429),
      'guesses are refused',
    );
    target.expect(statuses.filter((status) => status === 401).length <= 10, 'of twelve guesses ten are answered');
  },
};
