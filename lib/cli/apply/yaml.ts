import { isAlias, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** A file of YAML: what it says, and in which line. */
export type Yaml = { value: unknown; lineOf: (path: readonly (string | number)[]) => number };
export type Fault = { line: number; message: string };

/**
 * Reads YAML 1.2 without what would make it say more than can be seen: aliases, tags and several documents in one file. Answers
 * the first fault of one that is not such.
 */
export function readYaml(text: string): Yaml | Fault {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', logLevel: 'silent' });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [error = document.warnings[0]] = document.errors;
  if (error)
    return {
      line: lineAt(error.pos[0]),
      message: (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:$/, ''),
    };
  let refused: Fault | undefined;
  visit(document, (_key, node) => {
    if (!isNode(node) || !(isAlias(node) || node.anchor || node.tag)) return undefined;
    const name = isAlias(node) ? `*${node.source}` : node.anchor ? `&${node.anchor}` : (node.tag ?? '');
    refused = { line: lineAt(node.range?.[0] ?? 0), message: name };
    return visit.BREAK;
  });
  if (refused) return refused;
  return { value: document.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineAt(offsetOf(document.contents, path)) };
}

/** Where the value at a path begins: its key where it has one, or the nearest thing around it that is there. */
function offsetOf(contents: Node | null, path: readonly (string | number)[]): number {
  let at: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(at)) {
      const pair = at.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key));
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      at = pair.value;
    } else if (isNode(at) && 'items' in at) {
      at = (at.items as unknown[])[Number(key)];
      if (!isNode(at)) break;
      offset = at.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
