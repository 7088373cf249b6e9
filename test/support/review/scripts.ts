import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { type Bytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  multisigScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import type { TaprootSpendData, TaprootTree } from '../../../src/signing/provider.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { keyAt, ME, multi, type Place, place, THIEF, thief, tr, wpkh } from './accounts.ts';
import { at, type CoinSpec, coin, mine } from './coins.ts';
import { back, type OutputSpec, type PsbtSpec, pay } from './payments.ts';

/** Returns the BIP371 data of a taproot output. */
export function spendDataOf({
  script,
  knowledge,
}: Place): Required<Omit<TaprootSpendData, 'merkleRoot'>> {
  const found = knowledge.taproot.get(encodeHex(script.subarray(2)))?.spendData;
  if (found?.internalKey === undefined) throw new Error('no taproot output');
  return { ...found, internalKey: found.internalKey };
}

/** Makes a PSBT that spends one coin of our script, and changes its fields. */
export const spendWith = (
  text: string,
  change?: CoinSpec['change'],
  more: Partial<PsbtSpec> = {},
): PsbtSpec => ({
  coins: [coin(place(text, 0, 0), 1, change ? { change } : {})],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});
export const { internalKey: strangersKey = new Uint8Array(32) } = spendDataOf(
  place(tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h')), 0, 0),
);
export const keysOf = ({ knowledge }: Place) => [
  ...new Map([...knowledge.publicKeys.values()].map((key) => [encodeHex(key), key])).values(),
];
export const participantsOf = (at: Place) => {
  const [[aggregate, participants] = ['', []]] = [...at.knowledge.aggregates];
  const bytes = Uint8Array.from(aggregate.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { aggregate: bytes, participants };
};

/** 900,000 sat: 499,000 as change, 1,000 as fee, 400,000 to an output with these fields. */
export const payWithFields = (script: Bytes, fields: object = {}): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n)],
  outputs: [
    back(499_000n, wpkh, 4),
    { value: 400_000n, script, change: (output) => Object.assign(output, fields) },
  ],
});
export const payWsh = (witnessScript: Bytes) =>
  payWithFields(p2wshScript(sha256(witnessScript)), { witnessScript });
export const paySh = (redeemScript: Bytes) =>
  payWithFields(p2shScript(hash160(redeemScript)), { redeemScript });
export const thiefKey = (index: number): Bytes =>
  [...place(thief, 0, index).knowledge.publicKeys.values()].find(
    (each) => each.length === 33,
  ) as Bytes;
export const thiefXOnly = (index: number) => thiefKey(index).subarray(1);
export const checkSig = (xOnlyKey: Bytes) => buildScript(xOnlyKey, Op.CHECKSIG);
export const leaf = (script: Bytes, leafVersion = 0xc0, depth = 0) => ({
  depth,
  leafVersion,
  script,
});

export function taprootScript(internalKey: Bytes, leaves: TaprootTree): Bytes {
  const output = buildTaprootOutput(internalKey, leaves, secp256k1);
  if (output === undefined) throw new Error('no such tree');
  return p2trScript(output.outputKey);
}

export const payTaproot = (internalKey: Bytes, ...tapTree: TaprootTree) =>
  payWithFields(taprootScript(internalKey, tapTree), { tapInternalKey: internalKey, tapTree });
export const payWithScripts = (script: Bytes, redeemScript: Bytes, inner?: Bytes): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [
    {
      value: 60_000n,
      script,
      change: (output) =>
        Object.assign(output, { redeemScript, ...(inner && { witnessScript: inner }) }),
    },
    back(39_500n),
  ],
});

/** Spends a coin of another script, whose fields name our keys, and pays all to a thief. */
export const spends = (script: Bytes, at: Place, change?: CoinSpec['change']): PsbtSpec => ({
  coins: [coin({ script, knowledge: at.knowledge }, 40, { change: change ?? (() => undefined) })],
  outputs: [pay(99_800n, place(thief, 0, 0).script)],
});

/** A payment of 400,000 sat to a script, with these fields. */
export const payTo = (script: Uint8Array, change?: OutputSpec['change']): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n)],
  outputs: [{ value: 400_000n, script, ...(change && { change }) }, back(499_000n)],
});

/** A payment to P2WSH whose script the PSBT shows. */
export const shown = (witnessScript: Uint8Array): PsbtSpec =>
  payTo(p2wshScript(sha256(witnessScript)), (output) => Object.assign(output, { witnessScript }));

/** A payment to P2SH whose script the PSBT shows. */
export const redeemed = (redeemScript: Uint8Array): PsbtSpec =>
  payTo(p2shScript(hash160(redeemScript)), (output) => Object.assign(output, { redeemScript }));

/** A script that anyone can spend. */
export const OPENS = buildScript(Op.OP_1);
export const inWsh = (inner: Bytes) =>
  payWithScripts(p2wshScript(sha256(inner)), emptyBytes, inner);
export const inSh = (inner: Bytes) => payWithScripts(p2shScript(hash160(inner)), inner);

/** The key of a payee. */
export const [payeeKey = new Uint8Array(33)] = place(thief, 0, 3).knowledge.publicKeys.values();
export const payeeHash = sha256(payeeKey);

/** One key of two of three. */
const [multiKey] = keysOf(place(multi, 0, 5)) as [Bytes];
export const oneOfOne = multisigScript(1, [multiKey]);

/** P2WPKH of an invented key. */
export const lostKeyHash = p2wpkhScript(new Uint8Array(20).fill(9));
