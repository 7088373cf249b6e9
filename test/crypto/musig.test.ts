import { describe, expect, test } from 'vitest';
import {
  aggregateKeys,
  aggregateMusigKeys,
  aggregateOf,
  applyTweak,
  deriveMusigChild,
  type KeyAggregation,
} from '../../src/crypto/musig.ts';
import {
  aggregateMusigNonces,
  aggregateMusigPartials,
  createMusigNonce,
  openMusigSession,
  signMusigLast,
  signMusigPartially,
  verifyMusigPartial,
} from '../../src/crypto/musig-session.ts';
import { compareBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { bytesOf } from '../support/chains/world.ts';
import { curves } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';

// The files are facts of BIP327 and BIP328 in the BIPs' own shapes.
const facts = JSON.parse(readVector('musig/bip327.json'));
const children = JSON.parse(readVector('musig/bip328.json'));

type Row = { readonly [field: string]: number[] & boolean[] & number & string };
const rows = (list: unknown): readonly Row[] => list as readonly Row[];
const pick = (from: readonly string[], at: readonly number[]) =>
  at.map((i) => bytesOf(from[i] ?? ''));
const hexOf = (bytes: Uint8Array | undefined) => bytes && encodeHex(bytes);

const key0 = new Uint8Array(66);

describe.each(curves)('%s', (_, secp256k1) => {
  function aggregation(
    keys: readonly Uint8Array[],
    tweaks: readonly Uint8Array[],
    xOnly: boolean[],
  ) {
    let context: KeyAggregation | undefined = aggregateKeys(keys, secp256k1);
    tweaks.forEach((tweak, i) => {
      context = context && applyTweak(context, { tweak, xOnly: xOnly[i] === true }, secp256k1);
    });
    return context;
  }

  function session(
    row: Row,
    from: { pubkeys: string[]; tweaks?: string[] },
    nonce: string,
    msg: string,
  ) {
    const tweaks = pick(from.tweaks ?? [], row.tweak_indices ?? []);
    const context = aggregation(
      pick(from.pubkeys, row.key_indices ?? []),
      tweaks,
      row.is_xonly ?? [],
    );
    return context && openMusigSession(context, bytesOf(nonce), bytesOf(msg), secp256k1);
  }

  describe('BIP327', () => {
    test('keys are sorted and aggregated', () => {
      const { key_sort: sort, key_agg: agg } = facts;
      expect(sort.pubkeys.map(bytesOf).sort(compareBytes).map(encodeHex)).toEqual(
        sort.sorted_pubkeys,
      );
      for (const row of rows(agg.valid_test_cases)) {
        const context = aggregateKeys(pick(agg.pubkeys, row.key_indices ?? []), secp256k1);
        expect(context && encodeHex(aggregateOf(context)).slice(2)).toBe(row.expected);
      }
      for (const row of rows(agg.error_test_cases)) {
        const tweaks = pick(agg.tweaks, row.tweak_indices ?? []);
        const keys = pick(agg.pubkeys, row.key_indices ?? []);
        expect(aggregation(keys, tweaks, row.is_xonly ?? [])).toBeUndefined();
      }
    });

    test('nonces', () => {
      for (const row of rows(facts.nonce_gen.test_cases)) {
        const optional = (text: string | null | undefined) =>
          typeof text === 'string' ? bytesOf(text) : undefined;
        const nonce = createMusigNonce(
          {
            publicKey: bytesOf(row.pk ?? ''),
            random: bytesOf(row.rand_ ?? ''),
            privateKey: optional(row.sk),
            aggregate: optional(row.aggpk),
            message: optional(row.msg),
            extra: optional(row.extra_in),
          },
          secp256k1,
        );
        expect(hexOf(nonce?.secret)).toBe(row.expected_secnonce);
        expect(hexOf(nonce?.publicNonce)).toBe(row.expected_pubnonce);
      }
    });

    test('nonces are aggregated', () => {
      const { pnonces, valid_test_cases, error_test_cases } = facts.nonce_agg;
      for (const row of rows(valid_test_cases)) {
        expect(
          hexOf(aggregateMusigNonces(pick(pnonces, row.pnonce_indices ?? []), secp256k1)),
        ).toBe(row.expected);
      }
      for (const row of rows(error_test_cases)) {
        expect(
          aggregateMusigNonces(pick(pnonces, row.pnonce_indices ?? []), secp256k1),
        ).toBeUndefined();
      }
    });

    test('partial signatures', () => {
      const all = facts.sign_verify;
      const { pubkeys, pnonces, aggnonces, msgs, secnonces } = all;
      const key = bytesOf(all.sk);
      for (const row of rows(all.valid_test_cases)) {
        const nonces = pick(pnonces, row.nonce_indices ?? []);
        const aggregate = aggnonces[row.aggnonce_index ?? 0];
        expect(hexOf(aggregateMusigNonces(nonces, secp256k1))).toBe(aggregate);
        const open = session(row, all, aggregate, msgs[row.msg_index ?? 0]);
        if (open === undefined) throw new Error('no session');
        const partial = signMusigPartially(open, key, bytesOf(secnonces[0]), secp256k1);
        expect(hexOf(partial)).toBe(row.expected);
        const signer = row.signer_index ?? 0;
        const publicKey = bytesOf(pubkeys[row.key_indices?.[signer] ?? 0]);
        expect(
          verifyMusigPartial(
            open,
            bytesOf(row.expected ?? ''),
            nonces[signer] ?? key,
            publicKey,
            secp256k1,
          ),
        ).toBe(true);
      }
      for (const row of rows(all.sign_error_test_cases)) {
        const open = session(
          row,
          all,
          aggnonces[row.aggnonce_index ?? 0],
          msgs[row.msg_index ?? 0],
        );
        const secret = bytesOf(secnonces[row.secnonce_index ?? 0]);
        expect(open && signMusigPartially(open, key, secret, secp256k1)).toBeUndefined();
      }
      for (const row of rows([...all.verify_fail_test_cases, ...all.verify_error_test_cases])) {
        const nonces = pick(pnonces, row.nonce_indices ?? []);
        const aggregate = aggregateMusigNonces(nonces, secp256k1) ?? bytesOf(aggnonces[0]);
        const open = session(row, all, encodeHex(aggregate), msgs[row.msg_index ?? 0]);
        const signer = row.signer_index ?? 0;
        const publicKey = bytesOf(pubkeys[row.key_indices?.[signer] ?? 0]);
        const nonce = nonces[signer] ?? key;
        const valid =
          open && verifyMusigPartial(open, bytesOf(row.sig ?? ''), nonce, publicKey, secp256k1);
        expect(valid ?? false).toBe(false);
      }
    });

    test('tweaks', () => {
      const all = facts.tweak;
      for (const row of rows(all.valid_test_cases)) {
        const open = session(row, all, all.aggnonce, all.msg);
        if (open === undefined) throw new Error('no session');
        const partial = signMusigPartially(open, bytesOf(all.sk), bytesOf(all.secnonce), secp256k1);
        expect(hexOf(partial)).toBe(row.expected);
      }
      for (const row of rows(all.error_test_cases)) {
        expect(session(row, all, all.aggnonce, all.msg)).toBeUndefined();
      }
    });

    test('the last signer signs without remembering a nonce', () => {
      const { sk, pubkeys, msgs, ...all } = facts.det_sign;
      const sign = (row: Row) => {
        const tweaks = (row.tweaks ?? []) as unknown as readonly string[];
        const keys = pick(pubkeys, row.key_indices ?? []);
        const context = aggregation(keys, tweaks.map(bytesOf), row.is_xonly ?? []);
        const options = {
          otherNonces: bytesOf(row.aggothernonce ?? ''),
          message: bytesOf(msgs[row.msg_index ?? 0]),
          privateKey: bytesOf(sk),
          random: typeof row.rand === 'string' ? bytesOf(row.rand) : undefined,
        };
        return context && signMusigLast({ ...options, aggregation: context }, secp256k1);
      };
      expect(all.valid_test_cases.length).toBeGreaterThan(3);
      for (const row of rows(all.valid_test_cases)) {
        const made = sign(row);
        expect([hexOf(made?.publicNonce), hexOf(made?.partialSignature)]).toEqual(row.expected);
      }
      for (const row of rows(all.error_test_cases)) expect(sign(row)).toBeUndefined();
    });

    test('signatures are aggregated', () => {
      const all = facts.sig_agg;
      for (const row of rows(all.valid_test_cases)) {
        expect(
          hexOf(aggregateMusigNonces(pick(all.pnonces, row.nonce_indices ?? []), secp256k1)),
        ).toBe(row.aggnonce);
        const open = session(row, all, row.aggnonce ?? '', all.msg);
        if (open === undefined) throw new Error('no session');
        const signature = aggregateMusigPartials(open, pick(all.psigs, row.psig_indices ?? []));
        expect(hexOf(signature)).toBe(row.expected);
        const xOnly = aggregateOf(open.aggregation).subarray(1);
        expect(secp256k1.verifySchnorr(signature ?? xOnly, bytesOf(all.msg), xOnly)).toBe(true);
      }
      for (const row of rows(all.error_test_cases)) {
        const open = session(row, all, row.aggnonce ?? '', all.msg);
        expect(
          open && aggregateMusigPartials(open, pick(all.psigs, row.psig_indices ?? [])),
        ).toBeUndefined();
      }
    });
  });

  test('BIP328: aggregates the keys in their order', () => {
    for (const { keys, aggregate_pubkey: expected } of children.cases) {
      const context = aggregateKeys(keys.map(bytesOf), secp256k1);
      expect(context && encodeHex(aggregateOf(context))).toBe(expected);
    }
  });

  test('random signers, tweaks and messages make signatures that BIP340 accepts', () => {
    const random = createRandom(327);
    for (let i = 0; i < 20; i++) {
      const keys = Array.from({ length: 1 + (i % 5) }, () => random.bytes(32));
      const publicKeys = keys.map((key) => secp256k1.publicKey(key, true) ?? key);
      const aggregate = aggregateMusigKeys(publicKeys, secp256k1) ?? new Uint8Array(33);
      const path = Array.from({ length: i % 3 }, () => random.int(2 ** 31));
      const child = deriveMusigChild(aggregate, path, secp256k1);
      const tweaks = [...(child?.tweaks ?? []), { tweak: random.bytes(32), xOnly: true }];
      let context = aggregateKeys(publicKeys.toSorted(compareBytes), secp256k1);
      for (const tweak of tweaks) context = context && applyTweak(context, tweak, secp256k1);
      const message = random.bytes(32);
      const nonces = keys.map((privateKey, j) =>
        createMusigNonce(
          {
            privateKey,
            publicKey: publicKeys[j] ?? privateKey,
            random: random.bytes(32),
            message,
          },
          secp256k1,
        ),
      );
      const nonce = aggregateMusigNonces(
        nonces.flatMap((each) => each?.publicNonce ?? []),
        secp256k1,
      );
      const open = context && nonce && openMusigSession(context, nonce, message, secp256k1);
      if (open === undefined || context === undefined) throw new Error('no session');
      const partials = keys.map(
        (key, j) => signMusigPartially(open, key, nonces[j]?.secret ?? key, secp256k1) ?? key,
      );
      partials.forEach((partial, j) => {
        const [publicNonce, publicKey] = [nonces[j]?.publicNonce ?? key0, publicKeys[j] ?? key0];
        expect(verifyMusigPartial(open, partial, publicNonce, publicKey, secp256k1)).toBe(true);
      });
      const signature = aggregateMusigPartials(open, partials) ?? new Uint8Array(64);
      expect(secp256k1.verifySchnorr(signature, message, aggregateOf(context).subarray(1))).toBe(
        true,
      );
    }
  });
});
