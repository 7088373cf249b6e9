import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { compareBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { GlobalXpub } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import {
  multisigScript,
  p2shScript,
  p2trScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { at, friend, other, pair } from './attack-cases.ts';
import { alike } from './fresh-cases.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  multi,
  outPoint,
  passedOff,
  pay,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  thief,
  wpkh,
} from './review-cases.ts';
import {
  type CoinSpec,
  keyAt,
  type OutputSpec,
  type Person,
  type PsbtSpec,
  person,
  place,
  secretsOf,
} from './review-world.ts';
import { xpub } from './signer-cases.ts';

/** Replacements of a signed payment of 400,000 sat. */
function replacements(): ReviewVector[] {
  const ours = at(wpkh, 0, 900_000n);
  const second = at(wpkh, 1, 900_000n);
  const past = (...paid: readonly (readonly [bigint, Uint8Array])[]) => ({
    amount: '900000',
    isSigned: true,
    payees: payeesDigest(
      paid.map(([value, scriptPubKey]) => ({ value, scriptPubKey, owner: undefined })),
    ),
    payments: paid.map(([value, script]) => ({ value: `${value}`, script: encodeHex(script) })),
  });
  const before = { past: { [outPoint(ours)]: past([400_000n, friend]) } };
  const paying = (...outputs: readonly OutputSpec[]): PsbtSpec => ({ coins: [ours], outputs });
  const bump = paying(pay(400_000n, friend), back(498_000n));
  const known = place(thief, 0, 21).script;
  return [
    ...pair(
      'payee-added',
      [
        'a fee bump in which a second payee takes 96 % of the change',
        paying(pay(400_000n, friend), pay(478_000n, other), back(20_000n)),
        ['payee-added'],
        before,
      ],
      ['a fee bump that pays the payee alone', bump, [], before],
      [
        'another payment, after the first one',
        { ...bump, coins: [second], outputs: [pay(300_000n, other), back(598_000n)] },
        [],
        before,
      ],
      [
        'a payment that adds a text without money',
        paying(
          pay(400_000n, friend),
          { value: 0n, script: Uint8Array.of(0x6a, 1, 0x68) },
          back(498_000n),
        ),
        ['output-data'],
        before,
      ],
    ),
    ...pair(
      'payee-added',
      [
        'a fee bump in which a second payee takes all of the change',
        paying(pay(400_000n, friend), pay(498_000n, other)),
        ['payee-added', 'nothing-comes-back'],
        before,
      ],
      [
        'a fee bump of the payment with two payees that was signed last',
        paying(pay(400_000n, friend), pay(200_000n, other), back(297_000n)),
        [],
        {
          ...before,
          spent: { [outPoint(ours)]: [past([400_000n, friend], [200_000n, other])] },
        },
      ],
    ),
    ...pair(
      'payee-added',
      [
        'a payee who takes a thousandth of the change',
        paying(pay(400_000n, friend), pay(600n, other), back(497_400n)),
        ['payee-added'],
        before,
      ],
      [
        'a payjoin whose payee has two outputs',
        {
          coins: [ours, coin(place(thief, 0, 3), 205, { value: 600_000n })],
          outputs: [pay(400_000n, friend), pay(600_000n, other), back(498_000n)],
        },
        ['inputs-of-others'],
        before,
      ],
    ),
    ...pair(
      'payee-added',
      [
        'a payee who is paid by a second coin',
        {
          coins: [ours, second],
          outputs: [pay(400_000n, friend), pay(700_000n, other), back(697_000n)],
        },
        ['payee-added'],
        before,
      ],
      [
        'the same payee, and a second coin for the fee',
        { coins: [ours, second], outputs: [pay(400_000n, friend), back(1_397_000n)] },
        [],
        before,
      ],
    ),
    ...pair(
      'address-look-alike',
      [
        'an address like that of a payee of the history',
        { coins: [second], outputs: [pay(300_000n, alike(known)), back(598_000n)] },
        ['address-look-alike'],
        { past: { [outPoint(ours)]: past([400_000n, known]) } },
      ],
      [
        'the payee of the history again, with another amount',
        { coins: [second], outputs: [pay(300_000n, known), back(598_000n)] },
        [],
        { past: { [outPoint(ours)]: past([400_000n, known]) } },
      ],
      [
        'an address like one that was only reviewed',
        { coins: [second], outputs: [pay(300_000n, alike(known)), back(598_000n)] },
        [],
        {
          past: {
            [outPoint(ours)]: { amount: '900000', isSigned: false, payees: 'e'.repeat(64) },
          },
        },
      ],
    ),
  ];
}

/** Payments to cosigners, and labels of our own wallet. */
function cosigners(): ReviewVector[] {
  const account = '48h/1h/0h/2h';
  const shared = (...people: readonly Person[]) =>
    `wsh(sortedmulti(2,${people.map((who) => keyAt(who, account)).join(',')}))`;
  const opened = { descriptors: [multi], masters: [ME.root.privateExtendedKey] };
  const signing = { descriptors: [multi.replace(keyAt(ME, account), keyAt(ME, account, true))] };
  const watched = { descriptors: [multi] };
  const [single] = secretsOf(signing.descriptors[0] ?? '', 0, 0).privateKeys.values();
  if (single === undefined) throw new Error('no private key');
  /** The private key of the coin alone, beside the wallet without private keys. */
  const withKey = { descriptors: [multi, `pkh(${encodeWif(single, networks.regtest)})`] };
  const paying = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [at(multi, 0, 900_000n)],
    outputs: [...outputs, back(499_000n, multi, 4)],
  });
  /** Makes an output with the keys and paths that its owner's wallet wrote. */
  const to = (text: string, branch: 0 | 1 = 0): OutputSpec => ({
    value: 400_000n,
    ...place(text, branch, 7),
  });
  const alone = `wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`;
  const inOurWallet = `wpkh(${keyAt(COSIGNER, account)})`;
  const theirs = shared(COSIGNER, person(31), person(32));
  const family = shared(COSIGNER, person(31));
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
  const honest: readonly (readonly [name: string, text: string])[] = [
    ['a cosigner is paid to a wallet of one key', alone],
    ['a cosigner is paid with the key of our wallet', inOurWallet],
    ["a cosigner's other multisig is paid", theirs],
    ['the multisig of a cosigner and a stranger is paid', family],
  ];
  const stop = 'change-not-ours' as const;
  return [
    ...pair(
      stop,
      [
        'the label of our change over the script of a thief',
        paying(labelled(ME, COSIGNER)),
        [stop],
        opened,
      ],
      ...honest.map(
        ([name, text]): Row => [`${name}, with our seed`, paying(to(text)), [], opened],
      ),
      ...honest.map(
        ([name, text]): Row => [`${name}, with our private key`, paying(to(text)), [], signing],
      ),
      ...honest.map(
        ([name, text]): Row => [
          `${name}, with the private key of the coin alone`,
          paying(to(text)),
          [],
          withKey,
        ],
      ),
    ),
    ...pair(
      stop,
      ['our key alone is named over the script of a thief', paying(labelled(ME)), [stop], signing],
      [
        'a cosigner alone is named over the script of a stranger',
        paying(labelled(COSIGNER)),
        ['fields-unrelated'],
        signing,
      ],
    ),
    ...pair(
      stop,
      [
        'two of three keys are named over the script of a thief, without private keys',
        paying(labelled(ME, COSIGNER)),
        [stop],
        watched,
      ],
      ...honest.map(
        ([name, text]): Row => [
          `${name}, without private keys`,
          paying(to(text)),
          ['change-unproven'],
          watched,
        ],
      ),
    ),
    ...pair(
      'input-not-ours',
      [
        'an input that names our key over the coin of a stranger',
        {
          outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
          coins: [
            at(multi, 0, 900_000n),
            coin(place(thief, 0, 3), 205, {
              change: (input) => {
                input.keyPaths = own(ME);
              },
            }),
          ],
        },
        ['input-not-ours'],
        signing,
      ],
      [
        'a payjoin with a cosigner',
        {
          coins: [at(multi, 0, 900_000n), coin(place(alone, 0, 3), 205)],
          outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
        },
        ['inputs-of-others'],
        signing,
      ],
      [
        'a payjoin with a multisig of a cosigner',
        {
          coins: [at(multi, 0, 900_000n), coin(place(theirs, 0, 3), 205)],
          outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
        },
        ['inputs-of-others'],
        signing,
      ],
    ),
  ];
}

