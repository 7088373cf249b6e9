import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { isValidTopLevel } from '../../src/miniscript/sanity.ts';
import { toScript } from '../../src/miniscript/to-script.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { mutate } from '../support/generate/descriptors.ts';
import { randomKey } from '../support/generate/keys.ts';
import { keyBytes, randomTree } from '../support/generate/miniscript.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { randomSpendable } from '../support/generate/scripts.ts';
import { askBoth } from '../support/nodes/both.ts';

const seed = seedOfRun();

function randomScript(random: Random): Uint8Array {
  const context = random.pick(['p2wsh', 'tapscript'] as const);
  const tree = randomTree(random, context, 5 + random.int(40));
  const script = isValidTopLevel(tree)
    ? toScript(tree, keyBytes(context))
    : random.bytes(random.int(50));
  const spendable = randomSpendable(random);
  const chosen = random.pick([
    script,
    spendable.scriptPubKey,
    spendable.redeemScript ?? script,
    spendable.witnessScript ?? script,
    random.bytes(random.int(80)),
    Uint8Array.of(0x6a, random.int(76), ...random.bytes(random.int(40))),
    Uint8Array.of(0x50 + random.int(17), 2 + random.int(39), ...random.bytes(2 + random.int(39))),
  ]);
  if (!random.oneIn(6)) return chosen;
  const changed = chosen.slice();
  changed[random.int(changed.length)] = random.int(256);
  return changed;
}

test('decodescript', async () => {
  const random = createRandom(seed);
  for (let i = 0; i < casesOfRun(1500); i++) {
    const params = JSON.stringify([encodeHex(randomScript(random))]);
    const { ours, node } = await askBoth('decodescript', params);
    expect(ours, params).toEqual(node);
  }
});

function randomTransaction(random: Random): Transaction {
  const inputs = Array.from({ length: random.int(4) }, () => ({
    prevout: {
      txid: random.oneIn(8) ? '00'.repeat(32) : encodeHex(random.bytes(32)),
      vout: random.pick([0, 1, 0xffffffff]),
    },
    scriptSig: random.oneIn(2) ? new Uint8Array(0) : randomScript(random),
    sequence: random.pick([0, 0xfffffffd, 0xffffffff]),
    witness: Array.from({ length: random.int(4) }, () => random.bytes(random.int(80))),
  }));
  const outputs = Array.from({ length: random.int(4) }, () => ({
    value: BigInt(random.int(2 ** 31)) * BigInt(1 + random.int(1000)),
    scriptPubKey: randomScript(random),
  }));
  return {
    version: random.pick([1, 2, 0xffffffff]),
    inputs,
    outputs,
    locktime: random.int(2 ** 31),
  };
}

test('decoderawtransaction', async () => {
  const random = createRandom(seed + 1);
  for (let i = 0; i < casesOfRun(800); i++) {
    const witness = !random.oneIn(3);
    let hex = encodeHex(encodeTransaction(randomTransaction(random), { witness }));
    if (random.oneIn(8)) hex = mutate(random, hex);
    const params = JSON.stringify([hex, ...random.pick([[], [true], [false], [null]])]);
    const { ours, node } = await askBoth('decoderawtransaction', params);
    expect(ours, params).toEqual(node);
  }
});

test('validateaddress', async () => {
  const random = createRandom(seed + 2);
  for (let i = 0; i < casesOfRun(800); i++) {
    const hex = encodeHex(randomScript(random));
    const decoded = await askBoth('decodescript', JSON.stringify([hex]));
    const { address = hex } = (decoded.node.result ?? {}) as { address?: string };
    const text = random.oneIn(2) ? address : mutate(random, address);
    const params = JSON.stringify([random.oneIn(5) ? text.toUpperCase() : text]);
    const { ours, node } = await askBoth('validateaddress', params);
    // Only this node has the field.
    delete (node.result as { error_index?: number }).error_index;
    expect(ours, params).toEqual(node);
  }
});

test('createmultisig', async () => {
  const random = createRandom(seed + 3);
  for (let i = 0; i < casesOfRun(300); i++) {
    const good = random.pick([true, true, false]);
    const keys = Array.from({ length: random.int(random.oneIn(5) ? 23 : 6) }, () => {
      const text = encodeHex(randomKey(random, !random.oneIn(5)).publicKey);
      return good || !random.oneIn(5) ? text : mutate(random, text);
    });
    // The node checks the type before the keys, so only one of them may be wrong.
    const types = [[], ['legacy'], ['p2sh-segwit'], ['bech32']] as const;
    const type = random.pick<readonly string[]>(good ? [...types, ['bech32m'], ['x']] : types);
    const params = JSON.stringify([random.int(keys.length + 2), keys, ...type]);
    const { ours, node } = await askBoth('createmultisig', params);
    expect(ours, params).toEqual(node);
  }
});
