import type { Methods } from 'coldsign/rpc';

// The server: coldsign serve -regtest -rpcport=18620 -rpcuser=me -rpcpassword=secret
const url = 'http://127.0.0.1:18620/';
const headers = { authorization: `Basic ${btoa('me:secret')}`, 'content-type': 'application/json' };

// Any JSON-RPC client works. Methods has the result of each method.
async function call<Name extends keyof Methods>(
  method: Name,
  params: object,
): Promise<Methods[Name]['result']> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await (await fetch(url, { method: 'POST', headers, body })).json();
  if ('error' in answer) throw new Error(`${answer.error.code} ${answer.error.message}`);
  return answer.result;
}

const hexstring = await call('createrawtransaction', { inputs: [], outputs: [{ data: 'c0ffee' }] });
const { vout } = await call('decoderawtransaction', { hexstring });
console.log(hexstring, vout[0]?.scriptPubKey.asm);
await call('createrawtransaction', [[], [{ nowhere: 1 }]]).catch(({ message }) =>
  console.log(message),
);
