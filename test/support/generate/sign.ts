import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';
import { randomKey } from './keys.ts';
import type { Random } from './random.ts';
import { randomSpendable, type Spendable } from './scripts.ts';

/** A transaction to sign, in one call or by several signers in turn. */
export type Signing = {
  readonly hex: string;
  readonly kinds: readonly string[];
  /** Texts of the arguments after `hexstring`, one list per signer. */
  readonly signers: readonly string[];
};

const sighashTypes = ['"DEFAULT"', '"ALL"', '"NONE"', '"SINGLE"'] as const;
const anyoneCanPay = [
  '"ALL|ANYONECANPAY"',
  '"NONE|ANYONECANPAY"',
  '"SINGLE|ANYONECANPAY"',
] as const;

type Input = Spendable & { readonly txid: string; readonly vout: number; readonly amount: string };

function randomSighash(random: Random): string {
  if (random.oneIn(2)) return 'null';
  if (random.oneIn(40)) return random.pick(['"all"', '""', '"DEFAULT|ANYONECANPAY"', '7']);
  return random.pick([...sighashTypes, ...anyoneCanPay]);
}

function prevtx(random: Random, input: Input): string {
  const text = (bytes: Uint8Array) => JSON.stringify(bytesToHex(bytes));
  const { redeemScript, witnessScript } = input;
  const fault = random.oneIn(25) ? random.int(6) : undefined;
  const members = [
    `"txid":"${fault === 0 ? input.txid.slice(2) : input.txid}"`,
    `"vout":${fault === 1 ? -1 : input.vout}`,
    `"scriptPubKey":${fault === 2 ? '"zz"' : text(input.scriptPubKey)}`,
  ];
  if (fault !== 3) members.push(`"amount":${input.amount}`);
  if (redeemScript !== undefined && fault !== 4) {
    members.push(`"redeemScript":${text(redeemScript)}`);
  }
  if (witnessScript !== undefined && fault !== 4) {
    const other = fault === 5 ? random.bytes(30) : witnessScript;
    members.push(`"witnessScript":${text(other)}`);
  }
  return `{${random.shuffle(members).join()}}`;
}

function transactionHex(random: Random, inputs: readonly Input[]): string {
  const transaction = new Transaction();
  transaction.version = random.pick([1, 2, 2, 2, 3]);
  transaction.locktime = random.pick([0, 0, 101, 500_000_000, 1_600_000_000]);
  for (const { txid, vout } of inputs) {
    const sequence = random.pick([0xfffffffd, 0xffffffff, 0xfffffffe, 0, 20, 144, 0x400002]);
    transaction.addInput(Uint8Array.from(Buffer.from(txid, 'hex')).reverse(), vout, sequence);
  }
  const outputs = inputs.length === 0 ? 0 : 1 + random.int(inputs.length + 1);
  for (let i = 0; i < outputs; i++) {
    const { scriptPubKey } = randomSpendable(random);
    transaction.addOutput(scriptPubKey, BigInt(random.int(1e9)));
  }
  const hex = transaction.toHex();
  return random.oneIn(60) ? random.pick([hex.slice(0, -2), `${hex}00`, hex.slice(1), '']) : hex;
}

/**
 * Distributes keys of the inputs over the signers: some are missing, some belong to other inputs.
 */
function keyTexts(random: Random, inputs: readonly Input[], signers: number): string[] {
  const hands: string[][] = Array.from({ length: signers }, () => []);
  for (const { keys } of inputs) {
    for (const { wif } of keys) {
      if (!random.oneIn(6)) hands[random.int(signers)]?.push(JSON.stringify(wif));
    }
  }
  if (random.oneIn(5)) hands[0]?.push(JSON.stringify(randomKey(random).wif));
  if (random.oneIn(60)) hands[0]?.push(random.pick(['""', '"x"', '7', 'null']));
  return hands.map((hand) => `[${random.shuffle(hand).join()}]`);
}

/** Makes a random signing with every script type: mostly valid, some with a fault in one place. */
export function randomSigning(random: Random): Signing {
  const inputs = Array.from({ length: 1 + random.int(4) }, () => ({
    ...randomSpendable(random),
    txid: bytesToHex(random.bytes(32)),
    vout: random.int(4),
    amount: `${random.int(20)}.${String(random.int(1e8)).padStart(8, '0')}`,
  }));
  const listed = inputs.filter(() => !random.oneIn(25));
  const prevtxs = `[${listed.map((input) => prevtx(random, input)).join()}]`;
  const signers = random.pick([1, 1, 2, 3]);
  const keys = keyTexts(random, inputs, signers);
  return {
    hex: transactionHex(random, inputs),
    kinds: inputs.map(({ kind }) => kind),
    signers: keys.map((hand) => `${hand},${prevtxs},${randomSighash(random)}`),
  };
}
