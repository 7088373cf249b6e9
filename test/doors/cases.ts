import { decodeBase58 } from '../../src/encoding/base58.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { fund, openAccount, type Psbt } from '../../src/index.ts';
import { emptyPsbtInput, emptyPsbtOutput, type GlobalXpub } from '../../src/psbt/psbt.ts';
import type { FindingId } from '../../src/public/review.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { keyAt, ME, type Person, person, personOf, place } from '../support/review/accounts.ts';
import { coin, previousOf } from '../support/review/coins.ts';
import { back, buildPsbt, passedOff, pay } from '../support/review/payments.ts';
import type { Case } from './doors.ts';

/** A case of the table: what every door must answer. */
export type Row = Case & {
  /** Ids of the findings, the worst first. */
  readonly findings: readonly FindingId[];
  /** What a person gets who confirms nothing. */
  readonly signs: 'complete' | 'part' | 'nothing' | 'refused';
  /** What a program with `strictPolicy` gets. Default: the same. */
  readonly strict?: Row['signs'];
};

const [OTHER, THIRD] = [person(2), person(3)];
const PATH = '48h/1h/0h/2h';
const own = (path: string) => keyAt(ME, path, true);
const theirs = keyAt(OTHER, PATH);

const fixed = (key: string) => key.replace('/<0;1>/*', '');

/** Descriptors with our private key, by the name of their script. */
export const descriptors: Readonly<Record<string, string>> = {
  wpkh: `wpkh(${own('84h/1h/0h')})`,
  pkh: `pkh(${own('44h/1h/0h')})`,
  'sh(wpkh)': `sh(wpkh(${own('49h/1h/0h')}))`,
  tr: `tr(${own('86h/1h/0h')})`,
  'tr with a leaf': `tr(${theirs},pk(${own(PATH)}))`,
  'wsh(pk)': `wsh(pk(${own(PATH)}))`,
  '1 of 2 keys': `wsh(sortedmulti(1,${own(PATH)},${theirs}))`,
  '2 of 3 keys': `wsh(sortedmulti(2,${own(PATH)},${theirs},${keyAt(THIRD, PATH)}))`,
  'sh(wsh(multi))': `sh(wsh(multi(1,${own(PATH)},${theirs})))`,
  'multi_a in a leaf': `tr(${theirs},multi_a(1,${own(PATH)},${keyAt(THIRD, PATH)}))`,
  'a key or a late one': `wsh(or_d(pk(${own(PATH)}),and_v(v:pkh(${theirs}),older(1008))))`,
  'tr(musig)': `tr(musig(${own(PATH)},${theirs}))`,
  'sh(multi)': `sh(multi(2,${own('45h')},${keyAt(OTHER, '45h')}))`,
};

/** More scripts, whose positions take long to derive. */
export const slowDescriptors: Readonly<Record<string, string>> = {
  'tr(musig) of three': `tr(musig(${own(PATH)},${theirs},${keyAt(THIRD, PATH)}))`,
  'tr(musig) with derivation': `tr(musig(${[own(PATH), theirs].map(fixed).join()})/<0;1>/*)`,
  'musig in a leaf': `tr(${keyAt(THIRD, PATH)},pk(musig(${own(PATH)},${theirs})))`,
  'musig in both paths': `tr(musig(${own(PATH)},${theirs}),pk(musig(${own('87h/1h/0h')},${keyAt(THIRD, PATH)})))`,
};

const policy = `wsh(or_d(pk(${own('84h/1h/0h')}),and_v(v:pkh(${theirs}),older(1008))))`;

export const PAYEE = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

/** A payment with change that `fund` makes from two coins of an account. */
export function fundedBy(
  descriptor: string,
  account = openAccount(descriptor, { network: 'regtest', range: 20 }),
): Psbt {
  const made = [0, 1].map((index) => {
    const { script } = place(descriptor, 0, index);
    return { value: 50_000n, nonce: index + 1, script, index };
  });
  const coins = account.coins(
    made.map((each) => {
      const previous = previousOf(each);
      return {
        txid: transactionId(previous),
        vout: 1,
        value: each.value,
        height: 100,
        address: account.address(each.index),
        hex: encodeHex(encodeTransaction(previous, { witness: true })),
      };
    }),
  );
  const outputs = [{ address: PAYEE, value: 70_000n }];
  return fund({ coins, outputs, change: account, feeRate: 2 }).psbt;
}

const needsOthers = (name: string) =>
  name === '2 of 3 keys' || name === 'sh(multi)' || name.includes('musig');

/** Payments that nothing is wrong with. */
const honest: readonly Row[] = Object.entries(descriptors).map(([name, text]) => ({
  name: `a payment by ${name}`,
  keys: [text],
  psbt: fundedBy(text),
  findings: [],
  signs: needsOthers(name) ? 'part' : 'complete',
  isRandom: name.includes('musig'),
}));

