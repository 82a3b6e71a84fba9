/** How much of a height the rows take that fit into it as a whole, from the bottom of each; the first always counts. */
export function wholeRows(bottoms: readonly number[], height: number): number {
  return bottoms.findLast((bottom, i) => i === 0 || bottom <= height) ?? height;
}
