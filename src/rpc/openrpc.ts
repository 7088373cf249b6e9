import { type Json, type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';
import { resultShapes } from './help-result.ts';
import { isHidden, shownParams } from './help-text.ts';
import type { Param, Result, RpcMethod } from './method.ts';

/**
 * Prints the methods as an OpenRPC document (https://spec.open-rpc.org). `showHidden`: includes
 * methods and arguments that `help` does not list.
 */
export function openRpcDocument(
  all: readonly RpcMethod[],
  version: string,
  showHidden = false,
): JsonObject {
  const methods = all.filter((method) => showHidden || !isHidden(method));
  const sorted = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  return jsonObject({
    openrpc: '1.4.1',
    info: jsonObject({
      title: 'coldsign JSON-RPC',
      version,
      description: 'Made from the declarations of the methods.',
    }),
    methods: sorted.map((method) => methodObject(method, showHidden)),
  });
}

function methodObject(method: RpcMethod, showHidden: boolean): Json {
  return jsonObject({
    name: method.name,
    description: method.summary.trim(),
    params: (showHidden ? method.params : shownParams(method)).map(paramObject),
    result: jsonObject({
      name: 'result',
      schema: resultSchema(method),
    }),
    'x-bitcoin-category': method.category.toLowerCase(),
  });
}

function paramObject(param: Param): Json {
  const [name = '', ...aliases] = param.name.split('|');
  return jsonObject({
    name,
    required: param.optional !== true,
    schema: paramSchema(param),
    'x-bitcoin-aliases': aliases.length > 0 ? aliases : undefined,
    description: param.help,
  });
}

const type = (name: string): JsonObject => jsonObject({ type: name });
const oneOf = (...schemas: readonly Json[]): JsonObject => jsonObject({ oneOf: schemas });
const list = (items: Json): JsonObject => jsonObject({ type: 'array', items });
const dictionary = (additionalProperties: Json): JsonObject =>
  jsonObject({ type: 'object', additionalProperties });

function resultSchema(method: RpcMethod): JsonObject {
  const [only, ...others] = resultShapes(method);
  if (only === undefined) return jsonObject({});
  if (others.length === 0) return shapeSchema(only);
  return oneOf(
    ...[only, ...others].map((shape) =>
      jsonObject({
        ...(shape.when !== undefined && { title: shape.when }),
        ...Object.fromEntries(shapeSchema(shape).members),
      }),
    ),
  );
}

/**
 * Returns the JSON Schema of a declared result, with its replacement value as one more alternative.
 */
function shapeSchema(result: Result): JsonObject {
  const described = {
    members: [
      ...valueSchema(result).members,
      ...(result.help === '' ? [] : [['description', result.help] as const]),
    ],
  };
  if (result.or === undefined) return described;
  return oneOf(described, jsonObject({ const: result.or }));
}

function valueSchema(result: Result): JsonObject {
  const fields = result.fields ?? [];
  switch (result.type) {
    case 'string':
      return jsonObject({ type: 'string', enum: result.values });
    case 'hex':
      return jsonObject({ type: 'string', pattern: '^[0-9a-fA-F]*$' });
    case 'number':
    case 'amount':
      return type('number');
    case 'time':
      return jsonObject({ type: 'integer' });
    case 'bool':
      return type('boolean');
    case 'null':
      return type('null');
    case 'array':
      return result.tuple === true
        ? jsonObject({ type: 'array', prefixItems: fields.map(shapeSchema), items: false })
        : list(alternatives(fields.map(shapeSchema)));
    case 'object':
      return objectSchema(fields, shapeSchema, false);
    case 'dictionary':
      return dictionary(alternatives(fields.map(shapeSchema)));
  }
}

function objectSchema<Field extends Param | Result>(
  fields: readonly Field[],
  schemaOf: (field: Field) => JsonObject,
  additionalProperties?: false,
): JsonObject {
  const required = fields.filter((field) => !field.optional).map((field) => field.name);
  return jsonObject({
    type: 'object',
    properties: { members: fields.map((field) => [field.name, schemaOf(field)] as const) },
    required: required.length > 0 ? required : undefined,
    additionalProperties,
  });
}

function alternatives(schemas: readonly JsonObject[]): JsonObject {
  const [only, ...others] = schemas;
  if (only === undefined) return jsonObject({});
  return others.length === 0 ? only : oneOf(only, ...others);
}

function paramSchema(param: Param): JsonObject {
  if (param.keepsNull === true) return jsonObject({});
  const schema = param.unchecked ? oneOf(typeSchema(param), type('object')) : typeSchema(param);
  return { members: [...schema.members, ...fallback(param).members] };
}

function fallback({ default: constant, defaultHint }: Param): JsonObject {
  return jsonObject({
    default: typeof constant === 'number' ? jsonNumber(constant) : constant,
    'x-bitcoin-default-hint': defaultHint,
  });
}

function typeSchema(param: Param): JsonObject {
  const fields = param.fields ?? [];
  switch (param.type) {
    case 'string':
      return type('string');
    case 'hex':
      return jsonObject({ type: 'string', pattern: '^[0-9a-fA-F]+$' });
    case 'number':
      return type('number');
    case 'bool':
      return type('boolean');
    case 'amount':
      return oneOf(type('number'), type('string'));
    case 'range':
      return oneOf(type('number'), list(type('number')));
    case 'array':
      return list(alternatives(fields.map(paramSchema)));
    case 'dictionary':
      return dictionary(alternatives(fields.map(paramSchema)));
    case 'object':
    case 'options':
      return objectSchema(fields, paramSchema);
    case 'any':
      return jsonObject({});
  }
}