/** Vector 1 of SLIP39 (vectors.json of python-shamir-mnemonic), and its seed. */
const SHARE =
  'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard';
const sharer = personOf(decodeHex('bb54aac4b89dc868ba37d9cc21b2cece') ?? new Uint8Array(0));

/** Keys that need a passphrase, which every door has to pass on. */
const withPassphrase: readonly Row[] = [
  {
    name: 'a payment by a share of SLIP39 with its passphrase',
    keys: [SHARE],
    passphrase: 'TREZOR',
    psbt: fundedBy(`wpkh(${keyAt(sharer, '84h/1h/0h', true)})`),
    findings: [],
    signs: 'complete',
  },
];

/** Returns a PSBT with nothing but its coins and outputs, as a node without the wallet makes it. */
const undescribed = (psbt: Psbt): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map(({ prevout, sequence, witnessUtxo, nonWitnessUtxo }) => {
    return { ...emptyPsbtInput(prevout, sequence), witnessUtxo, nonWitnessUtxo };
  }),
  outputs: psbt.outputs.map(({ value, scriptPubKey }) => emptyPsbtOutput(value, scriptPubKey)),
});

/** One of each kind of script whose parts only the wallet knows. */
const BARE = [
  'wpkh',
  'tr with a leaf',
  '2 of 3 keys',
  'multi_a in a leaf',
  'tr(musig)',
  'sh(multi)',
];

/** Payments of which the PSBT says nothing about scripts and keys. */
const bare: readonly Row[] = honest
  .filter(({ name }) => BARE.some((kind) => name === `a payment by ${kind}`))
  .map((row) => ({
    ...row,
    name: `${row.name}, without its scripts and keys`,
    psbt: undescribed(row.psbt),
  }));

const wpkh = descriptors.wpkh ?? '';
/** The policy of `wpkh`'s key and a later one, without origins. */
const nameless = policy.replaceAll(/\[[^\]]*\]/g, '');
const mine = coin(place(wpkh, 0, 0), 1);
const realPath = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
const stolen = place(`wpkh(${keyAt(person(66), '84h/1h/0h')})`, 0, 0);

/** A payment of 6 BTC from a coin of 10 BTC, whose change leaves too much for the fee. */
const feeTooHigh = (name: string, change: bigint): Row => ({
  name,
  keys: [wpkh],
  psbt: buildPsbt({
    coins: [coin(place(wpkh, 0, 0), 1, { value: 1_000_000_000n })],
    outputs: [pay(600_000_000n), back(change)],
  }),
  findings: ['fee-too-high'],
  signs: 'refused',
});

/** Change to one key of a coin whose script has others, too. */
const changeToOneKey = (how: string, shared: string): Row => ({
  name: `change to a key of the coin alone, ${how}`,
  keys: [shared, wpkh],
  psbt: buildPsbt({
    coins: [coin(place(shared, 0, 0), 5)],
    outputs: [pay(60_000n), back(39_800n, undefined, 1)],
  }),
  findings: ['change-other-script'],
  signs: 'complete',
  strict: 'refused',
});

/** Returns a PSBT that claims less for each coin than its previous transaction proves. */
const claimingLess = (psbt: Psbt): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) =>
    input.witnessUtxo ? { ...input, witnessUtxo: { ...input.witnessUtxo, value: 10_000n } } : input,
  ),
});

/** An extended key in a PSBT: its owner, and the person that the PSBT names as the owner. */
const globalXpub = (who: Person, path: string, as: Person = who, asPath = path): GlobalXpub => {
  const [, text = ''] = /([xt]pub\w+)/.exec(keyAt(who, path)) ?? [];
  const steps = asPath.split('/').map((step) => {
    return Number.parseInt(step, 10) + (step.endsWith('h') ? 0x80000000 : 0);
  });
  return {
    // Without the checksum.
    xpub: decodeBase58(text, 200)?.slice(0, 78) ?? new Uint8Array(),
    origin: { fingerprint: Buffer.from(as.fingerprint, 'hex'), path: steps },
  };
};

const robber = person(66);
const claimed = (path: string, as: Person, asPath = path) =>
  keyAt(robber, path).replace(/^\[.*?\]/, `[${as.fingerprint}/${asPath}]`);
const shared = descriptors['2 of 3 keys'] ?? '';
/** The shared wallet with the robber’s key, which bears the place of the third one. */
const robbed = `wsh(sortedmulti(2,${keyAt(ME, PATH)},${theirs},${claimed(PATH, THIRD)}))`;
const trueXpubs = [globalXpub(ME, PATH), globalXpub(OTHER, PATH), globalXpub(THIRD, PATH)];

