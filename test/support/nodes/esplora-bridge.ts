import type { Transaction } from 'bitcoinjs-lib';
import type { IndexedChain, IndexedTransaction } from '../chains/indexed-chain.ts';

export type EsploraAnswer = { readonly status: number; readonly body: string };

/** The data that the bridge serves. */
export type EsploraBacking = {
  chain(): IndexedChain | Promise<IndexedChain>;
  feeRates?(): Promise<{ readonly [blocks: number]: number }>;
  broadcast?(hex: string): Promise<string>;
};

const PAGE = 25;
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const displayed = (hash: Uint8Array) => Buffer.from(hash).reverse().toString('hex');

/** Answers like Blockstream's electrs (src/rest.rs), for an indexed chain. */
export function createEsploraBridge(backing: EsploraBacking) {
  return async (method: string, path: string, body = ''): Promise<EsploraAnswer> => {
    const chain = await backing.chain();
    const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
    const text = (value: string) => ({ status: 200, body: value });
    const missing = (what: string) => ({ status: 404, body: `${what} not found` });
    const [, first, second = '', third, fourth, fifth] = path.split('/');
    const tip = chain.hashes.length - 1;
    switch (`${method} ${first}`) {
      case 'GET blocks': {
        if (second === 'tip') return text(third === 'hash' ? (chain.hashes[tip] ?? '') : `${tip}`);
        const from = second === '' ? tip : Number(second);
        const heights = Array.from({ length: 10 }, (_, i) => from - i).filter((each) => each >= 0);
        if (from > tip) return missing('Block');
        return json(heights.map((height) => blockJson(chain, height)));
      }
      case 'GET block-height': {
        const hash = chain.hashes[Number(second)];
        return hash === undefined ? missing('Block') : text(hash);
      }
      case 'GET block': {
        const height = chain.hashes.indexOf(second);
        if (height < 0) return missing('Block');
        return third === 'header'
          ? text(chain.headers[height] ?? '')
          : json(blockJson(chain, height));
      }
      case 'GET scripthash': {
        const history = chain.history(second);
        const waiting = history.filter(({ height }) => height === undefined).slice(0, 50);
        const confirmed = history.filter(({ height }) => height !== undefined).reverse();
        const start = confirmed.findIndex(({ txid }) => txid === fifth) + 1;
        const page = confirmed.slice(start, start + PAGE);
        const found = fourth === 'chain' ? page : [...waiting, ...confirmed.slice(0, PAGE)];
        return json(found.map((each) => transactionJson(chain, each)));
      }
      case 'GET tx': {
        const known = chain.transactions.get(second);
        if (known === undefined) return missing('Transaction');
        if (third === 'hex') return text(known.hex);
        if (third !== 'merkle-proof') return json(transactionJson(chain, known));
        const proof = chain.merkle(second);
        return proof === undefined ? missing('Transaction') : json(proof);
      }
      case 'POST tx':
        try {
          return text((await backing.broadcast?.(body)) ?? '');
        } catch (error) {
          // Like electrs, pass on the node's message.
          return { status: 400, body: `sendrawtransaction RPC error: ${String(error)}` };
        }
      case 'GET fee-estimates':
        return json((await backing.feeRates?.()) ?? {});
      default:
        return { status: 404, body: `endpoint does not exist ${path}` };
    }
  };
}

function blockJson({ blocks, hashes }: IndexedChain, height: number) {
  const block = blocks[height];
  if (block === undefined) return {};
  return {
    id: hashes[height],
    height,
    version: block.version,
    timestamp: block.timestamp,
    tx_count: block.transactions?.length,
    size: block.byteLength(false),
    weight: block.weight(),
    merkle_root: displayed(block.merkleRoot ?? new Uint8Array()),
    previousblockhash: height === 0 ? null : displayed(block.prevHash ?? new Uint8Array()),
    mediantime: block.timestamp,
    nonce: block.nonce,
    bits: block.bits,
    difficulty: 0,
  };
}

function transactionJson(chain: IndexedChain, { parsed, txid, height, fee }: IndexedTransaction) {
  const status =
    height === undefined
      ? { confirmed: false }
      : {
          confirmed: true,
          block_height: height,
          block_hash: chain.hashes[height],
          block_time: chain.blocks[height]?.timestamp,
        };
  return {
    txid,
    version: parsed.version,
    locktime: parsed.locktime,
    vin: parsed.ins.map((input) => inputJson(chain, parsed, input)),
    vout: parsed.outs.map(outputJson),
    size: parsed.byteLength(),
    weight: parsed.weight(),
    fee,
    status,
  };
}

function inputJson(
  chain: IndexedChain,
  parsed: Transaction,
  { hash, index, script, sequence, witness }: Transaction['ins'][number],
) {
  const txid = displayed(hash);
  const made = chain.transactions.get(txid)?.parsed.outs[index];
  return {
    txid,
    vout: index,
    prevout: made === undefined ? null : outputJson(made),
    scriptsig: hexOf(script),
    scriptsig_asm: '',
    ...(witness.length > 0 && { witness: witness.map(hexOf) }),
    is_coinbase: parsed.isCoinbase(),
    sequence,
  };
}

function outputJson({ script, value }: Transaction['outs'][number]) {
  return { scriptpubkey: hexOf(script), scriptpubkey_asm: '', value: Number(value) };
}
