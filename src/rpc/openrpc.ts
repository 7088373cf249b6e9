import { type Json, type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';
import { shownParams } from './help.ts';
import type { Param, RpcMethod } from './method.ts';

/** The methods as an OpenRPC document (https://spec.open-rpc.org), from their declarations. */
export function openRpcDocument(methods: readonly RpcMethod[], version: string): JsonObject {
  const sorted = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  return jsonObject({
    openrpc: '1.4.1',
    info: jsonObject({
      title: 'coldsign JSON-RPC',
      version,
      description: 'Made from the declarations of the methods.',
    }),
    methods: sorted.map(methodObject),
  });
}

function methodObject(method: RpcMethod): Json {
  return jsonObject({
    name: method.name,
    description: method.summary.trim(),
    params: shownParams(method).map(paramObject),
    result: jsonObject({
      name: 'result',
      schema: jsonObject({ description: method.result.trim() }),
    }),
    'x-bitcoin-category': method.category.toLowerCase(),
  });
}

function paramObject(param: Param): Json {
  const [name = '', ...aliases] = param.name.split('|');
  return jsonObject({
    name,
    required: param.required,
    schema: paramSchema(param),
    'x-bitcoin-aliases': aliases.length > 0 ? aliases : undefined,
    description: param.help,
  });
}

const type = (name: string): JsonObject => jsonObject({ type: name });
const oneOf = (...schemas: readonly Json[]): JsonObject => jsonObject({ oneOf: schemas });

function paramSchema(param: Param): JsonObject {
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
      return oneOf(type('number'), jsonObject({ type: 'array', items: type('number') }));
    case 'array':
      return jsonObject({ type: 'array', items: itemSchema(fields) });
    case 'object':
    case 'options':
      return objectSchema(fields);
  }
}

function itemSchema(fields: readonly Param[]): JsonObject {
  const [only, ...others] = fields.map(paramSchema);
  if (only === undefined) return jsonObject({});
  return others.length === 0 ? only : oneOf(only, ...others);
}

function objectSchema(fields: readonly Param[]): JsonObject {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return jsonObject({
    type: 'object',
    properties: { members: fields.map((field) => [field.name, paramSchema(field)] as const) },
    required: required.length > 0 ? required : undefined,
  });
}
