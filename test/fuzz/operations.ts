import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import type { AnyJson } from '../json';

/** One operation of the document as it is served. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; required?: boolean; schema: AnyJson }[];
  /** Schema of the JSON body; undefined where none is taken. */
  body?: AnyJson;
  responses: Readonly<Record<string, AnyJson>>;
};

const ROOT = 'https://parapet.invalid/openapi';

/** A document, its operations, and what its schemas say of an answer. */
export class Contract {
  readonly operations: readonly Operation[];
  readonly #document: AnyJson;
  readonly #ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: AnyJson) {
    this.#document = document;
    this.#ajv.addSchema({ $id: ROOT, ...document });
    this.operations = Object.entries<AnyJson>(document.paths).flatMap(([path, methods]) =>
      Object.entries<AnyJson>(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters.map((one: AnyJson) => this.resolve(one)),
        body: operation.requestBody?.content['application/json']?.schema,
        responses: operation.responses,
      })),
    );
  }

  /** What a reference names. */
  resolve(value: AnyJson): AnyJson {
    if (typeof value?.$ref !== 'string') return value;
    return value.$ref
      .slice(2)
      .split('/')
      .reduce((at: AnyJson, part: string) => at[part], this.#document);
  }

  /** What is wrong with an answer; undefined where the document describes it. */
  faultOf(operation: Operation, status: number, type: string, body: unknown): string | undefined {
    const response = this.resolve(operation.responses[String(status)]);
    if (!response) return `status ${status} is not documented`;
    if (!response.content) return undefined;
    const media = type.split(';')[0] ?? '';
    const content = response.content[media];
    if (!content) return `${status} as ${media} is not documented`;
    if (media !== 'application/json') return undefined;
    return this.faultIn(content.schema, body);
  }

  /** What is wrong with a value by a schema of the document. */
  faultIn(schema: AnyJson, value: unknown): string | undefined {
    const validate = this.#validatorOf(schema);
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors?.slice(0, 3));
  }

  #validatorOf(schema: AnyJson): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = this.#compiled.get(key);
    if (known) return known;
    const validate = this.#ajv.compile(absolute(schema));
    this.#compiled.set(key, validate);
    return validate;
  }
}

/** References of a part, read apart from its document. */
function absolute(value: AnyJson): AnyJson {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? `${ROOT}${item}` : absolute(item),
    ]),
  );
}
