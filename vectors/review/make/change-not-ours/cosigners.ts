import type { PrivateKey } from '../../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../../src/crypto/wif.ts';
import { encodeHex } from '../../../../src/encoding/hex.ts';
import { networks } from '../../../../src/encoding/network.ts';
import {
  COSIGNER,
  cosignersKey,
  keyAt,
  ME,
  MULTI_PATH,
  multi,
  multiOfOthers,
  type Person,
  person,
  place,
  secretsOf,
  signing,
  thief,
  twoOf,
} from '../../../../test/support/review/accounts.ts';
import { at } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  passedOff,
} from '../../../../test/support/review/payments.ts';
import { type Case, pair, type Row } from '../../../../test/support/review/rows.ts';

const opened = { descriptors: [multi], masters: [ME.root.privateExtendedKey] };
const watched = { descriptors: [multi] };
const [coinKey] = [...secretsOf(signing.descriptors[0] ?? '', 0, 0).privateKeys.values()] as [
  PrivateKey,
];
/** Only the private key of the coin, beside the wallet without private keys. */
const withKey = { descriptors: [multi, `pkh(${encodeWif(coinKey, networks.regtest)})`] };
const payByMulti = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(multi, 0, 900_000n)],
  outputs: [...outputs, back(499_000n, multi, 4)],
});
/** Makes an output with the keys and paths that its owner's wallet wrote. */
const to = (text: string, branch: 0 | 1 = 0): OutputSpec => ({
  value: 400_000n,
  ...place(text, branch, 7),
});
const inOurWallet = `wpkh(${keyAt(COSIGNER, MULTI_PATH)})`;
const family = twoOf(COSIGNER, person(31));
/** Makes the fields of our change over the script of a thief, of some people only. */
const labelled = (...people: readonly Person[]): OutputSpec => ({
  ...passedOff(400_000n, place(multi, 1, 5), place(thief, 1, 4).script),
  change: (output) => {
    output.witnessScript = new Uint8Array(0);
    output.keyPaths = output.keyPaths.filter(({ origin }) =>
      people.some(({ fingerprint }) => fingerprint === encodeHex(origin.fingerprint)),
    );
  },
});
const honestScripts: readonly (readonly [name: string, text: string])[] = [
  ['a cosigner is paid to a wallet of one key', cosignersKey],
  ['a cosigner is paid with the key of our wallet', inOurWallet],
  ["a cosigner's other multisig is paid", multiOfOthers],
  ['the multisig of a cosigner and a stranger is paid', family],
];

/** Payments to cosigners, and labels of our own wallet. */
export const cases: readonly Case[] = [
  // Payments to cosigners, and labels of our own wallet.
  ...pair(
    [
      'the label of our change over the script of a thief',
      payByMulti(labelled(ME, COSIGNER)),
      opened,
    ],
    ...honestScripts.map(
      ([name, text]): Row => [`${name}, with our seed`, payByMulti(to(text)), opened],
    ),
    ...honestScripts.map(
      ([name, text]): Row => [`${name}, with our private key`, payByMulti(to(text)), signing],
    ),
    ...honestScripts.map(
      ([name, text]): Row => [
        `${name}, with only the private key of the coin`,
        payByMulti(to(text)),
        withKey,
      ],
    ),
  ),
  ...pair(
    ['only our key is named over the script of a thief', payByMulti(labelled(ME)), signing],
    [
      'only a cosigner is named over the script of a stranger',
      payByMulti(labelled(COSIGNER)),
      ['fields-unrelated'],
      signing,
    ],
  ),
  ...pair(
    [
      'two of three keys are named over the script of a thief, without private keys',
      payByMulti(labelled(ME, COSIGNER)),
      watched,
    ],
    ...honestScripts.map(
      ([name, text]): Row => [
        `${name}, without private keys`,
        payByMulti(to(text)),
        ['change-unproven'],
        watched,
      ],
    ),
  ),
];
