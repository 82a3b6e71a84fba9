/** What is wrong in a JSON text: the parser's words where there are any, and where, from 1 on. */
export type JsonFault = { kind: 'syntax'; line: number; column: number } | { kind: 'not_object' };
export type JsonRead = { value: Record<string, unknown> } | { fault: JsonFault };

/** The text read as a JSON object, or where it stops being one. */
export function readJson(text: string): JsonRead {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: { kind: 'not_object' } };
    return { value: value as Record<string, unknown> };
  } catch {
    return { fault: { kind: 'syntax', ...placeOf(text, faultAt(text)) } };
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const VALUE = /[-+\w."]/;
const LITERAL = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?)$/;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/**
 * Where a text stops being JSON, as an offset. Browsers word and place their own message differently, so the text is
 * walked here: one token after another against what may follow.
 */
export function faultAt(text: string): number {
  const open: ('{' | '[')[] = [];
  let wants: 'value' | 'key' | 'colon' | 'next' = 'value';
  let mayClose = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (/[ \t\r\n]/.test(char)) {
      at++;
      continue;
    }
    const inner = open.at(-1);
    if ((char === '}' && inner === '{') || (char === ']' && inner === '[')) {
      if (wants !== 'next' && !mayClose) return at;
      open.pop();
      wants = 'next';
      mayClose = false;
      at++;
    } else if (wants === 'colon' || wants === 'next') {
      if (char !== (wants === 'colon' ? ':' : ',') || (wants === 'next' && inner === undefined)) return at;
      wants = wants === 'colon' || inner === '[' ? 'value' : 'key';
      mayClose = false;
      at++;
    } else if (wants === 'value' && (char === '{' || char === '[')) {
      open.push(char);
      wants = char === '{' ? 'key' : 'value';
      mayClose = true;
      at++;
    } else {
      const end = tokenEnd(text, at, wants);
      if (end < 0) return at;
      at = end;
      wants = wants === 'key' ? 'colon' : 'next';
      mayClose = false;
    }
  }
  return text.length;
}

/** Where the string or literal that begins here ends; -1 where none does. */
function tokenEnd(text: string, at: number, wants: 'value' | 'key'): number {
  if (text[at] === '"') {
    STRING.lastIndex = at;
    return STRING.test(text) ? STRING.lastIndex : -1;
  }
  let end = at;
  while (end < text.length && VALUE.test(text[end] ?? '')) end++;
  return wants === 'value' && LITERAL.test(text.slice(at, end)) ? end : -1;
}
