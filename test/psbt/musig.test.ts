import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { equalBytes } from '../../src/encoding/bytes.ts';
import { execute } from '../../src/library/call.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { signPsbtInput } from '../../src/psbt/input-signing.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { networks, reviewPsbt } from '../../src/public/review.ts';
import type { Context } from '../../src/rpc/context.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { MusigSource } from '../../src/signing/musig-creator.ts';
import { createMusigCreator } from '../../src/signing/musig-creator.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';
import { keysOf, readPsbt } from '../support/psbt.ts';

const random = createRandom(373);

type Signer = { readonly key: string; readonly musig: MusigSource };

const newSigner = (key: string): Signer => ({
  key,
  musig: { random: random.bytes, nonces: createMusigNonces() },
});

function sign(psbt: Psbt, { key, musig }: Signer): Psbt {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) throw new Error('no lock time');
  const provider = createKeyProvider({ keys: keysOf([key]) }, secp256k1);
  const inputs = psbt.inputs.map(
    (_, i) =>
      signPsbtInput(session, i, {
        provider,
        finalize: false,
        musig,
        musigCreator: createMusigCreator,
      }).input,
  );
  return { ...psbt, inputs };
}

/** Each cosigner signs a copy of the PSBT, and the copies are combined. */
function round(psbt: Psbt, signers: readonly Signer[]): Psbt {
  const combined = combinePsbts(psbt, ...signers.map((signer) => sign(psbt, signer)));
  if (combined === undefined) throw new Error('not combined');
  return combined;
}

const { spends, participants } = JSON.parse(readVector('psbt/bip373.json'));
type Spend = { readonly key: string; readonly participants: string; readonly nonces: string };

describe.each(spends as Spend[])('BIP373, $key', ({ key, participants: start }) => {
  const signers = () => participants.map((each: { key: string }) => newSigner(each.key));

  test('two rounds make a signature', () => {
    const all = signers();
    const nonces = round(readPsbt(start), all);
    expect(nonces.inputs[0]?.musigPubNonces.length).toBe(3);
    expect(nonces.inputs[0]?.musigPartialSignatures).toEqual([]);
    const partials = round(nonces, all);
    expect(partials.inputs[0]?.musigPartialSignatures.length).toBe(3);
    const { psbt, complete } = finalizePsbt(partials, secp256k1);
    expect(complete).toBe(true);
    expect(psbt.inputs[0]?.finalWitness.length).toBe(key === 'leaf' ? 3 : 1);
  });

  test('a nonce signs once, and only for its own signer', () => {
    const all = signers();
    const nonces = round(readPsbt(start), all);
    const [first] = all;
    expect(sign(nonces, first).inputs[0]?.musigPartialSignatures.length).toBe(1);
    expect(sign(nonces, first).inputs[0]?.musigPartialSignatures.length).toBe(0);
    expect(sign(nonces, newSigner(first.key)).inputs[0]?.musigPartialSignatures.length).toBe(0);
  });

  test('signs only if all nonces are present', () => {
    const [first, second] = signers();
    const nonces = round(readPsbt(start), [first, second]);
    expect(nonces.inputs[0]?.musigPubNonces.length).toBe(2);
    const again = round(nonces, [first, second]);
    expect(again.inputs[0]?.musigPartialSignatures).toEqual([]);
    expect(sign(nonces, first)).toEqual(nonces);
    expect(again.inputs[0]?.musigPubNonces).toEqual(nonces.inputs[0]?.musigPubNonces);
  });

  test('the last signer needs one visit and no memory', () => {
    const [first, second, last] = signers();
    const forgetful = { key: last.key, musig: { signsLast: true } };
    // Another nonce is still missing.
    const early = sign(sign(readPsbt(start), first), forgetful);
    expect(early.inputs[0]?.musigPubNonces.length).toBe(1);
    const nonces = round(readPsbt(start), [first, second]);
    const visited = sign(nonces, forgetful);
    expect(visited.inputs[0]?.musigPubNonces.length).toBe(3);
    expect(visited.inputs[0]?.musigPartialSignatures.length).toBe(1);
    expect(sign(nonces, forgetful)).toEqual(visited);
    // A second visit, for other nonces, uses another nonce.
    const [other] = signers();
    const again = sign(round(readPsbt(start), [other, second]), forgetful);
    const nonceOf = (psbt: Psbt) =>
      psbt.inputs[0]?.musigPubNonces.find(
        ({ participant }) =>
          !nonces.inputs[0]?.musigPubNonces.some((each) =>
            equalBytes(each.participant, participant),
          ),
      )?.value;
    expect(nonceOf(again)).not.toEqual(nonceOf(visited));
    const partials = round(visited, [first, second]);
    expect(finalizePsbt(partials, secp256k1).complete).toBe(true);
  });

  test('a partial signature of a stranger makes no signature', () => {
    const all = signers();
    const partials = round(round(readPsbt(start), all), all);
    const stranger = secp256k1.publicKey(random.bytes(32), true) ?? new Uint8Array(33);
    for (const at of [0, 1, 2]) {
      const inputs = partials.inputs.map((input) => ({
        ...input,
        musigPartialSignatures: input.musigPartialSignatures.map((field, i) =>
          i === at ? { ...field, participant: stranger } : field,
        ),
      }));
      expect(finalizePsbt({ ...partials, inputs }, secp256k1).complete).toBe(false);
    }
  });

  test('an invalid aggregated signature is never returned', () => {
    const all = signers();
    const partials = round(round(readPsbt(start), all), all);
    const faulty = { ...secp256k1, confirm: () => false };
    expect(() => finalizePsbt(partials, faulty)).toThrow(ComputationFault);
  });

  test('a wrong partial signature makes no signature', () => {
    const all = signers();
    const partials = round(round(readPsbt(start), all), all);
    const inputs = partials.inputs.map((input) => ({
      ...input,
      musigPartialSignatures: input.musigPartialSignatures.map((field, i) =>
        i === 1
          ? { ...field, value: field.value.map((byte, j) => byte ^ (j === 31 ? 1 : 0)) }
          : field,
      ),
    }));
    expect(finalizePsbt({ ...partials, inputs }, secp256k1).complete).toBe(false);
    const faults = (psbt: Psbt) =>
      reviewPsbt(psbt, { network: networks.regtest })?.findings.find(
        ({ id }) => id === 'signature-invalid',
      );
    expect(faults({ ...partials, inputs })?.text).toContain(
      'A partial signature of MuSig2 is wrong',
    );
    expect(faults(partials)).toBeUndefined();
    // A partial signature that cannot be verified yet is not reported as wrong.
    const early = inputs.map((input) => ({ ...input, musigPubNonces: [] }));
    expect(faults({ ...partials, inputs: early })).toBeUndefined();
  });
});

