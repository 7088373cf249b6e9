import { hash256, sha256, taggedHash } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { createWriter, type Writer } from '../../src/encoding/writer.ts';
import type { TaprootSpend } from '../../src/script/checker.ts';
import { Op } from '../../src/script/opcodes.ts';
import { walkScript } from '../../src/script/script.ts';
import { encodeTransaction, writeOutPoint, writeTxOut } from '../../src/transaction/codec.ts';
import type { Coin, Transaction, TxIn, TxOut } from '../../src/transaction/transaction.ts';

/** Digests as the BIPs and the first implementation describe them, without any cache. */

function write(fill: (writer: Writer) => unknown): Bytes {
  const writer = createWriter();
  fill(writer);
  return writer.finish();
}

const tail = (type: number): Bytes => write((writer) => writer.i32(type));

/**
 * Returns a copy of the transaction with parts blanked, followed by the type. For scripts that can
 * be parsed.
 */
export function naiveLegacy(transaction: Transaction, input: number, script: Bytes, type: number) {
  const kind = type & 0x1f;
  const alone = (type & 0x80) !== 0;
  if (kind === 3 && input >= transaction.outputs.length) {
    return Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0));
  }
  const scriptSig = withoutCodeSeparators(script);
  const free = kind === 2 || kind === 3;
  const blank = (other: TxIn, i: number): TxIn =>
    i === input
      ? { ...other, scriptSig, witness: [] }
      : {
          ...other,
          scriptSig: new Uint8Array(0),
          sequence: free ? 0 : other.sequence,
          witness: [],
        };
  const inputs = transaction.inputs.map(blank).filter((_, i) => !alone || i === input);
  const nothing: TxOut = { value: -1n, scriptPubKey: new Uint8Array(0) };
  const outputs =
    kind === 2
      ? []
      : kind === 3
        ? transaction.outputs.slice(0, input + 1).map((out, i) => (i === input ? out : nothing))
        : transaction.outputs;
  const copy = encodeTransaction({ ...transaction, inputs, outputs }, { witness: false });
  return hash256(concatBytes(copy, tail(type)));
}

function withoutCodeSeparators(script: Bytes): Bytes {
  const operations = walkScript(script);
  if (operations === undefined) throw new Error('for scripts that can be walked');
  let at = 0;
  const kept: Bytes[] = [];
  for (const { opcode, data } of operations) {
    const head = opcode < Op.PUSHDATA1 || opcode > Op.PUSHDATA4 ? 1 : 1 + 2 ** (opcode - 0x4c);
    const end = at + head + data.length;
    if (opcode !== Op.CODESEPARATOR) kept.push(script.subarray(at, end));
    at = end;
  }
  return concatBytes(...kept);
}

/** BIP143. */
export function naiveSegwitV0(
  transaction: Transaction,
  coins: readonly Coin[],
  input: number,
  script: Bytes,
  type: number,
): Bytes {
  const { inputs, outputs, version, locktime } = transaction;
  const kind = type & 0x1f;
  const alone = (type & 0x80) !== 0;
  const zeros = new Uint8Array(32);
  const free = kind === 2 || kind === 3;
  const own = inputs[input];
  const output = outputs[input];
  if (own === undefined) throw new Error('no such input');
  return hash256(
    write((writer) => {
      writer.u32(version);
      writer.bytes(alone ? zeros : hash256(prevouts(transaction)));
      writer.bytes(alone || free ? zeros : hash256(sequences(transaction)));
      writeOutPoint(writer, own.prevout);
      writer
        .varBytes(script)
        .i64(coins[input]?.value ?? 0n)
        .u32(own.sequence);
      if (!free) writer.bytes(hash256(outputsOf(outputs)));
      else writer.bytes(kind === 3 && output ? hash256(outputsOf([output])) : zeros);
      writer.u32(locktime).i32(type);
    }),
  );
}

const prevouts = ({ inputs }: Transaction): Bytes =>
  write((writer) => inputs.map(({ prevout }) => writeOutPoint(writer, prevout)));
const sequences = ({ inputs }: Transaction): Bytes =>
  write((writer) => inputs.map(({ sequence }) => writer.u32(sequence)));
const outputsOf = (outputs: readonly TxOut[]): Bytes =>
  write((writer) => outputs.map((output) => writeTxOut(writer, output)));

const tapSighash = taggedHash('TapSighash');

/** BIP341 and BIP342. */
export function naiveTaproot(
  transaction: Transaction,
  coins: readonly Coin[],
  input: number,
  type: number,
  { annexHash, leafHash, codeSeparatorPosition }: TaprootSpend,
): Bytes | undefined {
  if (![0, 1, 2, 3, 0x81, 0x82, 0x83].includes(type)) return undefined;
  const { inputs, outputs, version, locktime } = transaction;
  const kind = type & 3;
  const alone = type >= 0x80;
  const [own, coin, output] = [inputs[input], coins[input], outputs[input]];
  if (own === undefined || coin === undefined) throw new Error('no such input');
  if (kind === 3 && output === undefined) return undefined;
  const message = write((writer) => {
    writer.u8(0).u8(type).u32(version).u32(locktime);
    if (!alone) {
      writer.bytes(sha256(prevouts(transaction)));
      writer.bytes(sha256(write((w) => coins.map(({ value: amount }) => w.i64(amount ?? 0n)))));
      writer.bytes(sha256(write((w) => coins.map((each) => w.varBytes(each.scriptPubKey)))));
      writer.bytes(sha256(sequences(transaction)));
    }
    if (kind < 2) writer.bytes(sha256(outputsOf(outputs)));
    writer.u8((leafHash ? 2 : 0) + (annexHash ? 1 : 0));
    if (alone) {
      writeOutPoint(writer, own.prevout);
      writer
        .i64(coin.value ?? 0n)
        .varBytes(coin.scriptPubKey)
        .u32(own.sequence);
    } else writer.u32(input);
    if (annexHash) writer.bytes(annexHash);
    if (kind === 3 && output) writer.bytes(sha256(outputsOf([output])));
    if (leafHash)
      writer
        .bytes(leafHash)
        .u8(0)
        .u32(codeSeparatorPosition ?? 0);
  });
  return tapSighash(message);
}
