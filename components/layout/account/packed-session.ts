import type { ConsoleSession } from '@/lib/auth/session/contract';

/** A session as a page carries it: some ninety keys are a tenth of its HTML, and most differ in their last word alone. */
export type PackedSession = Omit<ConsoleSession, 'permissions'> & { permissions: string };

/** `guard.cert.list`, `guard.cert.view` and `guard.domain.list` become `guard.cert.list,view guard.domain.list`. */
export function packSession({ permissions, ...session }: ConsoleSession): PackedSession {
  const actions = new Map<string, string[]>();
  for (const key of permissions) {
    const resource = key.slice(0, key.lastIndexOf('.'));
    const known = actions.get(resource) ?? [];
    actions.set(resource, [...known, key.slice(resource.length + 1)]);
  }
  const packed = [...actions].map(([resource, names]) => `${resource}.${names.join(',')}`);
  return { ...session, permissions: packed.join(' ') };
}

/** The session again, its permissions grouped by what they are about. */
export function unpackSession({ permissions, ...session }: PackedSession): ConsoleSession {
  const keys = permissions.split(' ').filter(Boolean);
  const all = keys.flatMap((packed) => {
    const resource = packed.slice(0, packed.lastIndexOf('.') + 1);
    return packed
      .slice(resource.length)
      .split(',')
      .map((name) => `${resource}${name}`);
  });
  return { ...session, permissions: all };
}
