/** What is given with some of it replaced, for one request: to copy the forty parts of a runtime takes ten microseconds. */
export const viewOf = <T extends object>(given: T, replaced: Partial<T>): T =>
  Object.assign(Object.create(given), replaced);
