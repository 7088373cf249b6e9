import { Agent, request } from 'node:http';
import { inject } from 'vitest';
import { callsBy, type Reply } from '../harness.ts';

export type NodeAnswer = { readonly status: number; readonly text: string };

const agent = new Agent({ keepAlive: true });

/** POSTs exactly this text to the real node of the run. `path`: `/` or `/wallet/NAME`. */
export function postToNode(body: string, path = '/'): Promise<NodeAnswer> {
  const { hostname, port, username, password } = new URL(inject('nodeUrl'));
  return new Promise((done, fail) => {
    const call = request(
      { hostname, port, path, method: 'POST', auth: `${username}:${password}`, agent },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          done({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    // The node closes a connection that was not used for 30 seconds, such as while Electrum works,
    // and Node may notice that only when it sends the next call.
    call.on('error', (error) =>
      call.reusedSocket ? postToNode(body, path).then(done, fail) : fail(error),
    );
    call.end(body);
  });
}

/** Returns the result of a call to the real node. Throws its error. */
export async function callNode(method: string, params: unknown = [], path = '/'): Promise<unknown> {
  const { text } = await postToNode(JSON.stringify({ method, params, id: 'o' }), path);
  const { result, error } = JSON.parse(text);
  if (error !== null && error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Calls another node than that of the run. `wallet`: the wallet of the call. */
export async function askNodeAt(
  url: string,
  method: string,
  params: unknown = [],
  wallet = '',
): Promise<Reply> {
  const { origin, username, password } = new URL(url);
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const reply = await fetch(`${origin}/wallet/${wallet}`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}` },
    body: JSON.stringify({ method, params }),
  });
  return (await reply.json()) as Reply;
}

/** Calls a node as the harness calls us. `url`: of a node that may not have started yet. */
export const nodeHarness = (url: () => string) =>
  callsBy((method, params, wallet) => askNodeAt(url(), method, params, wallet));