/** Names of a person's key in our wallet, at a position of ours. */
const own = (who: Person) => {
  const { publicKeys, origins } = place(multi, 0, 3).knowledge;
  return [...publicKeys.values()].flatMap((publicKey) => {
    const origin = origins.get(encodeHex(hash160(publicKey)));
    return origin && encodeHex(origin.fingerprint) === who.fingerprint
      ? [{ publicKey, origin }]
      : [];
  });
};

/** Change of a multisig wallet that is not open, beside a payment of 400,000 sat. */
function xpubs(): ReviewVector[] {
  const account = '48h/1h/0h/2h';
  const seed = { descriptors: [], masters: [ME.root.privateExtendedKey] };
  const people = [ME, COSIGNER, person(3)];
  const keys = (...who: readonly Person[]) => who.map((each) => keyAt(each, account)).join(',');
  const all = people.map((who) => xpub(who, account));
  const given =
    (list: readonly GlobalXpub[] = all): NonNullable<PsbtSpec['change']> =>
    (psbt) =>
      Object.assign(psbt, { xpubs: list });
  const from = (text: string, change: OutputSpec, list?: readonly GlobalXpub[]): PsbtSpec => ({
    coins: [at(text, 3, 900_000n)],
    outputs: [pay(400_000n, friend), change],
    change: given(list),
  });
  const honest = (text: string) => from(text, back(499_000n, text, 2));
  const stop: readonly FindingId[] = ['change-not-ours', 'wallet-proven'];
  const kinds: readonly (readonly [name: string, text: string])[] = [
    ['2 of 3 in P2WSH', multi],
    ['2 of 3 in P2WSH in P2SH', `sh(${multi})`],
    ['2 of 3 in P2SH', multi.replace('wsh', 'sh')],
    ['2 of 3 keys that are not sorted', multi.replace('sortedmulti', 'multi')],
    ['2 of 2 keys that are not sorted', `wsh(multi(2,${keys(COSIGNER, ME)}))`],
    ['2 of 2 keys in the other order', `wsh(multi(2,${keys(ME, COSIGNER)}))`],
    ['1 of 2', `wsh(sortedmulti(1,${keys(ME, COSIGNER)}))`],
  ];
  const wallets: readonly (readonly [name: string, text: string])[] = [
    ['a thief in place of a cosigner', `wsh(sortedmulti(2,${keys(ME, COSIGNER, THIEF)}))`],
    ['a thief beside the cosigners', `wsh(sortedmulti(2,${keys(...people, THIEF)}))`],
    ['a threshold of 1', multi.replace('multi(2', 'multi(1')],
    ['the same keys in P2SH', `sh(${multi})`],
    [
      'another account of a cosigner',
      multi.replace(keyAt(COSIGNER, account), keyAt(COSIGNER, '48h/1h/1h/2h')),
    ],
  ];
  /** Keys at different positions, which no wallet looks for. */
  const mixed = (): OutputSpec => {
    const at = (who: Person, index: number) => {
      const { publicKeys, origins } = place(`wpkh(${keyAt(who, account)})`, 1, index).knowledge;
      const [publicKey] = publicKeys.values();
      const [origin] = origins.values();
      if (publicKey === undefined || origin === undefined) throw new Error('no key');
      return { publicKey, origin };
    };
    const keyPaths = people.map((who, i) => at(who, i === 1 ? 700_000 : 2));
    const witnessScript = multisigScript(
      2,
      keyPaths.map(({ publicKey }) => publicKey).sort(compareBytes),
    );
    return {
      value: 499_000n,
      script: p2wshScript(sha256(witnessScript)),
      change: (output) => Object.assign(output, { keyPaths, witnessScript }),
    };
  };
  const withThief = `wsh(sortedmulti(1,${keys(ME, THIEF)}))`;
  const thiefXpubs = [ME, THIEF].map((who) => xpub(who, account));
  const warned: readonly FindingId[] = ['wallet-unregistered', 'change-unproven'];
  /** The thief's extended key under the path of a cosigner. */
  const posing = all.map((each, i) =>
    i === 1 ? { ...each, xpub: xpub(THIEF, account).xpub } : each,
  );
  const swapped = multi.replace(keyAt(COSIGNER, account), keyAt(THIEF, account));
  const asCosigner: OutputSpec = {
    ...back(499_000n, swapped, 2),
    change: (output) => {
      output.keyPaths = output.keyPaths.map((each) => ({
        ...each,
        origin:
          encodeHex(each.origin.fingerprint) === THIEF.fingerprint
            ? { ...each.origin, fingerprint: decodeHex(COSIGNER.fingerprint) ?? new Uint8Array(4) }
            : each.origin,
      }));
    },
  };
  return [
    ...rows(
      'wallet-proven',
      [
        ...kinds.map(
          ([name, text]): Row => [
            `change of ${name}, with all extended keys`,
            honest(text),
            ['wallet-proven'],
            seed,
          ],
        ),
        [
          'a cosigner is paid beside such change',
          {
            ...honest(multi),
            outputs: [
              { value: 400_000n, ...place(`wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`, 0, 7) },
              back(499_000n, multi, 2),
            ],
          },
          ['wallet-proven'],
          seed,
        ],
      ],
      [
        [
          'such change of a wallet that is open',
          honest(multi),
          [],
          { ...seed, descriptors: [multi] },
        ],
        [
          'such change without extended keys',
          from(multi, back(499_000n, multi, 2), []),
          warned,
          seed,
        ],
        [
          'such change without the extended key of a cosigner',
          from(multi, back(499_000n, multi, 2), all.slice(0, 2)),
          warned,
          seed,
        ],
        [
          'such change, with the extended key of a thief under the path of a cosigner',
          from(multi, back(499_000n, multi, 2), posing),
          [...warned, 'xpub-wrong'],
          { ...seed, says: ['does not derive the keys of the coins'] },
        ],
        [
          'an extended key of a thief that derives his change and not the coin',
          from(multi, asCosigner, posing),
          [...warned, 'xpub-wrong'],
          seed,
        ],
        [
          'change to a wallet with a thief, of which a small coin is spent beside ours',
          {
            coins: [at(multi, 3, 900_000n), at(withThief, 4, 10_000n)],
            outputs: [pay(400_000n, friend), back(508_000n, withThief, 2)],
            change: given([...all, ...thiefXpubs]),
          },
          warned,
          seed,
        ],
        [
          'a wallet with a thief, and a coin of our own account beside it',
          {
            coins: [at(wpkh, 3, 900_000n), at(withThief, 4, 10_000n)],
            outputs: [pay(400_000n, friend), back(508_000n, withThief, 2)],
            change: given(thiefXpubs),
          },
          warned,
          seed,
        ],
      ],
    ),
    ...rows(
      'change-not-ours',
      [
        ...wallets.map(
          ([name, text]): Row => [
            `change with ${name}, which the extended keys disprove`,
            from(multi, back(499_000n, text, 2)),
            stop,
            seed,
          ],
        ),
        ['change whose keys have different positions', from(multi, mixed()), stop, seed],
        [
          'the key of a thief under the path of a cosigner, which the extended keys disprove',
          from(multi, asCosigner),
          stop,
          seed,
        ],
        ...wallets
          .slice(0, 4)
          .map(
            ([name, text]): Row => [
              `change with ${name}, without extended keys`,
              from(multi, back(499_000n, text, 2), []),
              ['change-not-ours', 'wallet-unregistered'],
              { ...seed, says: ['not those of the coins'] },
            ],
          ),
      ],
      [
        [
          'change that names our key alone, without extended keys',
          from(
            multi,
            {
              ...back(499_000n, multi, 2),
              change: (output) => {
                output.keyPaths = output.keyPaths.filter(
                  ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
                );
              },
            },
            [],
          ),
          warned,
          seed,
        ],
        [
          'change whose script the PSBT leaves out, without extended keys',
          from(
            multi,
            {
              ...back(499_000n, multi, 2),
              change: (output) => {
                output.witnessScript = new Uint8Array(0);
              },
            },
            [],
          ),
          warned,
          seed,
        ],
        [
          'change of which a coin names our key alone',
          {
            ...from(multi, back(499_000n, multi, 2), []),
            coins: [
              at(multi, 3, 900_000n, {
                change: (input) => {
                  input.keyPaths = input.keyPaths.filter(
                    ({ origin }) => encodeHex(origin.fingerprint) === ME.fingerprint,
                  );
                },
              }),
            ],
          },
          warned,
          seed,
        ],
      ],
    ),
    ...rows('change-far', [
      [
        'change at position 700,000 of a wallet that the extended keys prove',
        from(multi, back(499_000n, multi, 700_000)),
        ['change-far', 'wallet-proven'],
        seed,
      ],
    ]),
  ];
}

