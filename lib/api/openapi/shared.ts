import { STATUS_CODES } from 'node:http';
import type { Json } from './components';

/** How often a parameter or a response is written before it gets a name. */
const OFTEN = 3;

type Found = { paths: Json; parameters: Record<string, Json>; responses: Record<string, Json> };

/** Puts parameters and responses that many operations have among the components, by name. */
export function shared(paths: Readonly<Record<string, Json>>): Found {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods)) as Operation[];
  const parameters = named(operations.flatMap((one) => one.parameters.map((item) => [parameterName(item), item])));
  const responses = named(
    operations.flatMap((one) => Object.entries(one.responses).map(([status, item]) => [responseName(status), item])),
  );
  for (const one of operations) {
    one.parameters = one.parameters.map((item) => referred(item, 'parameters', parameters));
    for (const [status, item] of Object.entries(one.responses)) {
      one.responses[status] = referred(item, 'responses', responses);
    }
  }
  return { paths, parameters: byName(parameters), responses: byName(responses) };
}

type Operation = { parameters: Json[]; responses: Record<string, Json> };

/** With the list that a path parameter is from, which tells one `id` from another. */
const parameterName = ({ name, description }: Json) =>
  [/`GET .*\/([\w-]+)`/.exec(String(description))?.[1], name].filter(Boolean).join('.');

const responseName = (status: string) => (STATUS_CODES[status] ?? status).replace(/\W/g, '');

/** Names of what comes often enough, by its JSON; what would have a name that is taken gets a number beside it. */
function named(list: readonly (readonly [string, Json])[]): Map<string, string> {
  const counts = new Map<string, { wanted: string; count: number }>();
  for (const [wanted, item] of list) {
    const key = JSON.stringify(item);
    counts.set(key, { wanted, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, { wanted, count }] of counts) {
    if (count < OFTEN) continue;
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

function referred(item: Json, kind: string, names: ReadonlyMap<string, string>): Json {
  const name = names.get(JSON.stringify(item));
  return name === undefined ? item : { $ref: `#/components/${kind}/${name}` };
}

const byName = (names: ReadonlyMap<string, string>): Record<string, Json> =>
  Object.fromEntries([...names].map(([json, name]) => [name, JSON.parse(json) as Json]));
