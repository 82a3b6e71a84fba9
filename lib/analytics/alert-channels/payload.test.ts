import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { outgoing, refusalIn } from './payload';

const NOW = Date.UTC(2026, 4, 1, 8, 0, 0, 123);
const SECONDS = String(Math.floor(NOW / 1000));
const MESSAGE = { uuid: 'u-1', title: 'Requests above 5', body: 'a <b> & "c"\nSecond line' };
const TEXT = `${MESSAGE.title}\n${MESSAGE.body}`;
/** The same where `<` begins a mention. */
const SHOWN = TEXT.replace('<', '<\u200b');
const URL_OF = 'https://chat.example.com/send?access_token=t%2F1';
const target = (secret = '') => ({ url: URL_OF, secret });
const sha256 = (key: string, text: string) => createHmac('sha256', key).update(text);

describe('a webhook', () => {
  it('is signed over its time and body', () => {
    const { url, headers, body } = outgoing('webhook', target('s3cret'), { ...MESSAGE, id: 7 }, NOW);
    expect(url).toBe(URL_OF);
    expect(JSON.parse(body)).toEqual({ event: 'alert', alert: { ...MESSAGE, id: 7 } });
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Parapet-Timestamp': SECONDS,
      'X-Parapet-Signature': `sha256=${sha256('s3cret', `${SECONDS}.${body}`).digest('hex')}`,
      'X-Parapet-Delivery': 'u-1',
    });
    expect(JSON.parse(outgoing('webhook', target('s'), MESSAGE, NOW).body).event).toBe('test');
  });
});

describe('a chat service', () => {
  it('of DingTalk gets its text, and the signature in the address', () => {
    const { url, body } = outgoing('dingtalk', target('SEC1'), MESSAGE, NOW);
    const { searchParams } = new URL(url);
    expect(searchParams.get('access_token')).toBe('t/1');
    expect(searchParams.get('timestamp')).toBe(String(NOW));
    expect(searchParams.get('sign')).toBe(sha256('SEC1', `${NOW}\nSEC1`).digest('base64'));
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: TEXT } });
    expect(outgoing('dingtalk', target(), MESSAGE, NOW).url).toBe(URL_OF);
  });

  it('of Feishu gets the signature in the body, where there is a secret', () => {
    const sign = sha256(`${SECONDS}\nkey`, '').digest('base64');
    const content = { msg_type: 'text', content: { text: SHOWN } };
    expect(JSON.parse(outgoing('feishu', target('key'), MESSAGE, NOW).body)).toEqual({
      timestamp: SECONDS,
      sign,
      ...content,
    });
    expect(JSON.parse(outgoing('feishu', target(), MESSAGE, NOW).body)).toEqual(content);
  });

  it('of WeCom and Slack gets plain text, without markup in Slack', () => {
    expect(JSON.parse(outgoing('wecom', target(), MESSAGE, NOW).body)).toEqual({
      msgtype: 'text',
      text: { content: SHOWN },
    });
    const text = 'Requests above 5\na &lt;b&gt; &amp; "c"\nSecond line';
    expect(JSON.parse(outgoing('slack', target(), MESSAGE, NOW).body)).toEqual({ text });
  });

  it('mentions nobody, whatever the name of a rule or the words of a node are', () => {
    const rude = { ...MESSAGE, body: '<@all> <at user_id="all"></at>' };
    for (const kind of ['wecom', 'feishu', 'slack'] as const) {
      expect(outgoing(kind, target(), rude, NOW).body, kind).not.toMatch(/<@|<at/);
    }
  });

  it('of WeCom gets no more bytes than it takes, and no half character', () => {
    const sent = (body: string): string =>
      JSON.parse(outgoing('wecom', target(), { ...MESSAGE, body }, NOW).body).text.content;
    const room = 2_048 - Buffer.byteLength(`${MESSAGE.title}\n`);
    expect(sent('x'.repeat(room))).toBe(`${MESSAGE.title}\n${'x'.repeat(room)}`);
    for (const character of ['x', '规', '🚨']) {
      const text = sent(character.repeat(room));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
      expect(Buffer.byteLength(text)).toBeGreaterThan(2_040);
      if (character !== 'x') expect(text).toMatch(new RegExp(`${character}…$`, 'u'));
      expect(text).not.toContain('\ufffd');
    }
  });

  it('that refuses within an answer of 200 has not taken it', () => {
    for (const kind of ['dingtalk', 'wecom'] as const) {
      expect(refusalIn(kind, '{"errcode":0,"errmsg":"ok"}')).toBe('');
      expect(refusalIn(kind, '{"code":0,"msg":"success"}')).toBe('the answer has no code');
    }
    expect(refusalIn('feishu', '{"StatusCode":0,"StatusMessage":"success","code":0,"msg":"success"}')).toBe('');
    expect(refusalIn('feishu', '{"Extra":null,"StatusCode":0,"StatusMessage":"success"}')).toBe('');
    for (const kind of ['dingtalk', 'wecom', 'feishu'] as const) {
      expect(refusalIn(kind, 'ok')).toBe('the answer is not JSON');
      for (const answer of ['{}', 'null', '[]', '"ok"', '{"ok":true}', '{"code":null,"errcode":null}']) {
        expect(refusalIn(kind, answer), answer).toBe('the answer has no code');
      }
    }
    expect(refusalIn('dingtalk', '{"errcode":310000,"errmsg":"sign not match"}')).toBe(
      'refused: 310000 sign not match',
    );
    expect(refusalIn('feishu', '{"code":19021,"msg":"sign match fail"}')).toBe('refused: 19021 sign match fail');
    expect(refusalIn('feishu', '{"StatusCode":9499,"StatusMessage":"Bad Request"}')).toBe('refused: 9499 Bad Request');
    expect(refusalIn('slack', 'ok')).toBe('');
    expect(refusalIn('webhook', '')).toBe('');
  });
});
