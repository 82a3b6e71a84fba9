/**
 * Answers with a text of the tenant's. Each has a status that nothing else uses, by which nginx finds its file; visitors get the one it
 * stands for. The text is a file of its own, so nothing reads it but the browser.
 */
const FIRST = 452;
const LAST = 493;

export class Pages {
  readonly files = new Map<string, string>();
  readonly #places: string[] = [];

  constructor(private readonly folder: string) {}

  /** The status that answers with this text, and 403; undefined where a site has more of them than there are numbers. */
  add(text: string, status = 403): number | undefined {
    const known = [...this.files.values()].indexOf(text);
    if (known >= 0) return FIRST + known;
    const code = FIRST + this.files.size;
    if (code > LAST) return undefined;
    this.files.set(`${this.folder}/${code}.html`, text);
    this.#places.push(`error_page ${code} =${status} /.parapet/${code}.html;`);
    return code;
  }

  /** Lines of a server. */
  lines(root: string): string[] {
    if (this.files.size === 0) return [];
    const types = 'types { } default_type "text/html; charset=utf-8";';
    return [
      ...this.#places,
      `location /.parapet/ { internal; modsecurity off; alias ${root}/${this.folder}/; ${types} }`,
    ];
  }
}