/** Scripts that take no key or that nodes do not relay. */
function scripts(): ReviewVector[] {
  const to = (script: Uint8Array, change?: OutputSpec['change']): PsbtSpec => ({
    coins: [at(wpkh, 0, 900_000n)],
    outputs: [{ value: 400_000n, script, ...(change && { change }) }, back(499_000n)],
  });
  const shown = (witnessScript: Uint8Array): PsbtSpec =>
    to(p2wshScript(sha256(witnessScript)), (output) => Object.assign(output, { witnessScript }));
  const redeemed = (redeemScript: Uint8Array): PsbtSpec =>
    to(p2shScript(hash160(redeemScript)), (output) => Object.assign(output, { redeemScript }));
  const [key = new Uint8Array(33)] = place(thief, 0, 3).knowledge.publicKeys.values();
  const keys = [...place(multi, 0, 3).knowledge.publicKeys.values()].filter(
    ({ length }) => length === 33,
  );
  const hash = sha256(key);
  const uncompressed = (prefix: number) => Uint8Array.of(prefix, ...key.subarray(1), ...hash);
  const long = uncompressed(4);
  const lock = buildScript(Op.SHA256, hash, Op.EQUAL);
  const withKey = buildScript(key, Op.CHECKSIGVERIFY, Op.SHA256, hash, Op.EQUAL);
  const either = (first: readonly (Uint8Array | number)[]) =>
    buildScript(Op.IF, ...first, Op.ELSE, key, Op.CHECKSIG, Op.ENDIF);
  const tree = (leaf: Uint8Array): PsbtSpec => {
    const leaves = [{ depth: 0, leafVersion: 0xc0, script: leaf }];
    const internal = key.subarray(1);
    const built = buildTaprootOutput(internal, leaves, secp256k1);
    if (built === undefined) throw new Error('no taproot output');
    return to(p2trScript(built.outputKey), (output) =>
      Object.assign(output, { tapInternalKey: internal, tapTree: leaves }),
    );
  };
  const many = (count: number) =>
    buildScript(...Array.from({ length: count }, () => [key, Op.CHECKSIGVERIFY]).flat(), Op.OP_1);
  /** A redeem script that asks for signatures of one key, as Electrum's of many accounts would. */
  const shortest = (count: number) =>
    buildScript(
      key,
      ...Array.from({ length: count }, () => [Op.OP_2DUP, Op.CHECKSIGVERIFY]).flat(),
      Op.OP_1,
    );
  const spending = (text: string): PsbtSpec => ({
    coins: [at(text, 0, 900_000n)],
    outputs: [pay(400_000n, friend), back(499_000n)],
  });
  return [
    ...rows(
      'output-without-key',
      [
        ['a bare hash lock', to(lock), ['output-without-key', 'not-standard']],
        ['a hash lock in P2WSH', shown(lock), ['output-without-key']],
        ['a hash lock in P2SH', redeemed(lock), ['output-without-key']],
        [
          'a hash lock or a key, in two branches',
          shown(either([Op.SHA256, hash, Op.EQUAL])),
          ['output-without-key'],
        ],
        ['a hash lock in a taproot leaf', tree(lock), ['output-without-key']],
        [
          'a hash lock as the second way of a miniscript',
          shown(
            buildScript(
              key,
              Op.CHECKSIG,
              Op.IFDUP,
              Op.NOTIF,
              Op.SIZE,
              Uint8Array.of(32),
              Op.EQUALVERIFY,
              Op.SHA256,
              hash,
              Op.EQUAL,
              Op.ENDIF,
            ),
          ),
          ['output-without-key'],
        ],
      ],
      [
        ['a hash lock with a key in P2WSH', shown(withKey), []],
        ['a hash lock with a key in P2SH', redeemed(withKey), []],
        [
          'a hash lock with a key, or a key, in two branches',
          shown(either([key, Op.CHECKSIGVERIFY, Op.SHA256, hash, Op.EQUAL])),
          [],
        ],
        ['a key in a taproot leaf', tree(buildScript(key.subarray(1), Op.CHECKSIG)), []],
        ['a hash that hides its script', to(p2wshScript(sha256(lock))), []],
        [
          'a hash of a key, with a hash lock named for it',
          to(p2wshScript(sha256(withKey)), (output) =>
            Object.assign(output, { witnessScript: lock }),
          ),
          ['output-mismatch'],
        ],
        [
          'a key, or a taproot leaf that always fails because a branch ends that never began',
          tree(buildScript(Op.SHA256, hash, Op.EQUAL, Op.ENDIF)),
          [],
        ],
      ],
    ),
    ...rows(
      'script-not-relayed',
      [
        [
          'a payee with an uncompressed key in a witness script',
          shown(buildScript(long, Op.CHECKSIG)),
          ['script-not-relayed'],
        ],
        ...[6, 7].map(
          (prefix): Row => [
            `a payee with a hybrid key in a witness script, whose first byte is ${prefix}`,
            shown(buildScript(uncompressed(prefix), Op.CHECKSIG)),
            ['script-not-relayed'],
          ],
        ),
        ['a witness script of 3,639 bytes', shown(many(104)), ['script-not-relayed']],
        ['a redeem script with 16 signatures', redeemed(shortest(16)), ['script-not-relayed']],
      ],
      [
        ['a payee with a compressed key', shown(buildScript(key, Op.CHECKSIG)), []],
        ['a witness script of 3,501 bytes', shown(many(100)), []],
        ['a multisig of three compressed keys', shown(multisigScript(2, keys)), []],
        ['an uncompressed key in a redeem script', redeemed(buildScript(long, Op.CHECKSIG)), []],
        ['a coin of a multisig wallet', spending(multi), [], { descriptors: [multi, wpkh] }],
      ],
    ),
  ];
}

