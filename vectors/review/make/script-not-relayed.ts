import { multisigScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { multi, place, wpkh } from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, type Row, rows } from '../../../test/support/review/rows.ts';
import { payeeHash, payeeKey, redeemed, shown } from '../../../test/support/review/scripts.ts';

const keys = [...place(multi, 0, 3).knowledge.publicKeys.values()].filter(
  ({ length }) => length === 33,
);
const uncompressed = (prefix: number) =>
  Uint8Array.of(prefix, ...payeeKey.subarray(1), ...payeeHash);
const long = uncompressed(4);
const many = (count: number) =>
  buildScript(
    ...Array.from({ length: count }, () => [payeeKey, Op.CHECKSIGVERIFY]).flat(),
    Op.OP_1,
  );

/** A redeem script that asks for signatures of one key, as Electrum's of many accounts would. */
const shortest = (count: number) =>
  buildScript(
    payeeKey,
    ...Array.from({ length: count }, () => [Op.OP_2DUP, Op.CHECKSIGVERIFY]).flat(),
    Op.OP_1,
  );
const spending = (text: string): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs: [pay(400_000n, friend), back(499_000n)],
});

export const cases: readonly Case[] = rows(
  [
    // Scripts that take no key or that nodes do not relay.
    ['a payee with an uncompressed key in a witness script', shown(buildScript(long, Op.CHECKSIG))],
    ...[6, 7].map(
      (prefix): Row => [
        `a payee with a hybrid key in a witness script, whose first byte is ${prefix}`,
        shown(buildScript(uncompressed(prefix), Op.CHECKSIG)),
      ],
    ),
    ['a witness script of 3,639 bytes', shown(many(104))],
    ['a redeem script with 16 signatures', redeemed(shortest(16))],
  ],
  [
    ['a payee with a compressed key', shown(buildScript(payeeKey, Op.CHECKSIG))],
    ['a witness script of 3,501 bytes', shown(many(100))],
    ['a multisig of three compressed keys', shown(multisigScript(2, keys))],
    ['an uncompressed key in a redeem script', redeemed(buildScript(long, Op.CHECKSIG))],
    ['a coin of a multisig wallet', spending(multi), { descriptors: [multi, wpkh] }],
  ],
);
