import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { formatAmount } from '../../src/encoding/amount.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { combine, extract, formatPsbt, isColdsignError, type Psbt, sign } from '../../src/index.ts';
import { spentOutput } from '../../src/psbt/psbt-session.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { execute } from '../../src/public/rpc.ts';
import { decodeHex, encodeHex } from '../../src/public/transaction.ts';
import { pushBytes, walkScript } from '../../src/script/script.ts';
import { decodeTransaction, encodeTransaction } from '../../src/transaction/codec.ts';
import { keyAt, person } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { fundedBy } from './cases.ts';

// Some devices answer with the signed transaction instead of a PSBT. Every door that combines takes
// its signatures, and only valid ones for the transaction that was sent.

const me = person(1);
const other = person(2);
const PATH = '48h/1h/0h/2h';
const mine = keyAt(me, PATH, true);
const descriptors = {
  pkh: `pkh(${mine})`,
  'sh(wpkh)': `sh(wpkh(${mine}))`,
  wpkh: `wpkh(${mine})`,
  tr: `tr(${mine})`,
  'sh(multi)': `sh(multi(1,${mine},${keyAt(other, PATH)}))`,
  'wsh(multi)': `wsh(multi(1,${mine},${keyAt(other, PATH)}))`,
  'tr with a leaf': `tr(${keyAt(other, PATH)},pk(${mine}))`,
};

/** Signs with @scure/btc-signer, and returns its transaction. */
function deviceSigns(psbt: Psbt): string {
  const theirs = Transaction.fromPSBT(formatPsbt(psbt, 'bytes', { version: 0 }));
  for (const [i, { keyPaths, tapKeyPaths }] of psbt.inputs.entries()) {
    const origins = [...keyPaths, ...tapKeyPaths].map(({ origin }) => origin);
    const own = origins.find(({ fingerprint }) => encodeHex(fingerprint) === me.fingerprint);
    let key = me.root;
    for (const step of own?.path ?? []) key = key.deriveChild(step);
    theirs.signIdx(key.privateKey ?? new Uint8Array(), i, [1, 2, 0]);
  }
  theirs.finalize();
  return encodeHex(theirs.extract());
}

const folder = commandFolder();
const bytesOf = (hex: string) => decodeHex(hex) ?? new Uint8Array();
let count = 0;

/** Returns the transaction in hex, or what a door says. */
const doors: Readonly<Record<string, (psbt: Psbt, answer: string) => Promise<string>>> = {
  async library(psbt, answer) {
    try {
      return extract(combine(psbt, answer)).hex;
    } catch (error) {
      if (!isColdsignError(error)) throw error;
      return error.message;
    }
  },
  async 'library, a device'(psbt, answer) {
    try {
      const device = { psbtVersion: 0, signPsbt: () => bytesOf(answer) } as const;
      return extract((await sign(psbt, { device })).psbt).hex;
    } catch (error) {
      if (!isColdsignError(error)) throw error;
      return error.message;
    }
  },
  async command(psbt, answer) {
    count++;
    const sent = folder.write(`sent-${count}.psbt`, formatPsbt(psbt));
    const came = folder.write(`came-${count}.txn`, answer);
    // In either order.
    const words = count % 2 === 0 ? [sent, came] : [came, sent];
    const { err } = await folder.call(['combine', ...words]);
    return err.startsWith('error')
      ? err
      : readFileSync(join(folder.folder, `sent-${count}.txn`), 'utf8').trim();
  },
  async page(psbt, answer) {
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    engine.takeBytes(formatPsbt(psbt, 'bytes'));
    engine.keepSubject();
    engine.takeBytes(bytesOf(answer));
    try {
      engine.combine();
      const view = await engine.finish();
      return encodeHex(view.bytes);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};

describe.each(Object.entries(doors))('the door %s', (_, add) => {
  test.each(Object.entries(descriptors))(
    'takes the signatures of a transaction from %s',
    async (_kind, descriptor) => {
      const psbt = fundedBy(descriptor);
      const signed = deviceSigns(psbt);
      expect(await add(psbt, signed)).toBe(signed);
    },
  );

  test('refuses a transaction with another amount', async () => {
    const psbt = fundedBy(descriptors.wpkh);
    const [first, ...rest] = psbt.outputs;
    if (first === undefined) throw new Error('no output');
    const changed = { ...psbt, outputs: [{ ...first, value: first.value - 1n }, ...rest] };
    expect(await add(psbt, deviceSigns(changed))).toMatch(/it is for another transaction/);
  });

  test('refuses a transaction with another sequence', async () => {
    const psbt = fundedBy(descriptors.wpkh);
    const [first, ...rest] = psbt.inputs;
    if (first === undefined) throw new Error('no input');
    const changed = { ...psbt, inputs: [{ ...first, sequence: 7 }, ...rest] };
    expect(await add(psbt, deviceSigns(changed))).toMatch(/it is for another transaction/);
  });

  test.each(['pkh', 'wpkh', 'tr', 'sh(multi)', 'wsh(multi)'] as const)(
    'refuses a transaction from %s with a changed signature',
    async (kind) => {
      const psbt = fundedBy(descriptors[kind]);
      const signed = bytesOf(deviceSigns(psbt));
      // Within the last signature, before what follows it.
      const transaction = Transaction.fromRaw(signed, { allowUnknownOutputs: true });
      const { finalScriptSig = new Uint8Array(), finalScriptWitness = [] } =
        transaction.getInput(0);
      const [signature = finalScriptSig] = finalScriptWitness.filter(({ length }) => length > 60);
      const at = encodeHex(signed).indexOf(encodeHex(signature)) / 2 + 30;
      const changed = signed.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(await add(psbt, encodeHex(changed))).toMatch(/does not hold|final scripts/);
    },
  );

  test('refuses a transaction that is signed by another type', async () => {
    const psbt = fundedBy(descriptors.wpkh);
    const none = { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, sighashType: 2 })) };
    expect(await add(psbt, deviceSigns(none))).toMatch(/of another type than was asked for/);
  });
});

