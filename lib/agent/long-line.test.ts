import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseModSecurity } from '@/lib/analytics/ingest/modsecurity';
import { startSite, type TestNginx } from '@/lib/render/nginx/testing';
import { request } from '@/scripts/request';
import { AUDIT_LOG } from './audit-log';
import { LogTail } from './log-tail';
import { MAX_LINE } from './long-line';

let nginx: TestNginx;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ nginx, stop } = await startSite({}));
}, 120_000);
afterAll(() => stop?.());

it('a request of which every value matches many rules is a block in the events, like any other', async () => {
  const attack = encodeURIComponent('<script>alert(1)</script>');
  const body = Array.from({ length: 990 }, (_, i) => `a${i}=${attack}`).join('&');
  const headers = { Host: 'shop.example.com', 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await request(`http://127.0.0.1:${nginx.http}`, { method: 'POST', path: '/', headers, body });
  expect(answer.status).toBe(403);
  const { logs } = nginx.settings;
  const tail = new LogTail(logs, AUDIT_LOG, path.join(nginx.folder, 'sent'));
  await expect.poll(() => tail.read()?.text.length ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  const { action, score, attack_class } = parseModSecurity(tail.read()?.text ?? '');
  expect({ action, attack_class }).toEqual({ action: 'block', attack_class: expect.stringMatching(/./) });
  expect(score).toBeGreaterThan(1_000);
  expect(statSync(path.join(logs, AUDIT_LOG)).size).toBeGreaterThan(MAX_LINE);
}, 60_000);
