// biome-ignore lint/suspicious/noExplicitAny: who checks answers looks into every shape, also those that should not be
export type AnyJson = any;