const versions = { private: 0x04358394, public: 0x043587cf };

type Participant = { readonly secret: string; readonly open: string };

function participant(): Participant {
  const root = HDKey.fromMasterSeed(random.bytes(32), versions);
  const account = root.derive("m/86'/1'/0'");
  const origin = `[${root.fingerprint.toString(16).padStart(8, '0')}/86h/1h/0h]`;
  return {
    secret: origin + account.privateExtendedKey,
    open: origin + account.publicExtendedKey,
  };
}

const shapes: readonly [name: string, (keys: readonly string[]) => string][] = [
  ['internal key', (keys) => `tr(musig(${keys.join()}))`],
  ['derived internal key', (keys) => `tr(musig(${keys.join()})/0/*)`],
  ['ranged participants', (keys) => `tr(musig(${keys.map((key) => `${key}/1/*`).join()}))`],
  ['leaf', (keys) => `tr(${unspendable},pk(musig(${keys.join()})/1/*))`],
  ['output key', (keys) => `rawtr(musig(${keys.join()})/3/4)`],
  [
    'leaves of two',
    (keys) =>
      `tr(${unspendable},{pk(musig(${keys.slice(0, 2).join()})/1/*),pk(musig(${keys.slice(1).join()}))})`,
  ],
];
const unspendable = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

type Options = Partial<Omit<Context, 'network'>>;
type Derivation = { readonly master_fingerprint: string };
type Processed = { readonly psbt: string; readonly complete: boolean; readonly hex?: string };

test('a key that does not derive from the aggregate by its origin gets no nonce', () => {
  const psbt = readPsbt(spends.find(({ key }: Spend) => key === 'derived').participants);
  const signer = newSigner(participants[0].key);
  expect(sign(psbt, signer).inputs[0]?.musigPubNonces).toHaveLength(1);
  const inputs = psbt.inputs.map((input) => ({
    ...input,
    tapKeyPaths: input.tapKeyPaths.map((info) => {
      const { origin } = info;
      return { ...info, origin: { ...origin, path: origin.path.map((step) => step + 1) } };
    }),
  }));
  expect(sign({ ...psbt, inputs }, signer).inputs[0]?.musigPubNonces).toEqual([]);
});

describe.each(shapes)('descriptorprocesspsbt, %s', (_, shape) => {
  const keys = [participant(), participant(), participant()];
  const open = shape(keys.map((key) => key.open));
  const texts = keys.map((_key, i) =>
    shape(keys.map((key, j) => (i === j ? key.secret : key.open))),
  );
  const scan = (text: string) => ({ desc: text, range: [2, 2] });

  async function ask<T>(
    method: string,
    params: readonly unknown[],
    options: Options = {},
  ): Promise<T> {
    const call = { network: 'regtest', ...options } as const;
    return JSON.parse(await execute(method, JSON.stringify(params), call)) as T;
  }

  async function start(): Promise<{ psbt: string; options: Options }> {
    const ranged = open.includes('*');
    const [address = ''] = await ask<string[]>('deriveaddresses', [
      addChecksum(open),
      ...(ranged ? [[2, 2]] : []),
    ]);
    const { scriptPubKey } = await ask<{ scriptPubKey: string }>('validateaddress', [address]);
    const coin = { value: 100_000n, scriptPubKey: Buffer.from(scriptPubKey, 'hex') };
    const txid = 'ab'.repeat(32);
    const options = { findCoins: () => new Map([[`${txid}:0`, coin]]) };
    const created = await ask<string>('createpsbt', [[{ txid, vout: 0 }], [{ [address]: 0.0009 }]]);
    return { psbt: await ask<string>('utxoupdatepsbt', [created, [scan(open)]], options), options };
  }

  test('an update adds the origin of each participant', async () => {
    const { psbt } = await start();
    const { inputs } = await ask<{ inputs: { taproot_bip32_derivs: Derivation[] }[] }>(
      'decodepsbt',
      [psbt],
    );
    const fingerprints = inputs[0]?.taproot_bip32_derivs.map((each) => each.master_fingerprint);
    expect(fingerprints).toEqual(expect.arrayContaining(keys.map((key) => key.open.slice(1, 9))));
  });

  test('signers who know their own keys only sign together', async () => {
    const { psbt, options } = await start();
    const contexts = keys.map((): Options => {
      return { ...options, random: random.bytes, musigNonces: createMusigNonces() };
    });
    let current = psbt;
    for (let turn = 0; turn < 2; turn++) {
      const copies: string[] = [];
      for (const [i, context] of contexts.entries()) {
        const answer = await ask<Processed>(
          'descriptorprocesspsbt',
          [current, [scan(texts[i] ?? '')]],
          context,
        );
        copies.push(answer.psbt);
      }
      current = await ask<string>('combinepsbt', [copies]);
    }
    const { complete, hex } = await ask<Processed>('finalizepsbt', [current]);
    expect([complete, hex !== undefined]).toEqual([true, true]);
    const shown = await ask<{ inputs: { [member: string]: unknown[] }[] }>('decodepsbt', [current]);
    expect(Object.keys(shown.inputs[0] ?? {})).toContain('musig2_partial_sigs');
  });

  test('one after the other, each in two turns', async () => {
    const { psbt, options } = await start();
    const contexts = keys.map((): Options => {
      return { ...options, random: random.bytes, musigNonces: createMusigNonces() };
    });
    let current: Processed = { psbt, complete: false };
    for (const i of [0, 1, 2, 2, 0, 1]) {
      const params = [current.psbt, [scan(texts[i] ?? '')]];
      current = await ask<Processed>('descriptorprocesspsbt', params, contexts[i]);
    }
    const final = await ask<Processed>('finalizepsbt', [current.psbt]);
    expect(final.complete).toBe(true);
  });

  test('makes no nonce without randomness and storage', async () => {
    const { psbt, options } = await start();
    const { psbt: same } = await ask<Processed>(
      'descriptorprocesspsbt',
      [psbt, [scan(texts[0] ?? '')]],
      options,
    );
    expect(readPsbt(same).inputs[0]?.musigPubNonces).toEqual([]);
  });
});

test('secret nonces are never shown', () => {
  const signer = newSigner(participants[0].key);
  sign(readPsbt(spends[0].participants), signer);
  expect(JSON.stringify(signer.musig.nonces)).toBe('{}');
});

test('drops the oldest nonces above the limit', () => {
  const nonces = createMusigNonces(2);
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(4).fill(byte));
  for (const [i, secret] of secrets.entries()) nonces.keep(`${i}`, secret);
  expect(nonces.has('0')).toBe(false);
  expect(secrets[0]).toEqual(new Uint8Array(4));
  expect(nonces.take('1')).toBe(secrets[1]);
  expect(nonces.take('1')).toBeUndefined();
});

test('secret nonces are equal if their 64 secret bytes are', () => {
  const secret = new Uint8Array(97).fill(1);
  const changed = (at: number) => secret.map((byte, i) => (i === at ? byte ^ 1 : byte));
  for (const at of [0, 31, 32, 63]) {
    const nonces = createMusigNonces();
    nonces.keep('first', secret.slice());
    nonces.keep('second', changed(at));
    expect(nonces.has('second')).toBe(true);
  }
  for (const at of [64, 96]) {
    const nonces = createMusigNonces();
    nonces.keep('first', secret.slice());
    const again = changed(at);
    expect(() => nonces.keep('second', again)).toThrow(ComputationFault);
    expect(again).toEqual(new Uint8Array(97));
  }
});
