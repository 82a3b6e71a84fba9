import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env';

describe('the environment', () => {
  it('has a default for everything; an empty value is as good as none', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', ADMIN_USER: 'admin', SESSION_IDLE_S: 7200 });
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '0x50'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://x'],
    ['CLICKHOUSE_URL', 'tcp://127.0.0.1:9000'],
    ['SESSION_IDLE_S', '0'],
    ['CNAME_ZONE', 'not a zone'],
    ['SHADOW_CACHE_ADDR', 'two words'],
    ['LOG_LEVEL', 'loud'],
    ['PLAN_QUOTAS', 'no'],
    ['ADMIN_PASSWORD', '12345'],
    ['WX_API_URL', 'ftp://wechat'],
    ['WX_ACCOUNTS', 'gh_a=token gh_b='],
  ])('a bad %s stops the start with one line naming it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}[^\n]*$`));
  });

  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['DRAIN_S', '-1', 'a whole number from 0 to 300'],
    ['KEEP_EVENTS_DAYS', '0', 'a whole number from 1 to 36500'],
  ])('%s=%s is answered with what it may be', (name, value, wanted) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: expected ${wanted}`);
  });

  it('reads WeChat accounts with their tokens, which may hold any sign but a comma or space', () => {
    const { WX_ACCOUNTS } = readConfig({ WX_ACCOUNTS: 'gh_a=to=ken_-, gh_b=x' });
    expect([...WX_ACCOUNTS]).toEqual([
      ['gh_a', 'to=ken_-'],
      ['gh_b', 'x'],
    ]);
  });
});

it('names what a DNS provider lacks', () => {
  const powerdns = {
    DNS_PROVIDER: 'powerdns',
    DNS_SERVER: '127.0.0.1:5300',
    POWERDNS_API_URL: 'http://127.0.0.1:8081',
  };
  expect(() => readConfig(powerdns)).toThrow('POWERDNS_API_KEY: needed where DNS_PROVIDER is powerdns');
  expect(() => readConfig({ ...powerdns, DNS_SERVER: 'ns.example.com' })).toThrow('DNS_SERVER: expected an address');
  expect(() => readConfig({ DNS_PROVIDER: 'rfc2136', DNS_TSIG_KEY: 'short' })).toThrow('DNS_TSIG_KEY: expected');
  expect(readConfig({ ...powerdns, POWERDNS_API_KEY: 'a long key' }).DNS_SERVER).toEqual({
    host: '127.0.0.1',
    port: 5300,
  });
});
