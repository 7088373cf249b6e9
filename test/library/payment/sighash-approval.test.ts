import { describe, expect, test } from 'vitest';
import {
  formatPsbt,
  fund,
  openAccount,
  type Psbt,
  type Review,
  review,
  reviewFirst,
  sign,
  strictPolicy,
} from '../../../src/index.ts';
import { unsignedTransaction } from '../../../src/public/psbt.ts';
import { client } from '../../../src/public/rpc.ts';
import { encodeHex, encodeTransaction } from '../../../src/public/transaction.ts';
import { Sighash } from '../../../src/sighash/sighash-type.ts';
import { failure, payment, TEST_WIF } from '../../support/tried.ts';

const types = [
  ['NONE', Sighash.NONE, 'sighash-none'],
  ['SINGLE', Sighash.SINGLE, 'sighash-single'],
  ['ALL|ANYONECANPAY', Sighash.ALL | Sighash.ANYONECANPAY, 'sighash-anyone-can-pay'],
  ['NONE|ANYONECANPAY', Sighash.NONE | Sighash.ANYONECANPAY, 'sighash-none'],
  ['SINGLE|ANYONECANPAY', Sighash.SINGLE | Sighash.ANYONECANPAY, 'sighash-single'],
] as const;
const { account, coins, psbt, order } = payment;

const taproot = openAccount(`tr(${TEST_WIF})`, { network: 'regtest' });
const taprootPsbt = fund({
  ...order,
  coins: taproot.coins([
    { txid: '22'.repeat(32), vout: 0, value: 90_000n, height: 100, address: taproot.address(0) },
  ]),
  change: taproot,
}).psbt;

const typed = (given: Psbt, sighashType: number): Psbt => ({
  ...given,
  inputs: given.inputs.map((input) => ({ ...input, sighashType })),
});
const idsOf = (given: Psbt, of = account) =>
  review(given, { account: of, policy: strictPolicy }).findings.map(({ id }) => id);

describe('the type of signature that sign is given', () => {
  test.each(types)('%s is in the review that is asked for approval', async (sighashType, _, id) => {
    for (const [from, given] of [
      [account, psbt],
      [taproot, taprootPsbt],
    ] as const) {
      let seen: readonly string[] = [];
      const approve = reviewFirst({
        account: from,
        confirm: ({ findings }) => {
          seen = findings.map((finding) => finding.id);
          return false;
        },
      });
      const answer = await failure(() => sign(given, { keys: from, sighashType, approve }));
      expect(answer).toMatch(/NOT_APPROVED|REVIEW_REFUSED/);
      if (answer.startsWith('NOT_APPROVED')) expect(seen).toContain(id);
    }
  });

  test.each(types)(
    '%s gets the verdict that it gets as a field of the inputs',
    async (name, type) => {
      const approve = reviewFirst({ account, coins, policy: strictPolicy });
      const refused = review(typed(psbt, type), { account, coins, policy: strictPolicy }).refused;
      const answer = await failure(() => sign(psbt, { keys: account, sighashType: name, approve }));
      expect(answer.split(' ')[0]).toBe(refused.length > 0 ? 'REVIEW_REFUSED' : 'accepted');
      expect(refused.length).toBeGreaterThan(0);
    },
  );

  test.each(types)('%s is not signed by a review without it', async (sighashType, type) => {
    const reviewed = review(psbt, { account });
    const signer = { sign: async () => [] };
    for (const by of [{ keys: account }, { signer }]) {
      const answer = await failure(() => sign(psbt, { ...by, sighashType, reviewed }));
      expect(answer).toContain('NOT_APPROVED The review does not show the type of signature');
      const approve = () => reviewed;
      expect(await failure(() => sign(psbt, { ...by, sighashType, approve }))).toBe(answer);
    }
    const shown = review(typed(psbt, type), { account });
    const signed = await failure(() => sign(psbt, { keys: account, sighashType, reviewed: shown }));
    expect(signed.split(' ')[0]).toBe(shown.refused.length > 0 ? 'REVIEW_REFUSED' : 'accepted');
  });

  test('is seen by every approve, in the inputs of the PSBT', async () => {
    let asked: Psbt | undefined;
    const approve = (given: Psbt) => {
      asked = given;
      return true;
    };
    const { complete } = await sign(psbt, { keys: account, sighashType: 'NONE', approve });
    expect(complete).toBe(true);
    expect(asked?.inputs.map(({ sighashType }) => sighashType)).toEqual([Sighash.NONE]);
    expect(psbt.inputs.map(({ sighashType }) => sighashType)).toEqual([undefined]);
  });

  test.each(['ALL', 'DEFAULT'] as const)(
    '%s covers everything, so it is no finding',
    async (name) => {
      for (const [keys, given] of [
        [account, psbt],
        [taproot, taprootPsbt],
      ] as const) {
        const approve = reviewFirst({ account: keys, policy: strictPolicy });
        const reviewed = review(given, { account: keys, policy: strictPolicy });
        for (const by of [{ approve }, { reviewed }]) {
          const { complete } = await sign(given, { keys, sighashType: name, ...by });
          expect(complete).toBe(true);
        }
      }
      expect(idsOf(psbt)).not.toContain('sighash-none');
    },
  );

  test('is approved only for the PSBT that was shown', async () => {
    const copy = structuredClone(psbt);
    const approve = (given: Psbt) => {
      Object.assign(given.inputs[0] ?? {}, { sighashType: Sighash.ALL });
      return true;
    };
    expect(
      await failure(() => sign(copy, { keys: account, sighashType: 'NONE', approve })),
    ).toContain('NOT_APPROVED The payment was changed');
  });
});

describe('the argument sighashtype of methods', () => {
  const raw = unsignedTransaction(psbt);
  const hexstring = raw ? encodeHex(encodeTransaction(raw)) : '';
  const prevtxs = coins.map(({ txid, vout, scriptPubKey }) => ({
    txid,
    vout,
    scriptPubKey: encodeHex(scriptPubKey),
    amount: '0.0009',
  }));

  test.each(types)('%s is in the review that approve gets', async (sighashtype, _, id) => {
    const seen: (readonly string[])[] = [];
    const approve = ({ findings }: Review) => {
      seen.push(findings.map((finding) => finding.id));
      return false;
    };
    const methods = client({ network: 'regtest', approve });
    const descriptors = [`wpkh(${TEST_WIF})`];
    const given = { psbt: formatPsbt(psbt), descriptors, sighashtype };
    expect(await failure(() => methods.descriptorprocesspsbt(given))).toContain('not approved');
    const signing = { hexstring, privkeys: [TEST_WIF], prevtxs, sighashtype };
    const answer = await failure(() => methods.signrawtransactionwithkey(signing));
    expect(answer).toContain('not approved');
    expect(seen).toEqual([expect.arrayContaining([id]), expect.arrayContaining([id])]);
  });

  test.each(types)('%s is judged by the option policy', async (sighashtype) => {
    const methods = client({ network: 'regtest', policy: strictPolicy });
    const descriptors = [`wpkh(${TEST_WIF})`];
    const given = { psbt: formatPsbt(psbt), descriptors, sighashtype };
    const answer = await failure(() => methods.descriptorprocesspsbt(given));
    const signing = { hexstring, privkeys: [TEST_WIF], prevtxs, sighashtype };
    const other = await failure(() => methods.signrawtransactionwithkey(signing));
    for (const each of [answer, other]) {
      expect(each).toMatch(/the policy does not allow it|this cannot be allowed/);
    }
  });
});
