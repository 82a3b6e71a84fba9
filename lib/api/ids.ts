import { notFound } from './errors';

/** A numbered object's id as its path has it. What is no such number finds nothing (DESIGN 5, Types). */
export function idOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}