/** Amounts, coins and sizes that no node accepts. */
function impossible(): ReviewVector[] {
  const version2: Partial<PsbtSpec> = { psbtVersion: 2 };
  const coins = [at(wpkh, 0, 900_000n)];
  const usual: PsbtSpec = { coins, outputs: [pay(400_000n, friend), back(499_000n)] };
  const none: PsbtSpec['change'] = (psbt) => {
    psbt.inputs = psbt.inputs.map((input, i) =>
      i === 1
        ? {
            ...input,
            prevout: { txid: '0'.repeat(64), vout: 0xffffffff },
            nonWitnessUtxo: undefined,
          }
        : input,
    );
  };
  const two = [at(wpkh, 0, 900_000n), at(wpkh, 1, 900_000n)];
  const many = (count: number, version: number): PsbtSpec => ({
    coins: Array.from({ length: count }, (_, i) => at(wpkh, i, 10_000n)),
    outputs: [back(BigInt(count) * 9_800n)],
    version,
  });
  return [
    ...rows(
      'output-impossible',
      [
        [
          'a negative amount beside twice the money for a thief',
          {
            ...usual,
            ...version2,
            outputs: [pay(1_800_000n, place(thief, 0, 9).script), pay(-900_500n, friend)],
          },
          ['output-impossible', 'nothing-comes-back', 'output-dust', 'not-standard'],
        ],
        [
          'more than 21 million bitcoin',
          { ...usual, outputs: [pay(2_100_000_000_000_001n, friend)] },
          ['fee-negative', 'output-impossible', 'not-standard'],
        ],
      ],
      [
        ['the same payment with usual amounts, in version 2', { ...usual, ...version2 }, []],
        [
          'an output without money',
          { ...usual, outputs: [pay(0n, friend), back(899_000n)] },
          ['output-dust', 'not-standard'],
        ],
      ],
    ),
    ...rows(
      'input-null',
      [
        [
          'an input that names no coin',
          { coins: two, outputs: [pay(400_000n, friend), back(1_399_000n)], change: none },
          ['input-null', 'not-standard', 'fee-proven-once'],
        ],
      ],
      [
        ['two coins', { coins: two, outputs: [pay(400_000n, friend), back(1_399_000n)] }, []],
        ['one coin', usual, []],
      ],
    ),
    ...rows(
      'not-standard',
      [
        [
          'a transaction of version 3 with 160 coins',
          many(160, 3),
          ['not-standard', 'truc'],
          { says: ['TRUC-violation'] },
        ],
      ],
      [
        ['a transaction of version 2 with 160 coins', many(160, 2), []],
        ['a transaction of version 3 with 140 coins', many(140, 3), ['truc']],
      ],
    ),
    ...rows(
      'locktime-far',
      [
        [
          'a fallback lock time of version 2, years ahead',
          { ...usual, ...version2, locktime: 1_000_000 },
          ['locktime-far'],
          { now: { height: 800_000, time: 1_700_000_000 } },
        ],
        [
          'a height that an input of version 2 requires, years ahead',
          {
            ...usual,
            ...version2,
            coins: [
              at(wpkh, 0, 900_000n, {
                change: (input) => Object.assign(input, { heightLocktime: 1_000_000 }),
              }),
            ],
          },
          ['locktime-far'],
          { now: { height: 800_000, time: 1_700_000_000 } },
        ],
        [
          'a time that an input of version 2 requires, years ahead',
          {
            ...usual,
            ...version2,
            coins: [
              at(wpkh, 0, 900_000n, {
                change: (input) => Object.assign(input, { timeLocktime: 1_900_000_000 }),
              }),
            ],
          },
          ['locktime-far'],
          { now: { height: 800_000, time: 1_700_000_000 } },
        ],
      ],
      [
        [
          'a fallback lock time of version 2 that has passed',
          { ...usual, ...version2, locktime: 799_999 },
          [],
          { now: { height: 800_000, time: 1_700_000_000 } },
        ],
      ],
    ),
  ];
}

