/**
 * Every table of the configuration store. A resource adds its own beside its queries:
 * `declare module '@/lib/db/tables' { interface Tables { policies: PolicyTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