/** Change to a robber whose account is among the extended keys of the PSBT. */
const byXpub = (
  name: string,
  keys: Row['keys'],
  { from, to, xpubs }: Pick<Psbt, 'xpubs'> & { readonly from: string; readonly to: string },
  findings: Row['findings'],
): Row => ({
  name: `change to a robber whose account is among the PSBT’s extended keys: ${name}`,
  keys,
  psbt: {
    ...buildPsbt({
      coins: [coin(place(from, 0, 0), 1)],
      outputs: [pay(60_000n), back(39_800n, to)],
    }),
    xpubs,
  },
  findings,
  signs: 'refused',
});

const robberies: readonly Row[] = [
  byXpub(
    'as another account of the device',
    [wpkh],
    {
      from: wpkh,
      to: `wpkh(${claimed('84h/1h/0h', ME, '84h/1h/1h')})`,
      xpubs: [globalXpub(robber, '84h/1h/0h', ME, '84h/1h/1h')],
    },
    ['change-not-ours', 'xpub-wrong'],
  ),
  byXpub(
    'as a cosigner of a wallet that is open',
    [shared],
    { from: shared, to: robbed, xpubs: [globalXpub(robber, PATH, THIRD), ...trueXpubs] },
    ['change-not-ours', 'xpub-not-ours', 'xpub-wrong'],
  ),
  ...[
    ['before the true one', [globalXpub(robber, PATH, THIRD), ...trueXpubs]] as const,
    ['behind the true one', [...trueXpubs, globalXpub(robber, PATH, THIRD)]] as const,
  ].map(([where, xpubs]) =>
    byXpub(
      `as a cosigner of a wallet that is not open, ${where}`,
      [ME.root.privateExtendedKey],
      { from: shared, to: robbed, xpubs },
      ['change-not-ours', 'xpub-wrong', 'wallet-proven'],
    ),
  ),
];

const attacks: readonly Row[] = [
  {
    name: 'change that is the thief’s',
    keys: [wpkh],
    psbt: buildPsbt({
      coins: [mine],
      outputs: [pay(60_000n), passedOff(39_800n, place(wpkh, 1, 0), stolen.script)],
    }),
    findings: ['change-not-ours'],
    signs: 'refused',
  },
  {
    name: 'real coins of a master key, on a test network',
    keys: [ME.root.privateExtendedKey],
    psbt: buildPsbt({
      coins: [coin(place(realPath, 0, 0), 1)],
      outputs: [pay(60_000n), back(39_800n, realPath)],
    }),
    findings: ['network-mismatch'],
    signs: 'refused',
  },
  {
    name: 'a fee of half of the coin',
    keys: [wpkh],
    psbt: buildPsbt({ coins: [mine], outputs: [pay(20_000n), back(29_800n)] }),
    findings: ['fee-too-high'],
    signs: 'refused',
  },
  feeTooHigh('a fee above 0.1 BTC', 389_999_999n),
  feeTooHigh('a fee rate above 2,000 sat/vB', 399_700_000n),
  {
    name: 'a claimed amount that the previous transaction contradicts',
    keys: [wpkh],
    psbt: claimingLess(buildPsbt({ coins: [mine], outputs: [pay(60_000n), back(39_800n)] })),
    findings: ['utxo-mismatch'],
    signs: 'refused',
  },
  {
    name: 'change 200 positions beyond the coin',
    keys: [wpkh],
    psbt: buildPsbt({ coins: [mine], outputs: [pay(60_000n), back(39_800n, undefined, 200)] }),
    findings: [],
    signs: 'complete',
  },
  {
    name: 'change 201 positions beyond the coin',
    keys: [wpkh],
    psbt: buildPsbt({ coins: [mine], outputs: [pay(60_000n), back(39_800n, undefined, 201)] }),
    findings: ['change-far'],
    signs: 'complete',
    strict: 'refused',
  },
  {
    name: 'change at position 999 beside a coin at position 0',
    keys: [wpkh],
    psbt: buildPsbt({ coins: [mine], outputs: [pay(60_000n), back(39_800n, undefined, 999)] }),
    findings: ['change-far'],
    signs: 'complete',
    strict: 'refused',
  },
  changeToOneKey('without the other keys of its script', policy),
  changeToOneKey('and the policy has its keys without origin', nameless),
  {
    name: 'a coin of a stranger',
    keys: [wpkh],
    psbt: buildPsbt({ coins: [coin(stolen, 5)], outputs: [pay(99_700n)] }),
    findings: ['no-input-ours'],
    signs: 'nothing',
  },
];

/** Every case. Add a row where all doors must agree. */
export const rows: readonly Row[] = [
  ...honest,
  ...withPassphrase,
  ...bare,
  ...attacks,
  ...robberies,
];
