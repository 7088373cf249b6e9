import { cname, dname, type MadeRecord, makeZone, nsec, txt } from './dns.ts';

export const NOW = 1_790_000_000;
export const NAME = 'bob@example.org';
const OWNER = 'bob.user._bitcoin-payment.example.org';
const URI = 'bitcoin:bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l';

export const root = makeZone('.');
const org = makeZone('org');
const example = makeZone('example.org');
const thief = makeZone('thief.org');

const zones = (...list: readonly (readonly MadeRecord[])[]): readonly MadeRecord[] => list.flat();
/** The chain from the root to example.org. */
const chain = zones(root.keys, root.sign([org.ds]), org.keys, org.sign([example.ds]), example.keys);
const thiefs = zones(root.keys, root.sign([org.ds]), org.keys, org.sign([thief.ds]), thief.keys);
const paid = txt(OWNER, URI);

/** Returns a chain in which bob@example.org resolves to a URI. */
export const chainFor = (uri: string) => zones(chain, example.sign([txt(OWNER, uri)]));

/** Returns a chain for bob@example.org whose text has a signature of each of these times. */
export const chainSignedAt = (
  uri: string,
  ...times: readonly { readonly from?: number; readonly until?: number }[]
) =>
  zones(
    chain,
    ...times.map((each, i) => example.sign([txt(OWNER, uri)], each).slice(i > 0 ? 1 : 0)),
  );

/** The same signature in the wrong place, or with wrong bytes. */
const changed = (
  records: readonly MadeRecord[],
  change: (signature: Uint8Array) => void,
): readonly MadeRecord[] =>
  records.map((record) => {
    if (record.type !== 46) return record;
    const data = record.data.slice();
    change(data);
    return { ...record, data };
  });
/** Overwrites the 64 bytes of a P-256 signature with zeros, which makes it invalid. */
const unsigned = (records: readonly MadeRecord[]) =>
  changed(records, (data) => data.fill(0, data.length - 64));
const old = { from: NOW - 2_000_000, until: NOW - 3601 };
const future = { from: NOW + 1_000, until: NOW + 2_000_000 };
const onlySignature = (records: readonly MadeRecord[]) => records.slice(1);

/** A proof and its expected result: its text, or a fault. */
export type ProofCase = {
  readonly title: string;
  readonly records: readonly MadeRecord[];
  readonly expected: string;
};

const wildcard = 'user._bitcoin-payment.example.org';
const star = (record: MadeRecord, labels = wildcard) =>
  example.sign([record], { owner: `*.${labels}` });

