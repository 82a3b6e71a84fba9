import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOG_FORMATS } from '../events/vocabulary';
import { parseCombined } from './combined';
import { PARSERS } from './formats';
import { parseModSecurity } from './modsecurity';
import { parseNginxJson } from './nginx-json';
import { ParseError } from './parse-error';

const nginx = (fields: Record<string, unknown>) =>
  parseNginxJson(JSON.stringify({ msec: '1795160231.201', status: 200, remote_addr: '192.0.2.1', ...fields }));

const audit = (messages: unknown[], http_code = 403) =>
  parseModSecurity(
    JSON.stringify({
      transaction: {
        unique_id: 'a1',
        client_ip: '192.0.2.1',
        time_stamp: 'Fri Nov 20 07:37:11 2026',
        request: { method: 'GET', http_version: 1.1, uri: '/a?b=c', headers: { HOST: 'Shop.Example.com:8443' } },
        response: { http_code },
        messages,
      },
    }),
  );

const rule = (ruleId: string, severity: string, message = 'm', match = '') => ({
  message,
  details: { ruleId, severity, match, data: 'Matched Data: x found within ARGS:id: x' },
});

describe('nginx JSON', () => {
  it('turns seconds into milliseconds and adds several upstreams up', () => {
    const event = nginx({ request_time: 0.257, upstream_response_time: '0.100, 0.057', upstream_status: '502, 200' });
    expect(event).toMatchObject({ time: 1795160231201, latency_ms: 257, upstream_ms: 157, upstream_status: 200 });
  });

  it('reads \\x escapes, which are no JSON', () => {
    const event = parseNginxJson('{"msec":"1.5","status":404,"uri":"/a\\x22b\\\\x41","remote_addr":"192.0.2.1"}');
    expect(event.path).toBe('/a"b\\x41');
  });

  it('reads the bytes of escapes as UTF-8, as nginx writes Chinese', () => {
    const escaped = String.raw`{"msec":"1.5","status":404,"uri":"/\xE5\x95\x86\xE5\x93\x81","user_agent":"\xFF\x22"}`;
    expect(parseNginxJson(escaped)).toMatchObject({ path: '/商品', user_agent: '\ufffd"' });
  });

  it('tells a limit from a block', () => {
    expect(nginx({ status: 503, limit_req_status: 'REJECTED' }).action).toBe('limit');
    expect(nginx({ status: 429 }).action).toBe('limit');
    expect(nginx({ status: 403 }).action).toBe('pass');
  });

  it('reads which list or rate limit refused a request', () => {
    const [list, limit] = ['IP list 41 of policy p-1', 'Rate limit 21 of policy p-1'];
    expect(nginx({ status: 403, rule: list })).toMatchObject({
      action: 'block',
      attack_class: 'other',
      matches: [{ rule_id: 0, message: list }],
    });
    expect(nginx({ status: 429, limit_req_status: 'REJECTED', rule: limit })).toMatchObject({
      action: 'limit',
      rule_id: 21,
      matches: [{ rule_id: 21, message: limit, attack_class: '' }],
    });
    // What was only counted was let through, and an origin may answer 403 for reasons of its own.
    expect(nginx({ status: 200, limit_req_status: 'PASSED', rule: limit })).toMatchObject({ action: 'pass' });
    expect(nginx({ status: 403, rule: limit })).toMatchObject({ action: 'pass' });
    expect(nginx({ status: 403, rule: 'IP list of policy p-1' })).toMatchObject({ action: 'pass' });
  });

  it('takes path and query from whatever the log has', () => {
    expect(nginx({ request: 'GET /a?b=c?d HTTP/2.0' })).toMatchObject({
      method: 'GET',
      path: '/a',
      query: 'b=c?d',
      protocol: 'HTTP/2.0',
    });
    expect(nginx({ request_uri: '/x?', method: 'HEAD' })).toMatchObject({ method: 'HEAD', path: '/x', query: '' });
  });

  it('cleans the host', () => {
    const hosts = ['A.Example.COM:8080', 'a.example.com.', '[::1]:80', '[::1]', '_', '-'];
    expect(hosts.map((host) => nginx({ host }).host)).toEqual([
      'a.example.com',
      'a.example.com',
      '[::1]',
      '[::1]',
      '_',
      '',
    ]);
  });
});

