/**
 * Names of the statements whose plans connections to PostgreSQL keep, and whose answers transactions of the embedded store do, by
 * their texts. Bounded by those that the code has.
 */
const names = new Map<string, string>();

/**
 * Has a statement kept. A plan fails where its result has other columns than before, as that of `*` has after
 * a migration by another process. Throws for such a text.
 */
export function keepPlan(text: string): void {
  if (/(select |returning |, |\.)\*/.test(text))
    throw new Error(`A statement whose plan is kept names its columns: ${text}`);
  if (!names.has(text)) names.set(text, `parapet_${names.size + 1}`);
}

/** Under what name a statement is kept; undefined where it is not. */
export const planName = (text: string): string | undefined => names.get(text);
