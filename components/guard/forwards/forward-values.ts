import type { ValuesOf } from '@/components/form/use-endpoint-form';
import { type Forward, ForwardInput, forwards } from '@/lib/guard/forwards/contract';
import { ENABLED, TCP } from '@/lib/guard/forwards/vocabulary';

/** The form holds a whole forward, which a change of all its fields is too. */
export const editWhole = { ...forwards.edit, body: ForwardInput };
export type ForwardValues = ValuesOf<typeof editWhole>;

/** What of the open objects has a control of its own; absent values too, so that a form begins complete. */
const KNOWN = {
  src_setting: { port: undefined, balance: undefined },
  adv_settings: {
    connect_timeout: undefined,
    idle_timeout: undefined,
    max_connections: undefined,
    proxy_protocol: undefined,
  },
  node_setting: { ipv6: undefined, backlog: undefined },
} as const;
const OPEN = Object.keys(KNOWN) as (keyof typeof KNOWN)[];

type Domain = Pick<Forward, 'domain' | 'domain_id'>;

/** A forward that is begun: of the domain, where it is known. */
export function newForward({ domain, domain_id }: Domain = { domain: '', domain_id: '' }): ForwardValues {
  const begun = { domain, domain_id, schema: TCP, node_ipaddrs: '', describe: '', status: ENABLED, dev_setting: '' };
  // Without a port until one is typed, which the schema then asks for.
  return { ...begun, ...KNOWN } as unknown as ForwardValues;
}

/** What of a stored forward is edited. */
export function valuesOf({
  domain,
  domain_id,
  schema,
  port,
  node_ipaddrs,
  describe,
  ...forward
}: Forward): ForwardValues {
  const { status, src_setting, adv_settings, node_setting, dev_setting } = forward;
  return {
    ...{ domain, domain_id, schema, port, node_ipaddrs, describe, status, dev_setting },
    src_setting: { ...KNOWN.src_setting, ...src_setting },
    adv_settings: { ...KNOWN.adv_settings, ...adv_settings },
    node_setting: { ...KNOWN.node_setting, ...node_setting },
  } as ForwardValues;
}

/** Paths of fields in the open objects that the form has no control for, and keeps as they are. */
export function otherFields(values: object): string[] {
  return OPEN.flatMap((name) => {
    const object: unknown = (values as Record<string, unknown>)[name];
    const fields = typeof object === 'object' && object !== null ? Object.keys(object) : [];
    return fields.filter((field) => !Object.hasOwn(KNOWN[name], field)).map((field) => `${name}.${field}`);
  });
}
