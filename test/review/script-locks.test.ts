import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { toSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { isFinalized } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';

const [A, B, C] = [1, 2, 3].map((seed) => keyAt(person(seed), '48h/1h/0h/2h'));
const NONE = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const TIME = 0x00400000;

/** Policies of honest wallets with recovery paths. */
const POLICIES = [
  `or_d(pk(${A}),and_v(v:pk(${B}),older(144)))`,
  `and_v(v:pk(${A}),older(144))`,
  `and_v(v:pk(${A}),after(500))`,
  `and_v(v:pk(${A}),older(${TIME + 10}))`,
  `and_v(v:pk(${A}),after(1500000000))`,
  `or_i(and_v(v:pkh(${A}),older(144)),and_v(v:pkh(${B}),after(500)))`,
  `thresh(2,pk(${A}),s:pk(${B}),sln:older(144))`,
  `thresh(3,pk(${A}),s:pk(${B}),sln:older(144))`,
  `thresh(3,pk(${A}),s:pk(${B}),sln:after(500))`,
  `andor(pk(${A}),older(10),and_v(v:pk(${B}),after(700)))`,
  `or_i(and_v(v:thresh(1,pkh(${A}),a:pkh(${B})),older(1000)),and_v(v:pk(${C}),older(144)))`,
  `and_v(or_c(pk(${A}),v:older(144)),pk(${B}))`,
];
const TREES = [
  `tr(${NONE},{${POLICIES[1]},and_v(v:pk(${B}),after(500))})`,
  `tr(${NONE},{and_v(v:pk(${A}),older(1000)),{and_v(v:pk(${B}),after(700)),${POLICIES[3]}}})`,
  `tr(${A},and_v(v:pk(${B}),older(144)))`,
  `tr(${NONE},and_v(v:multi_a(2,${A},${B}),older(144)))`,
];
const DECAYING = `wsh(or_i(and_v(v:pkh(${C}),older(144)),multi(2,${A},${B})))`;
const texts = [...POLICIES.map((policy) => `wsh(${policy})`), ...TREES, DECAYING];

const moments = [
  { sequence: 0xfffffffd, locktime: 0 },
  { sequence: 144, locktime: 0 },
  { sequence: 10, locktime: 500 },
  { sequence: TIME + 10, locktime: 0 },
  { sequence: 0xfffffffd, locktime: 700 },
  { sequence: 0xffffffff, locktime: 700 },
  { sequence: 1000, locktime: 1_600_000_000 },
];

/** Returns the text with private keys. */
const withSecrets = (text: string): string =>
  [1, 2, 3].reduce(
    (all, seed) =>
      all.replaceAll(
        keyAt(person(seed), '48h/1h/0h/2h'),
        keyAt(person(seed), '48h/1h/0h/2h', true),
      ),
    text,
  );

test.each(texts)(
  'states an unmet lock where no signature completes %s, and nowhere else',
  (text) => {
    const at = place(text, 0, 0);
    const provider = toSigningProvider(secretsOf(withSecrets(text), 0, 0));
    const leaves = at.knowledge.taproot.get(encodeHex(at.script.subarray(2)))?.spendData.leaves;
    const judged = moments.map(({ sequence, locktime }) => {
      const psbt = buildPsbt({
        coins: [
          coin(at, 1, {
            sequence,
            change: (input) => Object.assign(input, { tapLeaves: leaves ?? [] }),
          }),
        ],
        outputs: [pay(60_000n), back(39_500n)],
        locktime,
      });
      const signed = signPsbt({ psbt, provider, finalize: true, secp256k1 });
      const isComplete = 'psbt' in signed && signed.psbt.inputs.every(isFinalized);
      const lock = psbtSubject(psbt, secp256k1)?.spends[0]?.unmetLock;
      return { sequence, locktime, isComplete, isOpen: lock === undefined };
    });
    expect(judged.filter(({ isComplete, isOpen }) => isComplete !== isOpen)).toEqual([]);
  },
);
