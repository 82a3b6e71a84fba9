import { pageTexts } from '@/lib/generated/page-texts';
import { texts } from '@/lib/generated/texts';
import type { Locale } from './locales';
import { NOWHERE } from './nowhere';

/** Texts of one language as a tree; those of a browser are compiled, in a form that only their formatter knows. */
export type Messages = { [key: string]: Messages | string };

/** Page and language name them, so they are as many as there are pages. */
const picked = new Map<string, Messages>();

const compiled = texts as unknown as Record<Locale, Messages>;

/** The texts that the page at an address can show, or what says that there is none; all of a language where no address is known. */
export function pageMessages(locale: Locale, address: string | null): Messages {
  const route = address === null ? undefined : (routeOf(address) ?? NOWHERE);
  const key = `${locale} ${route}`;
  const made = picked.get(key) ?? pick(compiled[locale], route === undefined ? undefined : pageTexts[route]);
  picked.set(key, made);
  return made;
}

/** The route, such as `/guard/domains/[id]`, that an address leads to; a named page goes before a parameter. */
function routeOf(address: string): string | undefined {
  const path = address.replace(/[?#].*$/, '');
  if (Object.hasOwn(pageTexts, path)) return path;
  const segments = path.split('/');
  return Object.keys(pageTexts).find((route) => {
    const pattern = route.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, i) => part === segments[i] || isFilled(part, segments[i]))
    );
  });
}

const isFilled = (part: string, segment: string | undefined) => part.startsWith('[') && segment !== '';

function pick(tree: Messages, paths: readonly string[] | undefined): Messages {
  if (!paths) return tree;
  const picked: Messages = {};
  for (const one of paths) graft(picked, tree, one.split('.'));
  return picked;
}

const isBranch = (node: Messages[string] | undefined): node is Messages =>
  typeof node === 'object' && !Array.isArray(node);

/** Copies what is at a path from one tree into another. */
function graft(into: Messages, from: Messages, [key = '', ...rest]: string[]): void {
  const found = from[key];
  if (found === undefined) return;
  if (rest.length === 0 || !isBranch(found)) {
    into[key] = found;
    return;
  }
  const branch = into[key];
  const next = isBranch(branch) ? branch : {};
  into[key] = next;
  graft(next, found, rest);
}
