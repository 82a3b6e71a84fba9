import type { Closers } from './closers';
import type { Core } from './core';
import type { PartName, Runtime } from './runtime';

type DeclaredPart<Name extends PartName, After extends PartName> = Readonly<{
  /** Its name in `Runtime`, which the module declares beside it. */
  name: Name;
  /** Parts that are opened before it and closed after it: these alone it is given beside the core. */
  after?: readonly After[];
  open(given: Core & Pick<Runtime, After>): Runtime[Name] | Promise<Runtime[Name]>;
  close?(value: Runtime[Name]): Promise<void>;
}>;

/** Declares what a module adds to the runtime; found in `lib/<module>[/<resource>]/runtime.ts`. */
export const runtimePart = <Name extends PartName, After extends PartName = never>(
  part: DeclaredPart<Name, After>,
): DeclaredPart<Name, After> => part;

/** Any part, as the frame opens it. */
export type RuntimePart = Readonly<{
  name: string;
  after?: readonly string[];
  open(given: Core): unknown;
  close?(value: unknown): Promise<void>;
}>;

/** Opens the parts, each after those it needs, and notes how to close them. Rejects as the first that fails. */
export async function openParts<Part extends RuntimePart>(
  core: Core,
  parts: readonly Part[],
  closers: Closers,
): Promise<Pick<Runtime, Extract<Part['name'], PartName>>> {
  const opened: Record<string, unknown> = {};
  for (const part of inOrder(parts)) {
    const value = await part.open({ ...core, ...opened });
    closers.add(async () => part.close?.(value));
    opened[part.name] = value;
  }
  return opened as Pick<Runtime, Extract<Part['name'], PartName>>;
}

/** Each part behind those it needs, otherwise as given. Throws where no order will do. */
function inOrder<Part extends RuntimePart>(parts: readonly Part[]): Part[] {
  const ordered = new Map<string, Part>();
  const left = [...parts];
  while (left.length > 0) {
    const next = left.findIndex(({ name, after = [] }) => !ordered.has(name) && after.every((one) => ordered.has(one)));
    const [part] = next < 0 ? [] : left.splice(next, 1);
    if (!part) {
      throw new Error(`parts of the runtime cannot be opened: ${left.map(({ name }) => name).join(', ')}`);
    }
    ordered.set(part.name, part);
  }
  return [...ordered.values()];
}