/** Coinjoins of 100,000 sat. */
function coinjoins(): ReviewVector[] {
  const ours = at(wpkh, 0, 250_000n);
  const theirs = [3, 4].map((index) =>
    coin(place(thief, 0, index), 200 + index, { value: 260_000n }),
  );
  const share = (index: number) => pay(100_000n, place(thief, 0, 30 + index).script);
  const rest = (index: number) => pay(159_700n, place(thief, 1, 30 + index).script);
  const of = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [ours, ...theirs],
    outputs,
  });
  return rows(
    'coinjoin-short',
    [
      [
        'a coinjoin of three in which our share goes to somebody else',
        of(share(0), share(1), share(2), rest(0), rest(1), back(149_700n)),
        ['coinjoin-short', 'inputs-of-others'],
      ],
      [
        'a coinjoin of three in which our share is left out',
        of(share(0), share(1), rest(0), pay(259_700n, place(thief, 1, 31).script), back(149_700n)),
        ['coinjoin-short', 'inputs-of-others'],
      ],
      [
        'a coinjoin of three in which nothing comes back',
        of(share(0), share(1), share(2), rest(0), rest(1), pay(149_700n, friend)),
        ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
      ],
    ],
    [
      [
        'a coinjoin of three with our share',
        of(share(0), back(100_000n, wpkh, 1), share(2), rest(0), rest(1), back(149_700n)),
        ['inputs-of-others'],
      ],
      [
        'a payjoin with two payees of one amount',
        {
          coins: [ours, coin(place(thief, 0, 3), 203, { value: 20_000n })],
          outputs: [share(0), share(1), pay(20_000n, friend), back(49_500n)],
        },
        ['inputs-of-others'],
      ],
      [
        'two payees of one amount',
        { coins: [ours], outputs: [share(0), share(1), back(49_500n)] },
        [],
      ],
    ],
  );
}

