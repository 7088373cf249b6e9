import { networks } from '../../src/encoding/network.ts';
import { openAccount } from '../../src/library/payment/account.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';
import { bytesOf } from '../support/chains/world.ts';
import { createElectrumPeer } from '../support/nodes/electrum-bridge.ts';
import { createEsploraBridge } from '../support/nodes/esplora-bridge.ts';

/**
 * Loaded before a program of docs/sources.md. It makes `fetch` and `WebSocket` reach servers of a
 * chain that paid the page's account at position 3, and at position 0 of its change.
 */
const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
const scriptOf = (address: string): Uint8Array => {
  const script = decodeAddress(address, networks.regtest);
  if (script instanceof Uint8Array) return script;
  throw new Error(script.error);
};
const paid = payment([
  [scriptOf(account.address(3)), 90_000n],
  [scriptOf(account.changeAddress(0)), 40_000n],
]);
const chain = mineChain([[], [paid], []]);
const idOf = (hex: string) => {
  const transaction = decodeTransaction(bytesOf(hex), { witness: true });
  if (transaction === undefined) throw new Error('no transaction');
  return transactionId(transaction);
};
const backing = { chain: () => chain, broadcast: async (hex: string) => idOf(hex) };
const esplora = createEsploraBridge({ ...backing, feeRates: async () => ({ 6: 2.5 }) });

/** Answers the page's three questions like the backend of an app. */
function askBackend(path: string): unknown {
  const height = chain.hashes.length - 1;
  if (path === '/tip') return { height, hash: chain.hashes[height] };
  if (path === '/fees') return { 1: 12.5, 6: 3 };
  if (path.startsWith('/transactions?of=')) {
    return [...chain.transactions.values()].map((each) => ({ hex: each.hex, height: each.height }));
  }
  throw new Error(path);
}

async function answer(address: string, { method = 'GET', body = '' } = {}) {
  const { host, pathname, search } = new URL(address);
  if (host === 'esplora.example') {
    const said = await esplora(method, pathname.replace('/api', ''), body);
    return new Response(said.body, { status: said.status });
  }
  return Response.json(askBackend(pathname + search));
}

class ElectrumSocket {
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  readonly #peer = createElectrumPeer(backing, (data) => this.onmessage?.({ data }));

  constructor() {
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    void this.#peer.onMessage(text);
  }

  close(): void {}
}

Object.assign(globalThis, { fetch: answer, WebSocket: ElectrumSocket });
