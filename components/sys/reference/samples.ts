/** What is sent: path with its parameters filled in, and the body as text. */
export type Call = { method: string; path: string; body: string | undefined };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call for a shell; the key is in the environment, so that no history keeps it. */
export function curlOf({ method, path, body }: Call, origin: string): string {
  const lines = [
    `curl -X ${method} ${quoted(origin + path)}`,
    '-H "Authorization: ApiKey $PARAPET_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

type Command = { path: string; 'x-cli': { command: string; flags: Readonly<Record<string, string>> } };

/** The call on the command line: ids in the order of the path, fields of the query as flags. */
export function cliOf(
  { path, 'x-cli': { command, flags } }: Command,
  values: Readonly<Record<string, string>>,
  query: readonly string[],
  body: string | undefined,
): string {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    values[name] ? quoted(values[name]) : `<${name}>`,
  );
  const set = query.flatMap((name) => (values[name] ? [`--${flags[name] ?? name} ${quoted(values[name])}`] : []));
  return [`parapet ${command}`, ...ids, ...set, ...(body === undefined ? [] : [`--body ${quoted(body)}`])].join(' ');
}

/** The call for a program in JavaScript. */
export function fetchOf({ method, path, body }: Call, origin: string): string {
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  const sent = body === undefined ? '' : `\n  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`;
  return `const answer = await fetch(${JSON.stringify(origin + path)}, {
  method: '${method}',
  headers: { Authorization: \`ApiKey \${process.env.PARAPET_KEY}\`${type} },${sent}
});
const { data } = await answer.json();`;
}

/** The path with its parameters filled in, those of the query that have a value behind it. */
export function addressOf(path: string, values: Readonly<Record<string, string>>, query: readonly string[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (hole, name: string) => encodeURIComponent(values[name] ?? '') || hole);
  const search = new URLSearchParams(query.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
