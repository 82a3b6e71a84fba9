import type { Method } from './endpoint';
import { AppError } from './errors';
import { type Route, routes } from './registry';

type Node = { fixed: Map<string, Node>; any?: Node; methods: Map<string, Route> };

const node = (): Node => ({ fixed: new Map(), methods: new Map() });

function build(list: readonly Route[]): Node {
  const root = node();
  for (const route of list) {
    let at = root;
    for (const segment of route.endpoint.path.slice(1).split('/')) {
      if (segment.startsWith('{')) {
        at.any ??= node();
        at = at.any;
      } else {
        const next = at.fixed.get(segment) ?? node();
        at.fixed.set(segment, next);
        at = next;
      }
    }
    if (at.methods.has(route.endpoint.method))
      throw new Error(`${route.name}: ${route.endpoint.path} is declared twice`);
    at.methods.set(route.endpoint.method, route);
  }
  return root;
}

const root = build(routes);

/** Every node that fits, fixed segments before parameters. */
function* walk(at: Node, segments: readonly string[], i = 0): Generator<Node> {
  const segment = segments[i];
  if (segment === undefined) {
    if (at.methods.size > 0) yield at;
    return;
  }
  const fixed = at.fixed.get(segment);
  if (fixed) yield* walk(fixed, segments, i + 1);
  if (at.any && segment !== '') yield* walk(at.any, segments, i + 1);
}

export type Match = { route: Route; params: Record<string, string> } | { allow: Method[] } | undefined;

/** Finds the endpoint of a raw path. Undefined: no such path; `allow`: the path exists with other methods. */
export function match(method: string, path: string): Match {
  const segments = path.slice(1).split('/');
  const allow = new Set<string>();
  for (const found of walk(root, segments)) {
    const route = found.methods.get(method === 'HEAD' ? 'GET' : method);
    if (route) return { route, params: paramsOf(route, segments) };
    for (const other of found.methods.keys()) allow.add(other);
  }
  return allow.size > 0 ? { allow: [...allow] as Method[] } : undefined;
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [i, part] of route.endpoint.path.slice(1).split('/').entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = decode(segments[i] ?? '');
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('err.request.malformed');
  }
}
