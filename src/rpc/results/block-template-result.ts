import {
  type ConsensusParams,
  MAX_BLOCK_SERIALIZED_SIZE,
  MAX_BLOCK_SIGOPS_COST,
  MAX_BLOCK_WEIGHT,
} from '../../chain/consensus.ts';
import { decodeCompact, formatTarget } from '../../chain/pow.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import type { PricedEntry } from '../../mining/block-assembler.ts';
import { minimumTime } from '../../mining/facts.ts';
import type { BlockTemplate } from '../../mining/template.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Txid } from '../../transaction/transaction.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';
import { dictionary, hex, list, none, num, record, rows, str, time } from '../fields.ts';

const words = (name: string, help: string) => list(name, help, [str()]);

const transactionFields = [
  hex('data', 'The transaction'),
  hex('txid', 'The txid of the transaction'),
  hex('hash', 'The wtxid of the transaction'),
  list('depends', 'The transactions that must precede it, by their number in the list, from 1', [
    num(),
  ]),
  num('fee', 'The fee in satoshi'),
  num('sigops', 'The cost in signature operations'),
  num('weight', 'The weight'),
] as const;

/** The result of getblocktemplate: `shapeBlockTemplate`, or the verdict on a proposal. */
export const blockTemplateResult = [
  none('', '', { when: 'a proposal could follow the tip' }),
  str('', 'The reason for a rejection (BIP 22)', { when: 'a proposal could not' }),
  record(
    [
      words('capabilities', 'The capabilities of the server'),
      num('version', "The block's version"),
      words('rules', 'The active soft forks; "!" in front means that a miner must support it'),
      dictionary('vbavailable', 'The soft forks that can be signalled for', [
        num('rulename', 'The bit of the version'),
      ]),
      num('vbrequired', 'The bits of the version that must be set'),
      hex('previousblockhash', 'The hash of the tip'),
      rows(
        'transactions',
        'The transactions after the coinbase, in their order',
        transactionFields,
      ),
      dictionary('coinbaseaux', "The data that the coinbase's scriptSig should include", [
        hex('key'),
      ]),
      num('coinbasevalue', 'The maximum amount of the coinbase including fees, in satoshi'),
      str('longpollid', 'The id for long polling, which waits for a better template'),
      hex('target', 'The maximum hash of the block'),
      time('mintime', 'The minimum time of the block header'),
      words('mutable', 'The parts that a miner may change'),
      hex('noncerange', 'The first and the last nonce'),
      num('sigoplimit', 'The maximum cost in signature operations'),
      num('sizelimit', 'The maximum size in bytes'),
      num.optional('weightlimit', 'The maximum weight'),
      time('curtime', 'The time for the block header'),
      hex('bits', 'The compact target'),
      num('height', "The block's height"),
      hex.optional('signet_challenge', 'The script that the block must satisfy on signet'),
      hex.optional(
        'default_witness_commitment',
        "The script of the coinbase's output that commits to the witnesses",
      ),
    ],
    { when: 'otherwise' },
  ),
] as const;

/** Fields that differ between two calls that share a template. */
export type Handout = {
  readonly time: number;
  readonly bits: number;
  readonly version: number;
  readonly rules: readonly string[];
  readonly vbavailable: Json;
};

/** Prints the result of getblocktemplate, members in Core's order (rpc/mining.cpp). */
export function shapeBlockTemplate(
  template: BlockTemplate,
  { time, bits, version, rules, vbavailable }: Handout,
  params: ConsensusParams,
): Json {
  const { facts, height, segwit } = template;
  const scale = segwit ? 1 : WITNESS_SCALE_FACTOR;
  return jsonObject({
    capabilities: ['proposal'],
    version: jsonNumber(version),
    rules,
    vbavailable,
    vbrequired: jsonNumber(0),
    previousblockhash: facts.tip.hash,
    transactions: shapeTransactions(template),
    coinbaseaux: jsonObject({}),
    coinbasevalue: jsonNumber(template.coinbaseValue),
    longpollid: `${facts.tip.hash}${template.updates}`,
    target: formatTarget(decodeCompact(bits).target),
    mintime: jsonNumber(minimumTime(facts.tip, params)),
    mutable: ['time', 'transactions', 'prevblock'],
    noncerange: '00000000ffffffff',
    sigoplimit: jsonNumber(MAX_BLOCK_SIGOPS_COST / scale),
    sizelimit: jsonNumber(MAX_BLOCK_SERIALIZED_SIZE / scale),
    weightlimit: segwit ? jsonNumber(MAX_BLOCK_WEIGHT) : undefined,
    curtime: jsonNumber(time),
    bits: bits.toString(16).padStart(8, '0'),
    height: jsonNumber(height),
    signet_challenge:
      params.signetChallenge === undefined ? undefined : encodeHex(params.signetChallenge),
    default_witness_commitment: encodeHex(template.commitmentScript),
  });
}

/**
 * Shaped transactions by template. Callers share templates, and transactions are most of the text.
 */
const shaped = new WeakMap<BlockTemplate, readonly Json[]>();

function shapeTransactions(template: BlockTemplate): readonly Json[] {
  const known = shaped.get(template);
  if (known !== undefined) return known;
  const index = new Map<Txid, number>();
  const list = template.entries.map((entry, at) => {
    // Counted from 1, because the coinbase is 0.
    index.set(entry.txid, at + 1);
    return shapeEntry(entry, index, template.segwit ? 1 : WITNESS_SCALE_FACTOR);
  });
  shaped.set(template, list);
  return list;
}

function shapeEntry(
  { transaction, txid, wtxid, fee, sigopCost, weight }: PricedEntry,
  index: ReadonlyMap<Txid, number>,
  sigopScale: number,
): Json {
  const depends = transaction.inputs.flatMap(({ prevout }) => index.get(prevout.txid) ?? []);
  return jsonObject({
    data: encodeHex(encodeTransaction(transaction)),
    txid,
    hash: wtxid,
    depends: depends.map(jsonNumber),
    fee: jsonNumber(fee),
    sigops: jsonNumber(Math.floor(sigopCost / sigopScale)),
    weight: jsonNumber(weight),
  });
}
