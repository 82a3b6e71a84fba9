/** What is worked out of contents, once for each; what a whole turn did not ask for is forgotten. */
export class Derived<T> {
  #now = new Map<string, T>();
  #before = new Map<string, T>();

  constructor(private readonly read: (hash: string) => T) {}

  of(hash: string): T {
    const known = this.#now.get(hash) ?? this.#before.get(hash) ?? this.read(hash);
    this.#now.set(hash, known);
    return known;
  }

  /** A turn begins. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}