describe('ModSecurity', () => {
  it('takes the class of the most severe rule, the score of the gate', () => {
    const event = audit([
      rule('200003', '0'),
      rule('920350', '4'),
      rule('942100', '2'),
      rule('941100', '2'),
      rule('949110', '2', 'Inbound Anomaly Score Exceeded (Total Score: 13)'),
    ]);
    expect(event).toMatchObject({
      action: 'block',
      attack_class: 'sqli',
      rule_id: 942100,
      score: 13,
      host: 'shop.example.com',
    });
    expect(event.matches?.[0]).toMatchObject({ variable: 'ARGS:id' });
  });

  it('reads the score from TX:ANOMALY_SCORE when the message has none', () => {
    const match = "Matched \"Operator `Ge' with parameter `5' against variable `TX:ANOMALY_SCORE' (Value: `7' )";
    expect(audit([rule('949110', '2', 'm', match)]).score).toBe(7);
  });

  it('calls a match that let the request through monitor, and nothing matched pass', () => {
    expect(audit([rule('920350', '4')], 200)).toMatchObject({ action: 'monitor', attack_class: 'protocol_violation' });
    expect(audit([], 200)).toMatchObject({ action: 'pass', attack_class: '' });
    expect(audit([rule('920350', '4')], 429).action).toBe('limit');
  });
});

describe('Common and Combined', () => {
  const base = '192.0.2.1 - bob [17/May/2015:10:05:03 +0200] "GET /a?b=c HTTP/1.1" 200 12';

  it('reads both, with the zone', () => {
    expect(parseCombined(base)).toMatchObject({
      time: Date.UTC(2015, 4, 17, 8, 5, 3),
      path: '/a',
      query: 'b=c',
      bytes_out: 12,
    });
    expect(parseCombined(`${base} "http://r/" "agent \\"x\\""`)).toMatchObject({
      referer: 'http://r/',
      user_agent: 'agent "x"',
    });
  });

  it('reads the bytes of escapes as UTF-8, as nginx writes Chinese', () => {
    const line = base.replace('/a?b=c', String.raw`/\xE5\x95\x86\xE5\x93\x81?q=\xE4\xB8\xAD`);
    expect(
      parseCombined(String.raw`${line} "http://\xE7\x94\xA8.example/" "\xF0\x9F\x8E\x89 \xFF\t\xe4x"`),
    ).toMatchObject({
      path: '/商品',
      query: 'q=中',
      referer: 'http://用.example/',
      user_agent: '🎉 \ufffd\t\ufffdx',
    });
  });

  it('keeps a request whose user agent was cut off', () => {
    expect(parseCombined(`${base} "-" "Mozilla/5.0 (compatible; Goo`)).toMatchObject({
      user_agent: 'Mozilla/5.0 (compatible; Goo',
      referer: '',
    });
  });

  it('keeps broken request lines, IPv6, user names with spaces and vhost prefixes', () => {
    expect(parseCombined('2001:db8::1 - - [17/May/2015:10:05:03 +0000] "\\x16\\x03\\x01" 400 -')).toMatchObject({
      client_ip: '2001:db8::1',
      method: '',
      path: '\x16\x03\x01',
      bytes_out: 0,
    });
    expect(parseCombined(base.replace('bob', 'bob smith')).client_ip).toBe('192.0.2.1');
    expect(parseCombined(`a.example.com:443 ${base}`)).toMatchObject({ host: 'a.example.com', client_ip: '192.0.2.1' });
    expect(parseCombined(`[2001:db8::1]:443 ${base}`)).toMatchObject({ host: '[2001:db8::1]', client_ip: '192.0.2.1' });
    expect(parseCombined(base.replace('/a?b=c', '/a b?c')).path).toBe('/a b');
  });

  it('refuses days the calendar does not have', () => {
    expect(() => parseCombined(base.replace('17/May', '31/Feb'))).toThrow(ParseError);
    expect(() => parseCombined(base.replace('10:05', '25:05'))).toThrow(ParseError);
  });
});

describe('hostile input', () => {
  it('throws ParseError or answers, never anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        fc.constantFrom(...LOG_FORMATS),
        (text, format) => {
          try {
            PARSERS[format](text);
          } catch (error) {
            expect(error).toBeInstanceOf(ParseError);
          }
        },
      ),
    );
  });

  it('does not take long over a pathological line', () => {
    const long = `192.0.2.1 - - ${'['.repeat(50_000)} "${'\\'.repeat(50_000)}`;
    const started = performance.now();
    for (const format of LOG_FORMATS) {
      try {
        PARSERS[format](long);
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError);
      }
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
