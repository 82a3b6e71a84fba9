const START = 24;
const END = 32;

/** A name for a sentence: what is too long for one loses its middle, since the end of a domain says whose it is. */
export function shortened(name: string): string {
  return name.length <= START + END ? name : `${name.slice(0, START)}…${name.slice(-END)}`;
}
