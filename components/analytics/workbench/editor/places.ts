import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Path } from './vocabulary';

type Node = NonNullable<ReturnType<typeof syntaxTree>['topNode']['firstChild']>;

const VALUES = new Set(['True', 'False', 'Null', 'Number', 'String', 'Object', 'Array']);
/** Milliseconds to read what was not read yet of a large document. */
const PATIENCE = 200;

const textOf = (state: EditorState, node: Node) => state.doc.sliceString(node.from, node.to);

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const valuesIn = (node: Node) => childrenOf(node).filter(({ name }) => VALUES.has(name));

function propertyOf(state: EditorState, object: Node, key: string): Node | undefined {
  return childrenOf(object).find((child) => {
    const name = child.name === 'Property' ? child.getChild('PropertyName') : null;
    return name !== null && unquoted(textOf(state, name)) === key;
  });
}

/** Where a path of the document is written; of a path that is not there the innermost part that is. */
export function rangeOf(state: EditorState, path: Path): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE) ?? syntaxTree(state);
  const top = tree.topNode.firstChild;
  if (!top) return { from: 0, to: 0 };
  let range = { from: top.from, to: Math.min(top.from + 1, top.to) };
  let node: Node | undefined = top;
  for (const key of path) {
    const inner: Node | undefined =
      typeof key === 'number' ? valuesIn(node)[key] : node.name === 'Object' ? propertyOf(state, node, key) : undefined;
    if (!inner) break;
    range = { from: inner.from, to: inner.to };
    node = inner.name === 'Property' ? valuesIn(inner).at(-1) : inner;
    if (!node) break;
  }
  return range;
}

export type Place = {
  kind: 'name' | 'value';
  path: Path;
  /** The word there that is replaced, quotes included. */
  from: number;
  to: number;
  /** Whether a name has its colon already. */
  hasValue: boolean;
};

/** The path of the value or object that a node is. */
function pathTo(state: EditorState, node: Node | null): Path {
  const path: (string | number)[] = [];
  for (let at = node; at?.parent; at = at.parent) {
    const { parent } = at;
    if (parent.name === 'Array' && VALUES.has(at.name)) {
      const { from } = at;
      path.unshift(valuesIn(parent).findIndex((one) => one.from === from));
    } else if (at.name === 'Property') {
      const name = at.getChild('PropertyName');
      path.unshift(name ? unquoted(textOf(state, name)) : '');
    }
  }
  return path;
}

/** What is written at a position; null where nothing can be completed. */
export function placeAt(state: EditorState, position: number): Place | null {
  const tree = ensureSyntaxTree(state, position, PATIENCE) ?? syntaxTree(state);
  const node = tree.resolveInner(position, -1);
  if (node.name === 'PropertyName') {
    const hasValue = /^\s*:/.test(state.doc.sliceString(node.to, node.to + 8));
    return { kind: 'name', path: pathTo(state, node.parent?.parent ?? null), from: node.from, to: node.to, hasValue };
  }
  if (node.name === 'String') {
    return { kind: 'value', path: pathTo(state, node), from: node.from, to: node.to, hasValue: true };
  }
  const here = { from: position, to: position, hasValue: false };
  if (node.name === 'Property') return { kind: 'value', path: pathTo(state, node), ...here };
  const object = node.name === 'Object' ? node : node.parent?.name === 'Object' ? node.parent : null;
  return object && node.name !== '}' ? { kind: 'name', path: pathTo(state, object), ...here } : null;
}
