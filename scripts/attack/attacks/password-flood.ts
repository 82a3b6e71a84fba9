import type { Attack } from '../attack';

const AT_ONCE = 80;

export const attack: Attack = {
  name: 'password-flood',
  promises: 'Sign-ins that are piled up for one account are refused with Retry-After, and other brands sign in.',
  async run(target) {
    const signIn = (host: string, username: string) => {
      const body = { username, password: Buffer.from('not the password').toString('base64') };
      return target.call('POST', '/api/auth/login', { host, body });
    };
    while (target.goesOn()) {
      const flood = Array.from({ length: AT_ONCE }, () => signIn('acme.test', 'acme-root'));
      const other = await signIn('borealis.test', 'nobody-there');
      target.expect(other.status !== 503, 'a sign-in at another brand is not refused for want of room');
      for (const answer of await Promise.all(flood)) target.expectAnswer(answer, [401], 'a flooding sign-in');
    }
  },
};
