import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../../src/json/json.ts';
import type { RpcMethod } from '../../../src/rpc/method.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { openRpcDocument } from '../../../src/rpc/openrpc.ts';
import { toPlain } from '../../../src/rpc/plain.ts';

type Document = { readonly methods: readonly [{ readonly result: { readonly schema: object } }] };

const ajv = new Ajv2020({ strict: true, strictTuples: false });
const validators = new Map<RpcMethod, ValidateFunction>();

/**
 * Returns how an answer violates its method's declaration. Methods that a test defines are not
 * checked.
 */
export function faultOf(method: RpcMethod, answer: Json): string | undefined {
  return methods.includes(method) ? undeclared(method, toPlain(answer)) : undefined;
}

/**
 * Returns how an answer violates its method's declaration, according to a JSON Schema validator, or
 * `undefined` if it does not.
 */
export function undeclared(method: RpcMethod, answer: unknown): string | undefined {
  const validate = validators.get(method) ?? compile(method);
  validators.set(method, validate);
  if (validate(answer)) return undefined;
  const text = JSON.stringify(answer).slice(0, 300);
  return `${method.name}: ${ajv.errorsText(validate.errors)} in ${text}`;
}

function compile(method: RpcMethod): ValidateFunction {
  const document = toPlain(openRpcDocument([method], '1', true)) as Document;
  return ajv.compile(document.methods[0].result.schema);
}
