import type { Bytes } from '../encoding/bytes.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonMember,
  type JsonObject,
} from '../json/json.ts';
import { parseJson, parseJsonBytes } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { Context } from './context.ts';
import { errorObject, RpcCode, RpcError, verbatimMessage } from './error.ts';
import { findMethod, runMethod } from './execute.ts';
import type { RpcMethod } from './method.ts';
import { getStr } from './values.ts';

/** HTTP status and body. An empty text is a reply without content (and without content type). */
export type Reply = { readonly status: number; readonly text: string };

export type Service = {
  readonly methods: readonly RpcMethod[];
  readonly context: Context;
  /**
   * -rpcwhitelist: the methods that this user may call. Absent: all. `none`: a whitelist is in
   * force, and the user is not on it.
   */
  readonly whitelist?: ReadonlySet<string> | 'none';
  /** Runs a method by name instead of `runMethod`, and throws the same errors. */
  readonly run?: (name: string, params: JsonArray | JsonObject) => Promise<Json>;
};

/** Facts about a request while it is parsed; a batch passes them to the next element. */
type Request = {
  /** `undefined` if the request has none; null before one was read. */
  id: Json | undefined;
  version: 'legacy' | '2.0';
  method: string;
  params: JsonArray | JsonObject;
};

const FORBIDDEN: Reply = { status: 403, text: '' };
const NO_CONTENT: Reply = { status: 204, text: '' };

/** Replies to one POST body as httprpc.cpp does. The body may be text or its UTF-8 bytes. */
export function handleBody(body: string | Bytes, service: Service): Promise<Reply> {
  return handleJson(typeof body === 'string' ? parseJson(body) : parseJsonBytes(body), service);
}

/** Replies to a parsed body; `undefined` means that it is not JSON. */
export async function handleJson(value: Json | undefined, service: Service): Promise<Reply> {
  const request: Request = { id: null, version: 'legacy', method: '', params: [] };
  try {
    if (value === undefined) throw new RpcError(RpcCode.PARSE_ERROR, 'Parse error');
    if (service.whitelist === 'none') return FORBIDDEN;
    if (isJsonObject(value)) return await handleSingle(value, request, service);
    if (isJsonArray(value)) return await handleBatch(value, request, service);
    throw new RpcError(RpcCode.PARSE_ERROR, 'Top-level object parse error');
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { status: errorStatus(error), text: line(errorEnvelope(error, request)) };
  }
}

/** Returns the HTTP status of an error that ends the complete call. */
function errorStatus(error: RpcError): number {
  if (error.code === RpcCode.INVALID_REQUEST) return 400;
  return error.code === RpcCode.METHOD_NOT_FOUND ? 404 : 500;
}

const line = (value: Json): string => `${printJson(value)}\n`;

async function handleSingle(value: Json, request: Request, service: Service): Promise<Reply> {
  readRequest(value, request);
  if (isForbidden(service, request.method)) return FORBIDDEN;
  if (request.version === 'legacy') {
    return { status: 200, text: line(await call(request, service)) };
  }
  const reply = await callOrError(request, service);
  return isNotification(request) ? NO_CONTENT : { status: 200, text: line(reply) };
}

/**
 * Most calls that run at the same time. In JavaScript, where a list saves little, this many take a
 * tenth of a second.
 */
const MOST_TOGETHER = { kernel: 128, noble: 16 };

async function handleBatch(batch: JsonArray, first: Request, service: Service): Promise<Reply> {
  if (!checkBatchWhitelist(batch, service)) return FORBIDDEN;
  const replies: string[] = [];
  const running: (readonly [Request, Promise<Json>])[] = [];
  const finish = async (): Promise<void> => {
    const finished = running.splice(0);
    const answers = await Promise.all(finished.map(([, reply]) => reply));
    for (const [i, [request]] of finished.entries()) {
      const answer = answers[i];
      if (answer !== undefined && !isNotification(request)) replies.push(printJson(answer));
    }
    await service.context.pause?.();
  };
  const most = MOST_TOGETHER[service.context.secp256k1.name];
  let request = first;
  for (const value of batch) {
    request = { ...request };
    const error = readError(value, request);
    const joins = error === undefined && runsTogether(request, service);
    if (!joins && running.length > 0) await finish();
    running.push([request, error ? Promise.resolve(error) : callOrError(request, service)]);
    if (!joins || running.length === most) await finish();
  }
  if (running.length > 0) await finish();
  if (replies.length === 0 && batch.length > 0) return NO_CONTENT;
  return { status: 200, text: `[${replies.join(',')}]\n` };
}

