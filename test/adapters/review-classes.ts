import { sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { COSIGNER, keyAt, ME, place, THIEF, wpkh } from '../support/review/accounts.ts';
import { coin, mine } from '../support/review/coins.ts';
import {
  back,
  buildPsbt,
  type OutputSpec,
  type PsbtSpec,
  pay,
} from '../support/review/payments.ts';
import type { ReviewVector } from '../support/review/rows.ts';
import { reviewVectors } from '../support/vectors/review-vectors.ts';

/** A class of error of a review, with vectors of vectors/review/ that show it. */
export type ReviewClass = {
  readonly number: number;
  /** The error that was fixed. */
  readonly error: string;
  readonly attacks: readonly string[];
  /** Similar, but honest cases. */
  readonly neighbours: readonly string[];
};

const row = (
  number: number,
  error: string,
  attacks: readonly string[],
  neighbours: readonly string[],
): ReviewClass => ({ number, error, attacks, neighbours });

/** The 42 classes, in the order in which they were found. */
export const reviewClasses: readonly ReviewClass[] = [
  row(1, 'no bound in BTC', ['0.1 BTC: one satoshi above'], ['0.1 BTC: at the border']),
  row(
    2,
    'one threshold for the fee',
    [
      '12 % of what is paid',
      '305 sat/vB for half a bitcoin',
      '27 % of what is paid, at 380 sat/vB',
      '2,270 sat/vB for a payment to ourselves',
    ],
    ['5 % of what is paid', '300 sat/vB for half a bitcoin'],
  ),
  row(
    3,
    'open hides what is unproven',
    ['ALL|ANYONECANPAY over two claimed coins', 'ALL|ANYONECANPAY over a claimed legacy coin'],
    ['ALL|ANYONECANPAY over two coins with their previous transactions'],
  ),
  row(
    4,
    'nothing comes back',
    [
      'the change was replaced by the address of a thief',
      'a change of 546 sat that hides where the rest goes',
    ],
    ['change comes back', 'everything is sent to an address of ours'],
  ),
  row(5, 'no memory of payees', ['the same payment, from another coin'], ['another payee']),
  row(
    6,
    'locks of scripts',
    [
      '10 blocks of 144',
      '144 blocks in version 1',
      'a time for a height',
      'the recovery before its time, in a leaf',
    ],
    ['144 blocks of 144', 'the recovery in time, in a leaf'],
  ),
  row(
    7,
    'unknown called not yours',
    ['an input without any data', 'a missing amount beside two claimed ones'],
    ['all inputs with their coins'],
  ),
  row(
    8,
    'amounts of others called committed',
    ['a coin of others whose amount is claimed, beside ours'],
    ['a claimed coin of ours beside one of others that is proven'],
  ),
  row(
    9,
    'a proven fee called unproven',
    ['the first of two PSBTs that lie about one amount each'],
    [
      'three segwit v0 coins, two with their previous transactions',
      'a claimed taproot coin and a claimed v0 coin: the digest of one covers both amounts',
    ],
  ),
  row(
    10,
    'dust of an anchor',
    ['an anchor with money'],
    ['a vault step with an anchor of 240 sat'],
  ),
  row(
    11,
    'somebody else said without knowing',
    ['the change of another account of the same seed'],
    ['change of a descriptor that is given by its other branch only'],
  ),
  row(
    12,
    'positions that a PSBT names',
    ['change at a position that no wallet looks at'],
    ['change at the last position that may be in use'],
  ),
  row(
    13,
    'far heights without a chain',
    ['block 2,100,000 by the clock'],
    ['a height that the chain may have by then'],
  ),
  row(
    14,
    'outputs that cannot be spent',
    [
      'a program of version 0 that has 21 bytes',
      'an x-only key that is not on the curve',
      'a script that asks for no key: 6d6d51',
    ],
    ['taproot instead'],
  ),
  row(
    15,
    'two amounts for one coin',
    ['an amount that the previous transaction of another input contradicts'],
    ['two coins of one transaction, which comes along once'],
  ),
  row(
    16,
    'words of ANYONECANPAY',
    ['ALL|ANYONECANPAY: others can add inputs'],
    ['an offer: SINGLE|ANYONECANPAY, and the price is in its output'],
  ),
  row(
    17,
    'a payjoin called a second payment',
    ['a payjoin that takes 100,000 sat more and adds 1,000'],
    ['a payjoin that takes 100,000 sat more and adds them'],
  ),
  row(
    18,
    'no history without a wallet',
    ['legacy: another payee for a coin'],
    ['legacy: the same payee with more fee'],
  ),
  row(
    19,
    'policies that do not work',
    ['SINGLE: the change is not covered, and drains'],
    ['DEFAULT of a taproot input'],
  ),
  row(
    20,
    'our key over the script of another',
    [
      'an input that names our key over the script of a stranger',
      'a coin of more than 21 million bitcoin',
      'the outpoint of a coinbase',
    ],
    ['a coin of ours that names no keys is ours all the same', 'a coin of 21 million bitcoin'],
  ),
  row(
    21,
    'fields of inputs that do not fit',
    [
      'the internal key of a stranger',
      'a root for a coin without a tree',
      'a leaf with another script under its proof',
      'a witness script without its redeem script, of another coin',
    ],
    ['the internal key of a coin without a tree', 'leaves with their proofs'],
  ),
  row(
    22,
    'global xpubs',
    [
      'the key of a thief under our path',
      'our key with another chain code',
      'two keys under one path',
    ],
    ['our key under its path', 'our key beside that of a cosigner'],
  ),
  row(
    23,
    'flags of what may be added',
    ['outputs may be added to what ALL has signed', 'a flag without a meaning'],
    ['nothing may be added to what ALL has signed'],
  ),
  row(
    24,
    'signatures that count as valid',
    [
      'one of a cosigner with a high S',
      'one of a key that the script does not have',
      'ALL in taproot, where DEFAULT is asked for',
    ],
    ['one of a cosigner with a low S'],
  ),
  row(
    25,
    'long waits and large data said softly',
    [
      'an ordinary coin that has to be 388 days old',
      '9,000 bytes of data',
      'a public key in place of an address',
    ],
    ['a year that the script asks for', 'four outputs of 80 bytes'],
  ),
  row(
    26,
    'look-alikes in one transaction',
    ['a payee and its look-alike, both new', 'a look-alike of our change in place of a payee'],
    ['a payee of version 0 and one of taproot'],
  ),
  row(27, 'data as text', ['some text'], ['data without money']),
  row(28, 'time of named positions', ['6,000 named positions'], []),
  row(29, 'sizes without scripts', [], ['a nested pair without its redeem script']),
  row(
    30,
    'keys that sign foreign scripts',
    [
      'a coin of one of the same three keys, where our quorum is two',
      "a stranger's taproot tree with a leaf of our key",
      'a legacy coin of our key, where our descriptor is native',
    ],
    ['our own taproot tree', 'a legacy coin of our key, whose descriptor is given too'],
  ),
  row(
    31,
    'change known by its fingerprint only',
    ['our public key over the script of a thief, where our descriptor has no origin'],
    ['our change, where our descriptor has no origin'],
  ),
  row(
    32,
    'keys of other descriptors',
    [
      'the key of a second wallet of ours over the script of a thief',
      'a payment of somebody else that names our key over another script',
    ],
    ['change to the second of two wallets'],
  ),
  row(
    33,
    'silent payments',
    [
      "a stranger's script under the address",
      'a proof with one bit changed',
      'a share without its proof',
      'SIGHASH_NONE beside a silent payment',
      'a script beside flags that let others add inputs',
      'a coin of witness version 2 beside a silent payment',
      'a label without an address',
      'a script that is still to be computed',
    ],
    ['two payments to one payee', 'coins of witness version 0 and 1'],
  ),
  row(
    34,
    'a replacement that harms nobody',
    ['a replacement that pays the sum to another of two payees'],
    ['a replacement with a higher fee from the change', 'a payment that is taken back'],
  ),
  row(
    35,
    'locks that exclude each other',
    [
      'a height and a time for two coins',
      'seconds for blocks',
      'too few seconds',
      'a tree of leaves with locks',
    ],
    ['seconds of seconds', 'a tree of leaves with an open one'],
  ),
  row(
    36,
    'a negative fee of an offer',
    ['an offer that is signed with ALL'],
    ['a pledge: ALL|ANYONECANPAY for a larger payment', 'two offers in one PSBT'],
  ),
  row(
    37,
    'participants of MuSig2',
    ['participants of MuSig2 in another order'],
    ['a nonce of MuSig2 of a participant'],
  ),
  row(
    38,
    'a third form of a proven fee',
    ['two shared coins, each only claimed', 'a claimed taproot coin beside a claimed legacy coin'],
    ['a claimed taproot coin beside a v0 coin with its previous transaction'],
  ),
  row(39, 'an anchor outside version 3', ['thirty anchors of 240 sat'], ['one anchor of 240 sat']),
  row(
    40,
    "a lock only, then anyone's",
    ['a script that asks for no key: 03a08601b17551'],
    ['P2WSH of a script with a key'],
  ),
  row(
    41,
    'inputs that may be added to a signature',
    ['inputs may be added to what ALL has signed'],
    ['inputs may be added to what ALL|ANYONECANPAY has signed'],
  ),
  row(
    42,
    "a stranger's key under our path",
    [
      'an input that names the key of a stranger under our path',
      'the key of a thief under the path of our account itself',
    ],
    ['an input of another account of the same seed'],
  ),
];

const nestedPair = `sh(wsh(sortedmulti(2,${[ME, COSIGNER].map((who) => keyAt(who, '48h/1h/0h/1h')).join(',')})))`;
const [strange] = [
  ...place(
    wpkh.replace(keyAt(ME, '84h/1h/0h'), keyAt(THIEF, '84h/1h/0h')),
    0,
    0,
  ).knowledge.publicKeys.values(),
];

/** Names 6,000 keys under paths of our account. */
const named: OutputSpec = {
  ...back(39_800n),
  change: (output) => {
    const [own] = output.keyPaths;
    if (own === undefined || strange === undefined) throw new Error('no key');
    const tweaks = Array.from({ length: 6_000 }, (_, i) => sha256(Uint8Array.of(i >> 8, i)));
    const keyPaths = secp256k1.tweakPublicKeyMany(strange, tweaks).flatMap((publicKey, i) => {
      const path = [...own.origin.path.slice(0, 3), i % 2, 5_000 + i];
      return publicKey === undefined ? [] : [{ publicKey, origin: { ...own.origin, path } }];
    });
    Object.assign(output, { keyPaths });
  },
};
const bare: PsbtSpec = {
  coins: [
    coin(place(nestedPair, 0, 0), 901, {
      change: (input) => Object.assign(input, { redeemScript: new Uint8Array(0) }),
    }),
  ],
  outputs: [pay(60_000n), back(39_700n, nestedPair)],
};

/** Cases of size, which are too large for vectors/review/ or differ only in size. */
const made: readonly ReviewVector[] = [
  {
    name: '6,000 named positions',
    about: 'fields-unrelated',
    has: true,
    psbt: writePsbt(buildPsbt({ coins: [mine(0)], outputs: [pay(60_000n), named] })),
    descriptors: [wpkh],
    fee: 'proven',
    findings: ['fields-unrelated'],
  },
  {
    name: 'a nested pair without its redeem script',
    about: 'clean',
    has: false,
    psbt: writePsbt(buildPsbt(bare)),
    descriptors: [nestedPair],
    fee: 'proven',
    findings: [],
  },
];

/** Returns the only vector of this name. */
export function vectorNamed(name: string): ReviewVector {
  const [vector, ...more] = [...reviewVectors, ...made].filter((each) => each.name === name);
  if (vector === undefined || more.length > 0) throw new Error(`${more.length + 1} of ${name}`);
  return vector;
}

/**
 * Returns the payment that was signed before, so that a wallet remembers the `past` of a vector.
 */
export function signedBefore({ psbt: text, past, descriptors }: ReviewVector): string {
  const [[key, row] = []] = Object.entries(past ?? {});
  const [own] = descriptors ?? [];
  if (text === undefined || own === undefined || row?.payments === undefined) {
    throw new Error('no payment was signed before');
  }
  const psbt = readPsbt(text);
  const again = psbt.inputs.find(({ prevout }) => outPointKey(prevout) === key);
  const payments = row.payments.map(({ value, script }) =>
    pay(BigInt(value), Uint8Array.from(Buffer.from(script, 'hex'))),
  );
  const paid = payments.reduce((sum, { value }) => sum + value, 0n);
  const value = BigInt(row.amount);
  const before = buildPsbt({
    coins: [coin(place(own, 0, 5), 902, { value })],
    outputs: [...payments, back(value - paid - 1_000n, own, 30)],
    change: (draft) => {
      if (again !== undefined) draft.inputs = [again];
    },
  });
  return writePsbt(before);
}
