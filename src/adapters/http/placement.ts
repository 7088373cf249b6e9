import { getMember, isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import { parseJsonBytes } from '../../json/parse.ts';

/** Longer bodies are not read in the thread that serves the connections. In bytes. */
const SHORT_BODY = 16_384;

/**
 * Where a call runs. `here`: in the thread that serves the connections, because it takes no time; `owner`: in the same
 * thread, because it is about state that lives there; `worker`: anywhere else.
 */
export type Placement = 'here' | 'owner' | 'worker';

/** `long`: the methods that may take time on short arguments too. `owned`: those that run where their state lives. */
export type PlacementRules = {
  readonly long: ReadonlySet<string>;
  readonly owned: ReadonlySet<string>;
};

export function placeCall(body: Buffer, rules: PlacementRules): Placement {
  // A worker that reads a long body and finds an owned method in it hands it back.
  return body.length > SHORT_BODY ? 'worker' : placeMethods(methodsIn(body), rules);
}

/** For a worker, which hands such calls back. */
export function namesOwnedMethod(body: Uint8Array, owned: ReadonlySet<string>): boolean {
  return methodsIn(body).some((method) => owned.has(method));
}

function placeMethods(methods: readonly string[], { long, owned }: PlacementRules): Placement {
  if (methods.some((method) => owned.has(method))) return 'owner';
  return methods.some((method) => long.has(method)) ? 'worker' : 'here';
}

/** The methods that a request or a batch names; what is malformed names none, and is refused in no time. */
function methodsIn(body: Uint8Array): readonly string[] {
  const value = parseJsonBytes(body) ?? null;
  return (isJsonArray(value) ? value : [value]).flatMap(methodOf);
}

function methodOf(request: Json): readonly string[] {
  if (!isJsonObject(request)) return [];
  const method = getMember(request, 'method');
  return typeof method === 'string' ? [method] : [];
}