/** Extended keys beside those of an open wallet. */
function unknownXpubs(): ReviewVector[] {
  const account = '48h/1h/0h/2h';
  const own = [ME, COSIGNER, person(3)].map((who) => xpub(who, account));
  const spend = (text: string, xpubs: readonly GlobalXpub[]): PsbtSpec => ({
    coins: [at(text, 3, 900_000n)],
    outputs: [pay(400_000n, friend), back(499_000n, text, 2)],
    change: (psbt) => Object.assign(psbt, { xpubs }),
  });
  const bare = multi.replace(/\[[^\]]*\]/g, '');
  return rows(
    'xpub-unknown',
    [
      [
        'a fourth extended key beside those of 2 of 3',
        spend(multi, [...own, xpub(THIEF, account)]),
        ['xpub-unknown'],
        { descriptors: [multi] },
      ],
    ],
    [
      ['the three extended keys of 2 of 3', spend(multi, own), [], { descriptors: [multi] }],
      [
        'the three extended keys, where our descriptor has no paths',
        spend(bare, own),
        [],
        { descriptors: [bare] },
      ],
      [
        'the extended key of a stranger beside that of our wallet of one key',
        spend(wpkh, [xpub(ME, '84h/1h/0h'), xpub(THIEF, '84h/1h/0h')]),
        [],
      ],
      ['the extended key of others alone', spend(wpkh, [xpub(THIEF, '84h/1h/0h')]), []],
    ],
  );
}

/** Coins with a recovery path that waits for half a year. */
function recoveries(): ReviewVector[] {
  const account = '48h/1h/0h/2h';
  const wallet = (main: string, backup: string) =>
    `wsh(or_d(pk(${main}),and_v(v:pkh(${backup}),older(26280))))`;
  const [me, heir] = [keyAt(ME, account), keyAt(COSIGNER, account)];
  const text = wallet(me, heir);
  const asHeir = { descriptors: [wallet(me, keyAt(COSIGNER, account, true))] };
  const asOwner = { descriptors: [wallet(keyAt(ME, account, true), heir)] };
  const asBoth = {
    descriptors: [wallet(keyAt(ME, account, true), keyAt(COSIGNER, account, true))],
  };
  const watched = { descriptors: [text] };
  const simple = `wsh(and_v(v:pk(${keyAt(ME, account)}),older(26280)))`;
  const ours = (sequence: number, of = text) => at(of, 3, 900_000n, { sequence });
  const spend = (sequence: number, of = text): PsbtSpec => ({
    coins: [ours(sequence, of)],
    outputs: [pay(400_000n, friend), back(499_000n, of, 2)],
  });
  /** The chain knows the coin from block 800,000. */
  const chain = (height: number, of = text) => ({
    now: { height, time: 1_800_000_000 },
    known: {
      [outPoint(ours(0, of))]: {
        amount: '900000',
        script: encodeHex(ours(0, of).script),
        height: 800_000,
      },
    },
  });
  const waits = spend(26_280);
  const plain = spend(0xfffffffd);
  return [
    ...rows(
      'recovery-path',
      [
        [
          'the heir spends a coin that is old enough',
          waits,
          ['recovery-path'],
          { ...asHeir, ...chain(830_000), says: ['It is old enough since block 826280.'] },
        ],
        [
          'the heir spends a coin that is old enough from the next block on',
          waits,
          ['recovery-path'],
          { ...asHeir, ...chain(826_279), says: ['since block 826280'] },
        ],
        [
          'the heir spends a coin that is not old enough for a year',
          waits,
          ['recovery-path'],
          { ...asHeir, ...chain(800_100), says: ['It is old enough from block 826280 on.'] },
        ],
        ['the heir spends a coin of unknown age', waits, ['recovery-path'], asHeir],
        ['the recovery path, without private keys', waits, ['recovery-path'], watched],
        ['the recovery path, with both private keys', waits, ['recovery-path'], asBoth],
      ],
      [
        ['the main path, with both private keys', plain, [], asBoth],
        ['the main path, without private keys', plain, [], watched],
        [
          'the only path, which waits',
          spend(26_280, simple),
          ['relative-lock'],
          { descriptors: [simple] },
        ],
      ],
    ),
    ...rows(
      'relative-lock-far',
      [
        [
          'a payment by the main key that is made to wait for half a year',
          waits,
          ['relative-lock-far'],
          asOwner,
        ],
        [
          'a payment by the main key that is made to wait for five months more',
          waits,
          ['relative-lock-far'],
          { ...asOwner, ...chain(802_000) },
        ],
      ],
      [
        ['a payment by the main key', plain, [], asOwner],
        [
          'a payment by the main key, of a coin that is old enough',
          waits,
          ['relative-lock'],
          { ...asOwner, ...chain(830_000), says: ['since block 826280'] },
        ],
        [
          'a usual coin that is old enough for a sequence of 5,000',
          spend(5_000, wpkh),
          ['relative-lock'],
          chain(806_000, wpkh),
        ],
      ],
    ),
  ];
}