export function proofCases(): readonly ProofCase[] {
  const cases: readonly (readonly [string, readonly MadeRecord[], string])[] = [
    ['a signed text', zones(chain, example.sign([paid])), URI],
    ['a text beside another', zones(chain, example.sign([txt(OWNER, 'v=1'), paid])), URI],
    [
      'two instructions',
      zones(chain, example.sign([paid, txt(OWNER, 'BITCOIN:?lno=x')])),
      'ambiguous',
    ],
    ['no instructions', zones(chain, example.sign([txt(OWNER, 'v=spf1')])), 'no-instructions'],
    [
      'a text longer than a string',
      zones(chain, example.sign([txt(OWNER, `${URI}?${'a'.repeat(500)}`)])),
      `${URI}?${'a'.repeat(500)}`,
    ],
    ['no signature', zones(chain, [paid]), 'missing'],
    [
      'a text that was added',
      zones(chain, example.sign([paid]), [txt(OWNER, 'bitcoin:?lno=thief')]),
      'signature',
    ],
    ['a signature of another zone', zones(chain, thiefs, thief.sign([paid])), 'missing'],
    [
      'a signature of another zone that calls itself this one',
      zones(chain, thiefs, thief.sign([paid], { signer: 'example.org' })),
      'signature',
    ],
    [
      'a key that the parent does not know',
      zones(
        chain.slice(0, -2),
        makeZone('example.org', 'x').keys,
        makeZone('example.org', 'x').sign([paid]),
      ),
      'signature',
    ],
    [
      'a key that signs its own digest',
      zones(
        root.keys,
        root.sign([org.ds]),
        org.keys,
        example.sign([example.ds]),
        example.keys,
        example.sign([paid]),
      ),
      'missing',
    ],
    ['an expired signature', zones(chain, example.sign([paid], { until: NOW - 3601 })), 'expired'],
    [
      'a signature in its last hour of grace',
      zones(chain, example.sign([paid], { until: NOW - 3599 })),
      URI,
    ],
    ['no records at all', [], 'missing'],
    ['an old forged signature', zones(chain, unsigned(example.sign([paid], old))), 'signature'],
    ['an old forged signature without a chain', unsigned(root.sign([paid], old)), 'missing'],
    [
      'a forged signature of the future',
      zones(chain, unsigned(example.sign([paid], future))),
      'signature',
    ],
    [
      'an old signature of another zone that calls itself this one',
      zones(chain, thiefs, thief.sign([paid], { ...old, signer: 'example.org' })),
      'signature',
    ],
    [
      'an old signature of an algorithm that the key does not have',
      zones(
        chain,
        changed(example.sign([paid], old), (data) => data.fill(8, 2, 3)),
      ),
      'signature',
    ],
    [
      'an old signature of the text of another name',
      zones(
        chain,
        example
          .sign([txt('eve.user._bitcoin-payment.example.org', URI)], old)
          .map((record) => ({ ...record, name: OWNER })),
      ),
      'signature',
    ],
    [
      'an old text that was added to what is signed',
      zones(chain, example.sign([paid], old), [txt(OWNER, 'bitcoin:?lno=thief')]),
      'signature',
    ],
    [
      'an old forged digest of the parent',
      zones(
        root.keys,
        root.sign([org.ds]),
        org.keys,
        unsigned(org.sign([example.ds], old)),
        example.keys,
        example.sign([paid]),
      ),
      'signature',
    ],
    [
      'an old forged CNAME',
      zones(
        chain,
        thiefs,
        unsigned(example.sign([cname(OWNER, 'x.thief.org')], old)),
        thief.sign([txt('x.thief.org', URI)]),
      ),
      'signature',
    ],
    [
      'an old signature beside a fresh forged one',
      zones(chain, example.sign([paid], old), onlySignature(unsigned(example.sign([paid])))),
      'expired',
    ],
    [
      'an old signature beside a fresh one',
      zones(chain, example.sign([paid], old), onlySignature(example.sign([paid]))),
      URI,
    ],
    [
      'a fresh signature beside an old forged one',
      zones(chain, onlySignature(unsigned(example.sign([paid], old))), example.sign([paid])),
      URI,
    ],
    [
      'a signature of tomorrow beside one of today',
      zones(chain, onlySignature(example.sign([paid], future)), example.sign([paid])),
      URI,
    ],
    ['a signature of tomorrow', zones(chain, example.sign([paid], { from: NOW + 1 })), 'too-early'],
    [
      'an expired digest of the parent',
      zones(
        root.keys,
        root.sign([org.ds]),
        org.keys,
        org.sign([example.ds], { until: NOW - 7200 }),
        example.keys,
        example.sign([paid]),
      ),
      'expired',
    ],
    [
      'a CNAME',
      zones(
        chain,
        example.sign([cname(OWNER, 'x.example.org')]),
        example.sign([txt('x.example.org', URI)]),
      ),
      URI,
    ],
    [
      'a CNAME to another zone',
      zones(
        chain,
        thiefs,
        example.sign([cname(OWNER, 'x.thief.org')]),
        thief.sign([txt('x.thief.org', URI)]),
      ),
      URI,
    ],
    [
      'a CNAME that is not signed',
      zones(chain, thiefs, [cname(OWNER, 'x.thief.org')], thief.sign([txt('x.thief.org', URI)])),
      'missing',
    ],
    [
      'CNAMEs in a circle',
      zones(
        chain,
        example.sign([cname(OWNER, 'x.example.org')]),
        example.sign([cname('x.example.org', OWNER)]),
      ),
      'loop',
    ],
    [
      'a DNAME',
      zones(
        chain,
        example.sign([dname('_bitcoin-payment.example.org', 'pay.example.org')]),
        example.sign([txt('bob.user.pay.example.org', URI)]),
      ),
      URI,
    ],
    [
      'a DNAME with the CNAME that servers add',
      zones(
        chain,
        [cname(OWNER, 'bob.user.pay.example.org')],
        example.sign([dname('_bitcoin-payment.example.org', 'pay.example.org')]),
        example.sign([txt('bob.user.pay.example.org', URI)]),
      ),
      URI,
    ],
    [
      'a DNAME at the name itself',
      zones(
        chain,
        example.sign([dname(OWNER, 'pay.example.org')]),
        example.sign([txt('pay.example.org', URI)]),
      ),
      'missing',
    ],
    [
      'a wildcard whose name is free',
      zones(
        chain,
        star(paid),
        example.sign([nsec(wildcard, `*.${wildcard}`, [16])]),
        example.sign([nsec(`*.${wildcard}`, 'zed.example.org', [16])]),
      ),
      URI,
    ],
    [
      'a wildcard, free up to the end of the zone',
      zones(chain, star(paid), example.sign([nsec(`*.${wildcard}`, 'example.org', [16])])),
      URI,
    ],
    ['a wildcard without proof', zones(chain, star(paid)), 'wildcard'],
    [
      'a wildcard whose name exists',
      zones(chain, star(paid), example.sign([nsec(OWNER, 'zed.example.org', [16])])),
      'wildcard',
    ],
    [
      'a wildcard, with the proof of a place before it',
      zones(chain, star(paid), example.sign([nsec('a.example.org', `alice.${wildcard}`, [16])])),
      'wildcard',
    ],
    [
      'a wildcard whose name exists by names below',
      zones(chain, star(paid), example.sign([nsec(`*.${wildcard}`, `x.${OWNER}`, [16])])),
      'wildcard',
    ],
    [
      'a wildcard, with a proof of another zone',
      zones(chain, thiefs, star(paid), thief.sign([nsec(`*.${wildcard}`, 'thief.org', [16])])),
      'wildcard',
    ],
    [
      'a wildcard, with a proof that is not signed',
      zones(chain, star(paid), [nsec(`*.${wildcard}`, 'example.org', [16])]),
      'wildcard',
    ],
    [
      'a wildcard, with the proof of a delegation above the name',
      zones(
        chain,
        star(paid, 'example.org'),
        example.sign([nsec('_bitcoin-payment.example.org', 'zed.example.org', [2])]),
      ),
      'wildcard',
    ],
    [
      'a wildcard further up, whose name is free',
      zones(
        chain,
        star(paid, 'example.org'),
        example.sign([nsec('*.example.org', 'example.org', [16])]),
      ),
      URI,
    ],
    [
      'a wildcard further up, though a closer name exists',
      zones(
        chain,
        star(paid, 'example.org'),
        example.sign([nsec(`a.${wildcard}`, 'example.org', [16])]),
      ),
      'wildcard',
    ],
  ];
  return cases.map(([title, records, expected]) => ({ title, records, expected }));
}
