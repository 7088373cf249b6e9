import { sha256 } from '../../../src/crypto/hash.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { multisigScript, p2wshScript } from '../../../src/script/builders.ts';
import { at, friend } from './attack-cases.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  multi,
  outPoint,
  passedOff,
  pay,
  pkh,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import { type CoinSpec, keyAt, type OutputSpec, type PsbtSpec, place } from './review-world.ts';

/** Sentences about the wallet that a transaction is for. */
function otherWallets(): ReviewVector[] {
  const spend = (text: string, more: Partial<CoinSpec> = {}): PsbtSpec => ({
    coins: [at(text, 3, 900_000n, more)],
    outputs: [pay(899_000n, friend)],
  });
  const isFor = 'This transaction is for';
  return rows('no-input-ours', [
    [
      'a payment that names the master key of somebody else',
      spend(thief),
      ['no-input-ours'],
      { says: [`${isFor} ${THIEF.fingerprint}. You opened ${ME.fingerprint}.`] },
    ],
    [
      'a payment that names no key',
      spend(thief, { change: (input) => Object.assign(input, { keyPaths: [] }) }),
      ['no-input-ours'],
      { lacks: [isFor] },
    ],
    [
      'a payment that names zeros for a master key',
      spend(thief, {
        change: (input) => {
          input.keyPaths = input.keyPaths.map((each) => ({
            ...each,
            origin: { ...each.origin, fingerprint: new Uint8Array(4) },
          }));
        },
      }),
      ['no-input-ours'],
      { lacks: [isFor] },
    ],
    [
      'a payment of another account of our master key, of which only a public key is open',
      spend(`wpkh(${keyAt(ME, '84h/1h/5h')})`),
      ['no-input-ours'],
      { lacks: [isFor] },
    ],
  ]);
}

/** Sentences on why change is not the user's. */
function falseChange(): ReviewVector[] {
  const forged = 'The key that it names is not yours';
  const spend = (change: OutputSpec): PsbtSpec => ({
    coins: [at(wpkh, 3, 900_000n)],
    outputs: [pay(400_000n, friend), change],
  });
  /** Makes a key of a thief with the path of our change. */
  const ofThief: OutputSpec = {
    ...back(499_000n, thief, 2),
    change: (output) => {
      const [name] = output.keyPaths;
      const [origin] = place(wpkh, 1, 2).knowledge.origins.values();
      if (name === undefined || origin === undefined) throw new Error('no key');
      output.keyPaths = [{ ...name, origin }];
    },
  };
  const seed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
  const onlyOurs: CoinSpec['change'] = (input) => {
    input.keyPaths = input.keyPaths.filter(
      ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
    );
  };
  /** Makes the label of our key over a multisig that does not contain it. */
  const withoutUs: OutputSpec = {
    ...back(499_000n, multi, 2),
    ...strangers(),
  };
  return rows(
    'change-not-ours',
    [
      [
        'the key of a thief under the path of our change',
        spend(ofThief),
        ['change-not-ours'],
        { says: [forged] },
      ],
      [
        'our key, named over the script of a thief',
        spend(passedOff(499_000n, place(wpkh, 1, 2), place(thief, 1, 2).script)),
        ['change-not-ours'],
        { lacks: [forged] },
      ],
      [
        'our key, named over a shown multisig of strangers, in a wallet that is not open',
        {
          coins: [at(multi, 3, 900_000n, { change: onlyOurs })],
          outputs: [pay(400_000n, friend), withoutUs],
        },
        ['change-not-ours', 'wallet-unregistered'],
        seed,
      ],
    ],
    [
      [
        'our key, named over a shown multisig with it, in a wallet that is not open',
        {
          coins: [at(multi, 3, 900_000n, { change: onlyOurs })],
          outputs: [pay(400_000n, friend), back(499_000n, multi, 2)],
        },
        ['wallet-unregistered', 'change-unproven'],
        seed,
      ],
    ],
  );
}

