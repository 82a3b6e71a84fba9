/** A command that asks for the same as the console did, for a terminal; the key is the caller's to fill in. */
export function curlOf(origin: string, path: string, body: unknown): string {
  const json = JSON.stringify(body).replaceAll("'", `'\\''`);
  return [
    `curl -sS '${origin}${path}'`,
    "-H 'Authorization: ApiKey <key>'",
    "-H 'Content-Type: application/json'",
    `-d '${json}'`,
  ].join(' \\\n  ');
}
