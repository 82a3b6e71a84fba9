import { notFound } from './errors';

/** What may name an object in a path; anything else cannot be an id, so it finds nothing. */
export const ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;

/** A numbered object's id as its path has it. What is no such number finds nothing (DESIGN 5, Types). */
export function idOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}
