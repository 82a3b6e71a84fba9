import { useState } from 'react';
import type { Call } from './samples';

/** `status` 0: no answer came. */
type Answered = { status: number; ms: number; text: string; isShortened: boolean };

/** Characters of an answer that are shown: a page with megabytes of text answers to nobody. */
const MOST = 100_000;

/** Sends a call as the console does, with the session's cookie, or with a key and nothing else. */
export function useSend() {
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<Answered>();
  const send = async (call: Call, key: string) => {
    setSending(true);
    setAnswer(undefined);
    const began = performance.now();
    try {
      const response = await request(call, key);
      const text = pretty(await response.text());
      const ms = Math.round(performance.now() - began);
      setAnswer({ status: response.status, ms, text: text.slice(0, MOST), isShortened: text.length > MOST });
    } catch {
      setAnswer({ status: 0, ms: 0, text: '', isShortened: false });
    } finally {
      setSending(false);
    }
  };
  return { send, isSending, answer };
}

function request({ method, path, body }: Call, key: string): Promise<Response> {
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (key !== '') {
    headers.set('Authorization', `ApiKey ${key.trim()}`);
    return fetch(path, { method, body, credentials: 'omit', headers });
  }
  headers.set('X-Console', '1');
  return fetch(`/console${path}`, { method, body, credentials: 'same-origin', headers });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