/** Returns the script of a multisig of three strangers, with its fields. */
function strangers(): Pick<OutputSpec, 'script' | 'change'> {
  const account = '48h/1h/0h/2h';
  const keys = [5, 6, 7].map((index) => {
    const [key] = place(`wpkh(${keyAt(THIEF, account)})`, 0, index).knowledge.publicKeys.values();
    if (key === undefined) throw new Error('no key');
    return key;
  });
  const witnessScript = multisigScript(2, keys);
  return {
    script: p2wshScript(sha256(witnessScript)),
    change: (output) => {
      const [name] = output.keyPaths.filter(
        ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
      );
      if (name === undefined) throw new Error('no key');
      Object.assign(output, { witnessScript, keyPaths: [name] });
    },
  };
}

/** Sentences on when coins are old enough. */
function ages(): ReviewVector[] {
  const account = '48h/1h/0h/2h';
  const text = `wsh(or_d(pk(${keyAt(ME, account)}),and_v(v:pkh(${keyAt(COSIGNER, account)}),older(26280))))`;
  const coins = [3, 4].map((index) => at(text, index, 900_000n, { sequence: 26_280 }));
  const spend: PsbtSpec = { coins, outputs: [pay(400_000n, friend), back(1_399_000n, text, 2)] };
  const rest = { descriptors: [text], now: { height: 900_000, time: 1_800_000_000 } };
  const known = (...heights: readonly (number | undefined)[]) =>
    Object.fromEntries(
      coins.map((each, i) => {
        const row = { amount: '900000', script: encodeHex(each.script) };
        const height = heights[i];
        return [outPoint(each), height === undefined ? row : { ...row, height }];
      }),
    );
  return rows('recovery-path', [
    [
      'two coins of which both heights are known',
      spend,
      ['recovery-path'],
      { ...rest, known: known(800_000, 801_000), says: ['old enough since block 827280'] },
    ],
    [
      'two coins of which one height is known',
      spend,
      ['recovery-path'],
      { ...rest, known: known(800_000), lacks: ['old enough'] },
    ],
    [
      'two coins of which no height is known',
      spend,
      ['recovery-path'],
      { ...rest, known: known(), lacks: ['old enough'] },
    ],
  ]);
}

/** Outputs of equal amounts that are no shares of a coinjoin. */
function equalAmounts(): ReviewVector[] {
  const nothing = [30, 31].map((index) => pay(0n, place(thief, 0, index).script));
  return rows(
    'coinjoin-short',
    [],
    [
      [
        'two payees of nothing',
        { coins: [at(wpkh, 3, 900_000n)], outputs: [...nothing, back(899_000n)] },
        ['output-dust', 'not-standard'],
      ],
      [
        'two payees of nothing beside a coin of others',
        {
          coins: [at(wpkh, 3, 900_000n), coin(place(thief, 0, 3), 205, { value: 50_000n })],
          outputs: [...nothing, pay(49_000n, friend), back(899_000n)],
        },
        ['output-dust', 'inputs-of-others', 'not-standard'],
      ],
    ],
  );
}