/** Change to a key of the coin, in a script without the other keys or conditions. */
function otherScripts(): ReviewVector[] {
  const mine = (path: string) => keyAt(ME, path);
  const theirs = (path: string) => keyAt(COSIGNER, path);
  const [tap, segwit, old, both] = ['86h/1h/0h', '84h/1h/0h', '44h/1h/0h', '49h/1h/0h'];
  const backup = `tr(${mine(tap)},pk(${theirs(tap)}))`;
  const multisig = `wsh(sortedmulti(2,${mine(segwit)},${theirs(segwit)}))`;
  const waits = `wsh(or_d(pk(${mine(segwit)}),and_v(v:pkh(${mine('84h/1h/3h')}),older(1008))))`;
  const lone = `tr(${mine(tap)})`;
  const three = [ME, COSIGNER, THIEF].map((who) => keyAt(who, '48h/1h/0h/2h'));
  const twoOf = (...keys: readonly string[]) => `wsh(sortedmulti(2,${keys.join()}))`;
  const oneOf = `wsh(sortedmulti(1,${three.join()}))`;
  const branches = (...last: readonly string[]) =>
    `tr(${mine(tap)},{pk(${theirs(tap)}),${last.join()}})`;
  const heir = `and_v(v:pk(${keyAt(THIEF, tap)}),older(4320))`;
  const master = ME.root.privateExtendedKey;
  const id = 'change-other-script' as const;
  const accountOf = ({ root }: Person, path = tap) => root.derive(`m/${path.replaceAll('h', "'")}`);
  const bareOf = (who: Person, path = tap) => `${accountOf(who, path).publicExtendedKey}/<0;1>/*`;
  const { publicExtendedKey, privateExtendedKey } = accountOf(ME);
  const single = encodeHex(accountOf(ME).derive('m/0/0').publicKey ?? new Uint8Array());
  const keySpellings = [
    ['a key without origin', bareOf(ME)],
    ['a private key without origin', `${privateExtendedKey}/<0;1>/*`],
    ['a path from the master key', `${master}/${tap}/<0;1>/*`],
    ['a hardened position', `${privateExtendedKey}/<0h;1h>/*h`],
    ['another fingerprint', `[deadbeef/${tap}]${publicExtendedKey}/<0;1>/*`],
    ['the fingerprint 0', `[00000000/${tap}]${publicExtendedKey}/<0;1>/*`],
    ['other branches', `${publicExtendedKey}/<2;3>/*`],
    ['one more step', `${publicExtendedKey}/9/<0;1>/*`],
  ] as const;
  const sharedForms = [
    ['a multisig', segwit, (a, b) => `wsh(sortedmulti(2,${a},${b}))`, (a) => `wpkh(${a})`],
    ['a nested multisig', both, (a, b) => `sh(wsh(multi(1,${b},${a})))`, (a) => `sh(wpkh(${a}))`],
    ['a legacy multisig', old, (a, b) => `sh(multi(2,${a},${b}))`, (a) => `pkh(${a})`],
    ['two keys', segwit, (a, b) => `wsh(and_v(v:pkh(${a}),pk(${b})))`, (a) => `wpkh(${a})`],
    ['a choice', tap, (a, b) => `wsh(andor(pk(${b}),older(9),pk(${a})))`, (a) => `tr(${a})`],
    ['a threshold', segwit, (a, b) => `wsh(thresh(2,pk(${b}),s:pk(${a})))`, (a) => `wpkh(${a})`],
    ['a MuSig2 key', tap, (a, b) => `tr(musig(${a},${b}))`, (a) => `tr(${a})`],
  ] as const satisfies readonly (readonly [
    name: string,
    path: string,
    shared: (a: string, b: string) => string,
    alone: (a: string) => string,
  ])[];
  const open = (...descriptors: readonly string[]) => ({ descriptors, masters: [master] });
  const seed = { descriptors: [], masters: [master] };
  const from = (text: string, change: string, index = 2): PsbtSpec => ({
    coins: [at(text, 0, 100_000n)],
    outputs: [pay(60_000n), back(39_800n, change, index)],
  });
  const hashed = `wsh(and_v(v:pkh(${mine(segwit)}),pkh(${theirs(segwit)})))`;
  const changed = (change: NonNullable<CoinSpec['change']>): PsbtSpec => ({
    coins: [{ ...at(multisig, 0, 100_000n), change }],
    outputs: [pay(60_000n), back(39_800n, `wpkh(${mine(segwit)})`, 2)],
  });
  const labelled = changed((input) => {
    input.keyPaths = input.keyPaths.map(({ publicKey, origin }) => ({
      publicKey,
      origin: { ...origin, fingerprint: new Uint8Array(4).fill(7) },
    }));
  });
  const unlabelled: PsbtSpec = {
    ...changed((input) => {
      input.keyPaths = [];
    }),
    outputs: [pay(60_000n), { value: 39_800n, ...place(`wpkh(${mine(segwit)})`, 0, 2) }],
  };
  const mixed = (change: string): PsbtSpec => ({
    coins: [at(backup, 0, 100_000n), at(lone, 1, 10_000n)],
    outputs: [pay(60_000n), back(49_800n, change, 2)],
  });
  return rows(
    id,
    [
      ['taproot change without the backup key', from(backup, lone), [id], open(backup)],
      [
        'taproot change without the backup key, with our keys alone',
        from(backup, lone),
        ['input-foreign-script', id],
        seed,
      ],
      [
        'change of a multisig to one of its keys',
        from(multisig, `wpkh(${mine(segwit)})`),
        [id],
        open(multisig),
      ],
      [
        'change of a multisig to one of its keys, with our keys alone',
        from(multisig, `wpkh(${mine(segwit)})`),
        [id, 'wallet-unregistered'],
        seed,
      ],
      [
        'change of hashed keys to one of them, with our keys alone',
        from(hashed, `wpkh(${mine(segwit)})`),
        [id, 'wallet-unregistered'],
        seed,
      ],
      [
        'change of a multisig to one of its keys, which has another label',
        labelled,
        [id, 'wallet-unregistered'],
        seed,
      ],
      [
        'money of a multisig without labels back to one of its keys',
        unlabelled,
        ['input-foreign-script', id],
        { descriptors: [`wpkh(${mine(segwit)})`] },
      ],
      [
        'change of a legacy multisig to one of its keys',
        from(`sh(sortedmulti(2,${mine(old)},${theirs(old)}))`, `pkh(${mine(old)})`),
        [id],
        open(`sh(sortedmulti(2,${mine(old)},${theirs(old)}))`),
      ],
      [
        'change of a nested multisig to one of its keys, nested',
        from(`sh(wsh(sortedmulti(2,${mine(both)},${theirs(both)})))`, `sh(wpkh(${mine(both)}))`),
        [id],
        open(`sh(wsh(sortedmulti(2,${mine(both)},${theirs(both)})))`),
      ],
      [
        'change without the recovery key, which is of the same seed',
        from(waits, `wpkh(${mine(segwit)})`),
        [id],
        open(waits),
      ],
      [
        'change to one participant of a MuSig2 key',
        from(`tr(musig(${mine(tap)},${theirs(tap)}))`, lone),
        [id],
        open(`tr(musig(${mine(tap)},${theirs(tap)}))`),
      ],
      [
        'change of 2 of 3 keys to 2 of 2 of them, and both wallets are open',
        from(twoOf(...three), twoOf(...three.slice(0, 2))),
        [id],
        { descriptors: [twoOf(...three), twoOf(...three.slice(0, 2))] },
      ],
      [
        'change of 2 of 3 keys to 1 of the same keys, and both wallets are open',
        from(twoOf(...three), oneOf),
        [id],
        { descriptors: [twoOf(...three), oneOf] },
      ],
      [
        'change to a tree without one branch, and both wallets are open',
        from(branches(heir), backup),
        [id],
        { descriptors: [branches(heir), backup] },
      ],
      [
        'taproot change without the backup key, beside a small coin without it',
        mixed(lone),
        [id],
        open(backup),
      ],
      ...keySpellings.map(
        ([how, key]): Row => [
          `taproot change without the backup key, and the policy has ${how}`,
          from(`tr(${key},pk(${theirs(tap)}))`, lone),
          [id],
          open(`tr(${key},pk(${theirs(tap)}))`),
        ],
      ),
      ...sharedForms.map(([how, path, wrap, alone]): Row => {
        const shared = wrap(bareOf(ME, path), bareOf(COSIGNER, path));
        const name = `change of ${how} to one of its keys, and the policy has keys without origin`;
        return [name, from(shared, alone(mine(path))), [id], open(shared)];
      }),
      [
        'change to a key of the coin that the policy has without its account',
        {
          coins: [at(`tr(${single},pk(${theirs(tap)}))`, 0, 100_000n)],
          outputs: [pay(60_000n), back(39_800n, lone, 2)],
        },
        [id],
        { descriptors: [`tr(${single},pk(${theirs(tap)}))`, lone] },
      ],
      [
        'change to one of two accounts that are registered without origin',
        from(`tr(${bareOf(ME)},pk(${theirs(tap)}))`, lone),
        [id],
        { descriptors: [`tr(${bareOf(ME)},pk(${theirs(tap)}))`, lone] },
      ],
    ],
    [
      ...keySpellings.map(
        ([how, key]): Row => [
          `taproot change with the backup key, and the policy has ${how}`,
          from(`tr(${key},pk(${theirs(tap)}))`, `tr(${key},pk(${theirs(tap)}))`),
          [],
          open(`tr(${key},pk(${theirs(tap)}))`),
        ],
      ),
      [
        'a payment of a policy without origin to another account of ours',
        from(`tr(${bareOf(ME)},pk(${theirs(tap)}))`, `tr(${mine('86h/1h/1h')})`),
        [],
        open(`tr(${bareOf(ME)},pk(${theirs(tap)}))`),
      ],
      [
        'change of a nested key without origin to a native one, as Core mixes its types',
        from(`sh(wpkh(${bareOf(ME)}))`, `wpkh(${mine(tap)})`),
        [],
        { descriptors: [`sh(wpkh(${bareOf(ME)}))`, `wpkh(${mine(tap)})`] },
      ],
      ['taproot change with the backup key', from(backup, backup), [], open(backup)],
      ['change of a policy with a recovery key', from(waits, waits), [], open(waits)],
      [
        'an output to our key beside a coin that only names it',
        from(`tr(${theirs(tap)},pk(${mine(tap)}))`, lone),
        ['input-not-ours'],
        seed,
      ],
      [
        'a payment of a multisig to another account of ours',
        from(multisig, `wpkh(${mine('84h/1h/1h')})`),
        [],
        open(multisig),
      ],
      [
        'change of a nested multisig to the same multisig, not nested',
        from(`sh(${twoOf(...three)})`, twoOf(...three)),
        [],
        { descriptors: [`sh(${twoOf(...three)})`, twoOf(...three)] },
      ],
      [
        'change of a native account to taproot of the same seed, as Core mixes its types',
        from(wpkh, lone),
        [],
        seed,
      ],
      [
        'a wallet that mixes types of address below one account',
        from(`pkh(${mine(segwit)})`, `wpkh(${mine(segwit)})`),
        [],
        { descriptors: [`pkh(${mine(segwit)})`, `wpkh(${mine(segwit)})`] },
      ],
      ['change with the backup key, beside a coin without it', mixed(backup), [], open(backup)],
    ],
  );
}

/** Attacks that a review once missed, and honest transactions that it once stopped. */
export const missedCases: { readonly [name: string]: () => ReviewVector[] } = {
  'missed-replacements': replacements,
  'missed-cosigners': cosigners,
  'missed-xpubs': xpubs,
  'missed-scripts': scripts,
  'missed-impossible': impossible,
  'missed-coinjoins': coinjoins,
  'missed-keys': unknownXpubs,
  'missed-recoveries': recoveries,
  'missed-other-scripts': otherScripts,
};
