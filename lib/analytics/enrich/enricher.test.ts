import { describe, expect, it } from 'vitest';
import { openCountries } from './country';
import { openEnricher } from './enricher';

const newEnricher = openEnricher(openCountries());
const enricher = newEnricher();

describe('place', () => {
  it('knows country and AS of public addresses of both families', () => {
    expect(enricher.place('8.8.8.8')).toEqual({ country: 'US', asn: 15169 });
    expect(enricher.place('2001:4860:4860::8888')).toEqual({ country: 'US', asn: 15169 });
    expect(enricher.place('::ffff:8.8.8.8').asn).toBe(15169);
  });

  it('knows nothing of private addresses and of what is no address', () => {
    for (const ip of ['10.1.2.3', '127.0.0.1', '::1', '', 'unix:', '999.1.1.1']) {
      expect(enricher.place(ip)).toEqual({ country: '', asn: 0 });
    }
  });
});

describe('user agent', () => {
  const classOf = (agent: string) => enricher.userAgent(agent).ua_class;

  it('tells the classes apart', () => {
    expect(classOf('Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0')).toBe('browser');
    expect(classOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe('good_bot');
    expect(
      classOf('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'),
    ).toBe('ai_crawler');
    expect(classOf('Mozilla/5.00 (Nikto/2.1.5) (Evasions:None) (Test:map_codes)')).toBe('bad_bot');
    expect(classOf('curl/7.88.1')).toBe('tool');
    expect(classOf('python-requests/2.31.0')).toBe('tool');
    expect(classOf('MyShop/12 CFNetwork/1410.0.3 Darwin/22.6.0')).toBe('app');
    expect(classOf('okhttp/4.12.0')).toBe('app');
    expect(classOf('SomeCrawler/1.0 (+https://crawler.example) okhttp/4.12.0')).not.toBe('app');
    expect(classOf('')).toBe('unknown');
  });

  it('names them', () => {
    expect(
      enricher.userAgent('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)').ua_name,
    ).toMatch(/bingbot/i);
    expect(enricher.userAgent('Mozilla/5.0 (Windows NT 6.1; rv:27.0) Gecko/20100101 Firefox/27.0').ua_name).toBe(
      'Firefox',
    );
  });

  it('names a program behind the name of a browser by its own', () => {
    const nameOf = (agent: string) => enricher.userAgent(agent).ua_name;
    expect(nameOf('Mozilla/5.0 (compatible; Ezooms/1.0; help@moz.com)')).toBe('Ezooms');
    expect(nameOf('Mozilla/5.0 (compatible; BeetleBot; )')).toBe('BeetleBot');
    expect(
      nameOf('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; NewBot/1.2; +https://x.example)'),
    ).toBe('NewBot');
    expect(nameOf('Mozilla/5.0 (X11; U; Linux x86_64; rv:1.9) Gecko/2010040121 SpinnerBot/3.0.19')).toBe('SpinnerBot');
    expect(nameOf('Mozilla/4.0 (compatible; MSIE 9.0; Windows NT 6.1; ExampleSpider)')).toBe('ExampleSpider');
    expect(nameOf('Mozilla/4.0')).toBe('Mozilla');
    expect(nameOf('Mozilla/4.0 (compatible;)')).toBe('Mozilla');
  });

  it('classifies a bounded number of new agents in a batch, and those it knows always', () => {
    const started = performance.now();
    const batch = newEnricher();
    const classes = Array.from({ length: 20_000 }, (_, i) => batch.userAgent(`curl/${i} ${'x'.repeat(490)}`).ua_class);
    expect(classes.filter((c) => c === 'tool')).toHaveLength(1000);
    expect(batch.userAgent('curl/7.88.1').ua_class).toBe('tool');
    expect(newEnricher().userAgent('curl/19999').ua_class).toBe('tool');
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