const shared = {
  'sh(multi)': 'sh(multi(2,KEYS))',
  'wsh(multi)': 'wsh(multi(2,KEYS))',
  'sh(wsh(multi))': 'sh(wsh(multi(2,KEYS)))',
};

describe.each(Object.entries(shared))(
  'a transaction from %s that one of two has signed',
  (_, text) => {
    const keysOf = (secret: typeof me) =>
      text.replace('KEYS', [me, other].map((who) => keyAt(who, PATH, who === secret)).join());
    const psbt = fundedBy(keysOf(me));

    /** Returns the answer of Core's method, which has the signatures of one person. */
    async function signedBy(who: typeof me): Promise<string> {
      const keys = psbt.inputs.map(({ keyPaths }) => wifOf(who, keyPaths));
      const coins = psbt.inputs.map((input) => {
        const { value = 0n, scriptPubKey = new Uint8Array() } = spentOutput(input) ?? {};
        return {
          ...input.prevout,
          scriptPubKey: encodeHex(scriptPubKey),
          amount: formatAmount(value),
          ...(input.redeemScript?.length && { redeemScript: encodeHex(input.redeemScript) }),
          ...(input.witnessScript?.length && { witnessScript: encodeHex(input.witnessScript) }),
        };
      });
      const unsigned = unsignedTransaction(psbt);
      if (unsigned === undefined) throw new Error('no transaction');
      const raw = encodeHex(encodeTransaction(unsigned, { witness: true }));
      const options = { network: 'regtest' } as const;
      const { hex, complete } = await execute(
        'signrawtransactionwithkey',
        [raw, keys, coins],
        options,
      );
      expect(complete).toBe(false);
      return hex;
    }

    test('is added to that of the other', async () => {
      const answers = [await signedBy(me), await signedBy(other)];
      const done = extract(combine(psbt, ...answers));
      const { psbt: half } = await sign(psbt, { keys: keysOf(me) });
      const { psbt: whole } = await sign(half, { keys: keysOf(other) });
      expect(done.hex).toBe(extract(whole).hex);
    });

    test('is refused if it has a signature twice', async () => {
      const answer = decodeTransaction(bytesOf(await signedBy(me)), { witness: true });
      if (answer === undefined) throw new Error('no transaction');
      const twice = (items: readonly Uint8Array[]) =>
        items.flatMap((item) => (item[0] === 0x30 ? [item, item] : [item]));
      const inputs = answer.inputs.map((input) => {
        const pushes = (walkScript(input.scriptSig) ?? []).map(({ data }) => data);
        const isBare = input.witness.length === 0;
        const scriptSig = isBare ? concatBytes(...twice(pushes).map(pushBytes)) : input.scriptSig;
        return { ...input, scriptSig, witness: twice(input.witness) };
      });
      const changed = encodeTransaction({ ...answer, inputs }, { witness: true });
      expect(() => combine(psbt, changed)).toThrow(/does not hold/);
    });

    test('is refused if its signature was changed', async () => {
      const answer = await signedBy(me);
      const at = answer.indexOf('3044') + 40;
      const changed = answer.slice(0, at) + (answer[at] === '0' ? '1' : '0') + answer.slice(at + 1);
      expect(() => combine(psbt, changed)).toThrow(/does not hold/);
    });
  },
);

/** Returns the private key of one person for an input. */
function wifOf(who: typeof me, keyPaths: Psbt['inputs'][number]['keyPaths']): string {
  const own = keyPaths.find(({ origin }) => encodeHex(origin.fingerprint) === who.fingerprint);
  let key = who.root;
  for (const step of own?.origin.path ?? []) key = key.deriveChild(step);
  const bytes = Uint8Array.of(0xef, ...(key.privateKey ?? []), 1);
  return createBase58check(sha256).encode(bytes);
}