/** Change that is far ahead of the coins that are spent. */
function gaps(): ReviewVector[] {
  const seed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
  const spend = (text: string, coin: number, change: number): PsbtSpec => ({
    coins: [at(text, coin, 900_000n)],
    outputs: [pay(400_000n, friend), back(499_000n, text, change)],
  });
  const kinds: readonly (readonly [name: string, text: string])[] = [
    ['P2WPKH', wpkh],
    ['P2PKH', pkh],
    ['P2TR', tr],
    ['2 of 3', multi],
  ];
  const has = (coin: number, change: number) =>
    kinds.map(
      ([name, text]): Row => [
        `change of ${name} at position ${change}, and a coin at position ${coin}`,
        spend(text, coin, change),
        ['change-far'],
        { descriptors: [text], says: [`Position: ${change}.`] },
      ],
    );
  return rows(
    'change-far',
    [
      ...has(0, 999),
      ...has(0, 201),
      ...has(700, 901),
      [
        'change at position 999 of a seed, and a coin at position 0',
        spend(wpkh, 0, 999),
        ['change-far'],
        seed,
      ],
      [
        'change at position 1,000, and a coin at position 999',
        spend(wpkh, 999, 1000),
        ['change-far'],
      ],
    ],
    [
      ['change at position 901, and a coin at position 701', spend(wpkh, 701, 901), []],
      ['change at position 999, and a coin at position 850', spend(wpkh, 850, 999), []],
      ['change at position 901 of a seed, and a coin at 701', spend(wpkh, 701, 901), [], seed],
      [
        'change at position 300, and coins at positions 0 and 250',
        {
          coins: [0, 250].map((index) => at(wpkh, index, 450_000n)),
          outputs: [pay(400_000n, friend), back(499_000n, wpkh, 300)],
        },
        [],
      ],
    ],
  );
}

/** Coins that are offered for outputs, each by a signature that covers nothing else. */
function offers(): ReviewVector[] {
  const offer = (text: string, index: number, sighashType: number, claimed = 900_000n): CoinSpec =>
    at(text, index, 900_000n, {
      previous: false,
      claimed,
      change: (input) => Object.assign(input, { sighashType }),
    });
  const kinds: readonly (readonly [name: string, text: string])[] = [
    ['taproot', tr],
    ['P2WPKH', wpkh],
  ];
  const outputs = [5, 6, 7].map((index) => back(950_000n, wpkh, index));
  const three = (text: string, type: number): PsbtSpec => ({
    coins: [0, 1, 2].map((index) => offer(text, index, type)),
    outputs,
  });
  const open = { descriptors: [wpkh, tr, pkh], fee: 'open' } as const;
  const asked = ['sighash-single', 'sighash-anyone-can-pay'] as const;
  return rows(
    'fee-unproven',
    [
      [
        'three P2WPKH coins that are signed with ALL and ANYONECANPAY',
        { coins: three(wpkh, 0x81).coins, outputs: [pay(2_600_000n, friend), back(99_000n)] },
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { ...open, fee: 'sessions' },
      ],
      [
        'three offers of legacy coins, whose signatures cover no amount',
        three(pkh, 0x83),
        ['fee-unproven', ...asked],
        { ...open, fee: 'claimed' },
      ],
      [
        'an offer beside two coins whose signatures cover all outputs',
        {
          coins: [offer(wpkh, 0, 0x83), ...three(wpkh, 0x01).coins.slice(1)],
          outputs: [back(2_600_000n), pay(99_000n, friend)],
        },
        ['fee-unproven', ...asked],
        { ...open, fee: 'sessions' },
      ],
    ],
    [
      ...kinds.flatMap(([name, text]): readonly Row[] => [
        [
          `three offers of ${name} coins`,
          three(text, 0x83),
          asked,
          { ...open, says: ['They can also spend the coin in another transaction.'] },
        ],
        [`three gifts of ${name} coins`, three(text, 0x82), ['sighash-none', asked[1]], open],
      ]),
      [
        'two offers beside the coin of a buyer',
        {
          coins: [
            ...three(tr, 0x83).coins.slice(0, 2),
            coin(place(thief, 0, 3), 203, { value: 250_000n, previous: false }),
          ],
          outputs,
        },
        [...asked, 'inputs-of-others'],
        open,
      ],
    ],
  );
}

/** Findings whose sentences and borders other vectors do not compare. */
export const detailCases: { readonly [name: string]: () => ReviewVector[] } = {
  'detail-wallets': otherWallets,
  'detail-change': falseChange,
  'detail-ages': ages,
  'detail-amounts': equalAmounts,
  'detail-gaps': gaps,
  'detail-offers': offers,
};