function runsTogether({ method }: Request, { methods }: Service): boolean {
  return methods.find(({ name }) => name === method)?.together === true;
}

/** Reads an element of a batch; returns the error of an invalid one. */
function readError(value: Json, request: Request): Json | undefined {
  try {
    readRequest(value, request);
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return errorEnvelope(error, request);
    throw error;
  }
}

function isForbidden({ whitelist }: Service, method: string): boolean {
  return whitelist instanceof Set && !whitelist.has(method);
}

/** Checks all elements before any of them is called, if there is a whitelist. */
function checkBatchWhitelist(batch: JsonArray, service: Service): boolean {
  if (service.whitelist === undefined) return true;
  for (const value of batch) {
    if (!isJsonObject(value)) {
      throw new RpcError(RpcCode.INVALID_REQUEST, 'Invalid Request object');
    }
    if (isForbidden(service, methodName(value))) return false;
  }
  return true;
}

/** Returns the method's name. Core turns its type error into a parse error here. */
function methodName(request: JsonObject): string {
  try {
    return getStr(getMember(request, 'method'));
  } catch (error) {
    if (error instanceof RpcError) throw new RpcError(RpcCode.PARSE_ERROR, verbatimMessage(error));
    throw error;
  }
}

/** Returns true if Core runs the request without a reply: version 2.0 without `id`. */
function isNotification(request: Request): boolean {
  return request.id === undefined && request.version === '2.0';
}

/**
 * Reads a request. After a failure, `request` contains what the reply needs. Core:
 * `JSONRPCRequest::parse` (rpc/request.cpp).
 */
function readRequest(value: Json, request: Request): void {
  if (!isJsonObject(value)) throw invalidRequest('Invalid Request object');
  request.id = findMember(value, 'id');
  request.version = 'legacy';
  request.version = readVersion(getMember(value, 'jsonrpc'));
  const method = getMember(value, 'method');
  if (method === null) throw invalidRequest('Missing method');
  if (typeof method !== 'string') throw invalidRequest('Method must be a string');
  request.method = method;
  const params = getMember(value, 'params') ?? [];
  if (!isJsonArray(params) && !isJsonObject(params)) {
    throw invalidRequest('Params must be an array or object');
  }
  request.params = params;
}

function readVersion(value: Json): Request['version'] {
  if (value === null || value === '1.0') return 'legacy';
  if (value === '2.0') return '2.0';
  if (typeof value !== 'string') throw invalidRequest('jsonrpc field must be a string');
  throw invalidRequest('JSON-RPC version not supported');
}

function invalidRequest(message: string): RpcError {
  return new RpcError(RpcCode.INVALID_REQUEST, message);
}

async function call(request: Request, { methods, context, run }: Service): Promise<Json> {
  const { method, params } = request;
  const result = run?.(method, params) ?? runMethod(findMethod(methods, method), params, context);
  return resultEnvelope(await result, request);
}

async function callOrError(request: Request, service: Service): Promise<Json> {
  try {
    return await call(request, service);
  } catch (error) {
    if (error instanceof RpcError) return errorEnvelope(error, request);
    throw error;
  }
}

function idMember({ id }: Request): JsonMember[] {
  return id === undefined ? [] : [['id', id]];
}

function resultEnvelope(result: Json, request: Request): Json {
  const head: JsonMember[] =
    request.version === '2.0'
      ? [
          ['jsonrpc', '2.0'],
          ['result', result],
        ]
      : [
          ['result', result],
          ['error', null],
        ];
  return { members: [...head, ...idMember(request)] };
}

function errorEnvelope(error: RpcError, request: Request): Json {
  const head: JsonMember = request.version === '2.0' ? ['jsonrpc', '2.0'] : ['result', null];
  return { members: [head, ['error', errorObject(error)], ...idMember(request)] };
}
