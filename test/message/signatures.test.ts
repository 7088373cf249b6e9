import { describe, expect, test } from 'vitest';
import { expand, expandPrivate } from '../../src/descriptor/expand.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../src/descriptor/private-keys.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { networks } from '../../src/encoding/network.ts';
import type { MessageJob } from '../../src/message/sign.ts';
import {
  readSignature,
  writePsbtText,
  writeTransactionText,
} from '../../src/message/signature-text.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import {
  signScriptMessage as signMessage,
  judgeScriptMessage as verifyMessage,
} from '../../src/public/message.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { curve } from '../support/signing.ts';

const KEY = 'cUeKHd5orzT3mz8P9pxyREHfsWtVfgsfDjiZZBcjUBAaGk1BTj7N';
const OTHER = '03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd';
/** The script of private key 1. */
const SECOND = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const network = networks.regtest;

/** The script of a descriptor and its data. */
function holderOf(text: string) {
  const parsed = parseDescriptor(text, { network, secp256k1: curve });
  if ('error' in parsed) throw new Error(parsed.error);
  const [descriptor] = parsed.descriptors;
  if (descriptor === undefined) throw new Error('no descriptor');
  const source = { secp256k1: curve, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
  const expansion = expand(descriptor, 0, source);
  const [script] = expansion?.scripts ?? [];
  if (expansion === undefined || script === undefined) throw new Error('no script');
  const known = createFlatSigningProvider();
  mergeFlatSigningProvider(known, expansion.flatProvider);
  expandPrivate(descriptor, 0, source, known);
  return { script, provider: toSigningProvider(known) };
}

const message = 'I am who you think';
function signWith(text: string, more: Partial<MessageJob> = {}) {
  const { script, provider } = holderOf(text);
  const signature = signMessage({
    message,
    scriptPubKey: script,
    provider,
    secp256k1: curve,
    ...more,
  });
  return { script, signature };
}
function verdictOf(script: Uint8Array, signature: unknown, text = message) {
  return verifyMessage(
    { scriptPubKey: script, message: text, signature: String(signature) },
    curve,
  );
}

describe('a message is signed by the script of', () => {
  test.each([
    ['pkh', `pkh(${KEY})`, /^ful/],
    ['sh(wpkh)', `sh(wpkh(${KEY}))`, /^ful/],
    ['wpkh', `wpkh(${KEY})`, /^smp/],
    ['wsh(multi)', `wsh(multi(1,${KEY},${OTHER}))`, /^smp/],
    ['sh(wsh(multi))', `sh(wsh(multi(1,${KEY},${OTHER})))`, /^ful/],
    ['wsh(multi) of two', `wsh(multi(2,${KEY},${SECOND}))`, /^smp/],
    ['wsh, by miniscript', `wsh(or_d(pk(${KEY}),and_v(v:pkh(${OTHER}),older(10))))`, /^smp/],
    ['sh(wsh), by miniscript', `sh(wsh(andor(pk(${OTHER}),older(10),pk(${KEY}))))`, /^ful/],
    ['tr, by miniscript', `tr(${OTHER.slice(2)},or_d(pk(${KEY}),pkh(${OTHER.slice(2)})))`, /^smp/],
    ['tr, by its key', `tr(${KEY})`, /^smp/],
    ['tr, by a script', `tr(${OTHER.slice(2)},pk(${KEY}))`, /^smp/],
    ['tr, by multi_a', `tr(${OTHER.slice(2)},multi_a(1,${KEY},${OTHER.slice(2)}))`, /^smp/],
  ])('%s', (_name, text, form) => {
    const { script, signature } = signWith(text);
    expect(signature).toMatch(form);
    expect(verdictOf(script, signature)).toMatchObject({ state: 'valid', locktime: 0, coins: [] });
    expect(verdictOf(script, signature, `${message}!`).state).toBe('invalid');
    expect(verdictOf(holderOf(`wpkh(${OTHER})`).script, signature).state).toBe('invalid');
  });

  test.each([
    ['after in wsh', `wsh(and_v(v:pk(${KEY}),after(700000)))`, { locktime: 700000 }],
    ['older in wsh', `wsh(and_v(v:pk(${KEY}),older(144)))`, { sequence: 144 }],
    [
      'after in tr',
      `tr(${OTHER.slice(2)},and_v(v:pk(${KEY}),after(1700000000)))`,
      { locktime: 1700000000 },
    ],
    [
      'older in tr',
      `tr(${OTHER.slice(2)},and_v(v:pk(${KEY}),older(4194305)))`,
      { sequence: 4194305 },
    ],
  ])('%s, from when on the verdict says', (_name, text, locks) => {
    const { script, signature } = signWith(text, locks);
    expect(signature).toMatch(/^ful/);
    expect(verdictOf(script, signature)).toMatchObject({ state: 'valid', ...locks });
    expect(signWith(text).signature).toMatchObject({ error: 'NOT_SIGNED' });
    expect(signWith(text, { ...locks, format: 'simple' }).signature).toEqual({ error: 'FORMAT' });
  });
});

test('lists missing keys', () => {
  const { signature } = signWith(`wsh(multi(2,${KEY},${OTHER}))`);
  expect(signature).toMatchObject({ error: 'NOT_SIGNED', inputs: [{ index: 0 }] });
  if (typeof signature === 'string' || signature.error !== 'NOT_SIGNED') throw new Error('signed');
  expect(
    signature.inputs[0]?.missing.signatures.map((key) => Buffer.from(key).toString('hex')),
  ).toEqual([OTHER]);
});

describe('a thief changes', () => {
  const { script, signature } = signWith(`wpkh(${KEY})`, { format: 'full' });
  const read = readSignature(String(signature), curve);
  if (read?.format !== 'full') throw new Error('not full');
  const changed = (change: Partial<Transaction>) =>
    verdictOf(script, writeTransactionText({ ...read.transaction, ...change }));
  const [input] = read.transaction.inputs;
  const [output] = read.transaction.outputs;
  if (input === undefined || output === undefined) throw new Error('empty');

  test('an unchanged signature is valid', () => {
    expect(changed({}).state).toBe('valid');
  });

  test.each([
    ['a lock into it', { locktime: 5 }, 'SCRIPT'],
    ['the version', { version: 2 }, 'SCRIPT'],
    ['the age', { inputs: [{ ...input, sequence: 1 }] }, 'SCRIPT'],
    ['the amount of the output', { outputs: [{ ...output, value: 1n }] }, 'OTHER_MESSAGE'],
    [
      'the script of the output',
      { outputs: [{ ...output, scriptPubKey: p2wpkhScript(new Uint8Array(20)) }] },
      'OTHER_MESSAGE',
    ],
    ['a second output', { outputs: [output, output] }, 'OTHER_MESSAGE'],
    ['no output', { outputs: [] }, 'OTHER_MESSAGE'],
    ['no input', { inputs: [] }, 'MALFORMED'],
    [
      'a second input',
      { inputs: [input, { ...input, prevout: { txid: '11'.repeat(32), vout: 0 } }] },
      'UNKNOWN_COIN',
    ],
    [
      'the coin that is spent',
      { inputs: [{ ...input, prevout: { ...input.prevout, vout: 1 } }] },
      'OTHER_MESSAGE',
    ],
    ['the witness away', { inputs: [{ ...input, witness: [] }] }, 'SCRIPT'],
  ] as const)('%s', (_what, change, error) => {
    expect(changed(change)).toMatchObject({ state: 'invalid', error });
  });

  test('refuses another sighash type, which commits to less', () => {
    const [made = new Uint8Array(0), key = new Uint8Array(0)] = input.witness;
    for (const type of [2, 3, 0x81, 0x83]) {
      const witness = [Uint8Array.of(...made.slice(0, -1), type), key];
      expect(changed({ inputs: [{ ...input, witness }] }).state).toBe('invalid');
    }
  });

  test('refuses truncated, repeated or spaced text', () => {
    const text = String(signature);
    for (const wrong of [
      '',
      'ful',
      text.slice(0, -4),
      `${text}AAAA`,
      ` ${text}`,
      `${text}\n`,
      text.slice(3),
      text.replace('ful', 'smp'),
      text.replace('ful', 'pof'),
      text.replace('ful', 'FUL'),
    ]) {
      expect(verdictOf(script, wrong).state, wrong).toBe('invalid');
    }
  });
});

test('a version of the future is inconclusive, as is a script of a later segwit', () => {
  const anybody = Uint8Array.of(0x52, 2, 1, 1);
  const simple = `smp${encodeBase64(Uint8Array.of(1, 0))}`;
  expect(verdictOf(anybody, simple)).toMatchObject({ state: 'inconclusive', error: 'UPGRADE' });
});

describe('a proof of funds', () => {
  const owner = holderOf(`wpkh(${KEY})`);
  const legacy = holderOf(`pkh(${KEY})`);
  const paying = (script: Uint8Array, vout: number): Transaction => ({
    version: 2,
    locktime: vout,
    inputs: [
      {
        prevout: { txid: '22'.repeat(32), vout },
        scriptSig: new Uint8Array(0),
        sequence: 0,
        witness: [],
      },
    ],
    outputs: [{ value: 5_000_000n, scriptPubKey: script }],
  });
  const coin = (script: Uint8Array, vout = 0) => {
    const previousTransaction = paying(script, vout);
    const output = { value: 5_000_000n, scriptPubKey: script };
    return {
      prevout: { txid: transactionId(previousTransaction), vout: 0 },
      output,
      previousTransaction,
    };
  };
  const prove = (coins: MessageJob['coins']) => {
    const { script, provider: own } = owner;
    const provider = {
      ...own,
      getPublicKey: (hash: Uint8Array) =>
        own.getPublicKey(hash) ?? legacy.provider.getPublicKey(hash),
    };
    return signMessage({ message, scriptPubKey: script, provider, secp256k1: curve, coins });
  };
  const psbtOf = (text: unknown): Psbt => {
    const read = readSignature(String(text), curve);
    if (read?.format !== 'proof-of-funds') throw new Error(String(text));
    return read.psbt;
  };
  const changed = (psbt: Psbt) => {
    const bytes = encodePsbt(psbt);
    if (bytes === undefined) throw new Error('no PSBT');
    return verdictOf(owner.script, writePsbtText(bytes));
  };

  test('lists its coins, and which of them are proven', () => {
    const { previousTransaction: _, ...claimed } = coin(owner.script, 1);
    const signature = prove([coin(owner.script), coin(legacy.script, 2), claimed]);
    const { state, coins } = verdictOf(owner.script, signature);
    expect(state).toBe('valid');
    expect(coins.map(({ proven, value: amount }) => [proven, amount])).toEqual([
      [true, 5_000_000n],
      [true, 5_000_000n],
      [false, 5_000_000n],
    ]);
  });

  test('is refused for a legacy coin whose transaction is missing or different', () => {
    const { previousTransaction: _, ...claimed } = coin(legacy.script);
    expect(prove([claimed])).toEqual({ error: 'PREVIOUS_TRANSACTION', coin: 0 });
    const other = { ...coin(legacy.script), previousTransaction: paying(legacy.script, 7) };
    expect(prove([other])).toEqual({ error: 'PREVIOUS_TRANSACTION', coin: 0 });
    const more = coin(owner.script);
    expect(prove([{ ...more, output: { ...more.output, value: 6_000_000n } }])).toEqual({
      error: 'PREVIOUS_TRANSACTION',
      coin: 0,
    });
  });

  test('is refused with another amount or script, a repeated coin, or a foreign coin', () => {
    const psbt = psbtOf(prove([coin(owner.script), coin(legacy.script, 2)]));
    const [first, second, third] = psbt.inputs;
    if (first === undefined || second === undefined || third === undefined) throw new Error('few');
    const witnessUtxo = { value: 5_000_000n, scriptPubKey: owner.script };
    const wrong: readonly Psbt['inputs'][] = [
      [
        first,
        {
          ...second,
          nonWitnessUtxo: undefined,
          witnessUtxo: { ...witnessUtxo, value: 6_000_000n },
        },
        third,
      ],
      [first, { ...second, witnessUtxo: { ...witnessUtxo, value: 6_000_000n } }, third],
      [first, second, { ...third, nonWitnessUtxo: undefined, witnessUtxo }],
      [first, second, { ...third, nonWitnessUtxo: undefined }],
      [first, second, { ...third, nonWitnessUtxo: paying(legacy.script, 9) }],
      [first, second, { ...third, prevout: { ...third.prevout, vout: 1 } }],
      [first, second, second],
      [first, second, { ...third, finalScriptSig: new Uint8Array(0) }],
      [second, first, third],
      [first, third, second],
    ];
    expect(changed(psbt).state).toBe('valid');
    for (const inputs of wrong) expect(changed({ ...psbt, inputs }).state).toBe('invalid');
  });
});
