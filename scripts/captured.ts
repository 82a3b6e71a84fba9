/** Captured traffic, sent again as if it were new. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const CAPTURE = 'fixtures/traffic/nginx-access.json.gz';

/** The lines of a captured log in turns, each with a time in Unix ms and a request id of 32 hex digits of its own. */
export function capturedLines(): (n: number, time: number, id: string) => string {
  const lines = gunzipSync(readFileSync(CAPTURE)).toString('utf8').trim().split('\n');
  return (n, time, id) =>
    (lines[n % lines.length] ?? '')
      .replace(/"msec":"[^"]*"/, `"msec":"${(time / 1000).toFixed(3)}"`)
      .replace(/"request_id":"[^"]*"/, `"request_id":"${id}"`);
}
