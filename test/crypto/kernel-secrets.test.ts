import { expect, test } from 'vitest';
import { compileKernel } from '../../.ci/kernel.mjs';
import { kernelCode } from '../../src/crypto/kernel-code.ts';
import { definitionsOf, type Node, print } from '../support/build/kernel-text.ts';
import { type Declassified, Leak, POINT, SECRET, SecretFlows } from './secret-flows.ts';

// Runs the shipped kernel on unknown requests: digests, private keys, auxiliary data and public
// keys. No branch and no address may depend on them. This proves it for all values at once, not
// only for random ones.

/** Sizes of a request and of a result in bytes. */
const operations = {
  publicKeys: [32, 64, []],
  signSchnorr: [160, 128, []],
  signEcdsa: [64, 96, [0]],
  'signEcdsa without grinding': [64, 96, [1]],
  multiplyByKey: [64, 64, []],
} as const;

/**
 * Functions that move the caller's bytes. They are exported because memory.ts is also compiled by
 * itself.
 */
const helpers = ['memoryStart', 'release', 'reserve', 'copy32', 'clear32', 'setPlant'];

/** Probability of true, as one in this many. */
function every(times: number): () => boolean {
  let asked = 0;
  return () => ++asked % times === 0;
}

/** A nonce is 0, and its 32 bytes are unchanged, so that it was below n. */
const isZero =
  '(i64.eqz (i64.or (i64.load offset=24 (local.get $3)) (i64.or (i64.load offset=16 (local.get $3)) (i64.or (i64.load (local.get $3)) (i64.load offset=8 (local.get $3))))))';
const isSame =
  '(local.set $8 (i64.const 0)) (local.set $3 (i32.const 0)) (loop $label10 (if (i32.lt_u (local.get $3) (i32.const 32)) (then (local.set $8 (i64.or (local.get $8) (i64.xor (i64.load (i32.add (local.get $3) @0)) (i64.load (i32.add (local.get $3) @32))))) (local.set $3 (i32.add (local.get $3) (i32.const 8))) (br $label10)))) (i64.eqz (local.get $8))';

/**
 * Secrets that may decide a branch, and why. Both branches are tried, whatever their probability.
 */
function declassified(): Declassified[] {
  return [
    // R is public once it is used; an unused R reveals nothing about the key.
    {
      where: 'sign/signEcdsa',
      condition:
        '(if (result i32) (local.get $3) (then (i32.const 0)) (else (i32.ge_u (i32.load8_u @0) (i32.const 128))))',
      label: POINT,
      decide: every(3),
    },
    // A nonce of 0, or of n or more, is drawn again; this has never been seen.
    {
      where: 'sign/tryNonces',
      condition: isZero,
      label: SECRET,
      decide: every(7),
    },
    {
      where: 'sign/tryNonces',
      condition: `(if (result i32) ${isZero} (then (i32.const 0)) (else ${isSame}))`,
      label: SECRET,
      decide: every(2),
    },
  ];
}

/**
 * Calls an operation with this many secret requests. Returns where secrets remain besides requests
 * and results.
 */
function run(flows: SecretFlows, operation: keyof typeof operations, count: number): number[] {
  if (operation === 'multiplyByKey') return multiply(flows, count);
  const [size, answer, rest] = operations[operation];
  const start = Number(flows.call('memoryStart'));
  const requests = start + answer * count;
  const end = requests + size * count;
  flows.takeSecrets();
  flows.declassified = declassified();
  flows.labels.fill(128 | SECRET, requests, end);
  flows.call(operation.split(' ')[0] ?? '', start, requests, count, ...rest);
  return flows.takeSecrets().filter((at) => at < start || at >= end);
}

/** Does the same for one secret key and public points. */
function multiply(flows: SecretFlows, count: number): number[] {
  const start = Number(flows.call('memoryStart'));
  const key = start + 64 * count;
  flows.takeSecrets();
  flows.declassified = declassified();
  flows.labels.fill(0, start, key + 32 + 64 * count);
  flows.labels.fill(128 | SECRET, key, key + 32);
  flows.call('multiplyByKey', start, key, key + 32, count);
  return flows.takeSecrets().filter((at) => at < start || at >= key + 32);
}

const names = Object.keys(operations) as (keyof typeof operations)[];
const named = await compileKernel({ isNamed: true });
const shipped = new SecretFlows(named);

/** The definitions, with numbers as names of functions and globals. */
function withoutNames(code: Uint8Array): string[] {
  const places = new Map<string, string>();
  const nodes = definitionsOf(code);
  for (const [kind, name] of nodes as string[][]) {
    if (kind === 'func' || kind === 'global') places.set(`${kind} ${name}`, `$${places.size}`);
  }
  const rename = (node: Node): Node => {
    if (typeof node === 'string') return node;
    const kind = { call: 'func', 'global.get': 'global', 'global.set': 'global' }[String(node[0])];
    const name = places.get(`${kind ?? node[0]} ${node[1]}`);
    return node.map((child, i) => (i === 1 && name ? name : rename(child)));
  };
  return nodes.map((node) => print(rename(node)));
}

test('executes what is shipped, with names', () => {
  expect(withoutNames(named)).toEqual(withoutNames(Buffer.from(kernelCode, 'base64')));
});

test('executes every exported function that is not for public numbers only', () => {
  const secret = shipped.exports().filter((name) => !name.endsWith('_var'));
  const known = [...names.map((name) => name.split(' ')[0]), ...helpers];
  expect(secret.filter((name) => !known.includes(name))).toEqual([]);
});

// Lists of 40 share their inversions; 5 and 40 fill the lanes of nonces and leave some empty.
test.each(names)(
  '%s: no secret decides anything, and none is left',
  (name) => {
    for (const count of [0, 1, 5, 40]) expect(run(shipped, name, count), `${count}`).toEqual([]);
  },
  300_000,
);

test('takes every arm of the functions that secrets reach, except two conditions', () => {
  const missed = shipped.missed().filter((place) => place.includes(': arm '));
  expect(missed.map((place) => place.replace(/\d{4,}/g, '@'))).toEqual([
    // No list without points is made affine, and no tagged hash ends in two blocks.
    'group/toAffineMany: arm (then (return))',
    'sha256/finish: arm (then (call $sha256/compress (local.get $0) (i32.const @)))',
  ]);
});

const ECDSA = 'function finishEcdsa(signature: usize, i: usize): void {';
const SCHNORR = 'function finishSchnorr(signature: usize, request: usize, i: usize): void {';
const EVEN = 'function makeEven(number: usize, point: usize): void {';
const LOW_R = 'scalar.toBytes(bytes, numberR);';
const LOOK_UP = 'function lookUp(r: usize, window: usize, i: usize): void {';
const SUM = 'function addTerms(products: usize, count: usize, isShort: bool): void {';
const STEPS = 'function makeSteps(zeta: i32): i32 {';
const DRAWN = 'export function readLane(out: usize, lane: usize): void {';
const HASH = 'export function compress(state: usize, block: usize): void {';

/**
 * Leaks by kind: the file, the place after which the leak is inserted, and the code after a
 * condition that selects a leak.
 */
const plants: readonly (readonly [
  what: string,
  found: string,
  file: string,
  behind: string,
  code: string,
])[] = [
  [
    'branch on 16 bits of a nonce',
    'if in sign/finishEcdsa',
    'sign',
    ECDSA,
    'if ((load<u32>(nonces + i * SCALAR) & 0xffff) === 0x1234) leak(1);',
  ],
  [
    'branch on one bit of a nonce',
    'if in sign/signSchnorr',
    'sign',
    SCHNORR,
    'if ((load<u8>(nonces + i * SCALAR, 5) & 8) !== 0) leak(1);',
  ],
  [
    'address',
    'i32.load in generator/multiplyGenerator',
    'generator',
    LOOK_UP,
    'leak(load<u32>(table + <usize>load<u8>(odd + i * SCALAR)));',
  ],
  [
    'store address',
    'i32.store8 in sign/signSchnorr',
    'sign',
    SCHNORR,
    'store<u8>(number + <usize>(load<u8>(keys) & 15), 1);',
  ],
  [
    'length of memory.copy',
    'memory.copy in sign/signSchnorr',
    'sign',
    SCHNORR,
    'memory.copy(bytes, digestBytes, <usize>(load<u8>(keys) & 7));',
  ],
  [
    'source of memory.copy',
    'i64.load in sign/finishEcdsa',
    'sign',
    ECDSA,
    'memory.copy(bytes, numberR + <usize>(load<u8>(keys) & 7), 8);',
  ],
  [
    'length of memory.fill',
    'memory.fill in sign/finishEcdsa',
    'sign',
    ECDSA,
    'memory.fill(bytes, 0, <usize>(load<u8>(keys) & 7));',
  ],
  [
    'select',
    'select in sign/finishEcdsa',
    'sign',
    ECDSA,
    'leak(select<u32>(load<u32>(numberR), load<u32>(number), load<u8>(keys) > 9));',
  ],
  [
    'i32 division',
    'i32.div_u in sign/finishEcdsa',
    'sign',
    ECDSA,
    'leak(1000 / (load<u32>(keys) | 1));',
  ],
  [
    'i64 remainder',
    'i64.rem_u in sign/signSchnorr',
    'sign',
    SCHNORR,
    'leak(<u32>(load<u64>(nonces) % 1000003));',
  ],
  [
    'parity of a BIP340 key',
    'if in sign/makeEven',
    'sign',
    EVEN,
    'if (parity(point + FIELD) !== 0) leak(1);',
  ],
  [
    'bound of a loop',
    'if in sign/finishEcdsa',
    'sign',
    ECDSA,
    'for (let at: u32 = 0; at < (load<u32>(keys) & 3); at++) leak(at);',
  ],
  [
    'branch in a function three calls down',
    'if in divsteps/invertBytes',
    'divsteps',
    STEPS,
    'if ((load<u32>(g) & 0xffff) === 7) leak(1);',
  ],
  [
    'branch on 16 bits that are drawn',
    'if in sign/tryNonces',
    'nonce',
    DRAWN,
    'if (load<u32>(v) >> 16 === 0xbeef) leak(1);',
  ],
  ['a key where R is looked at', 'if in sign/signEcdsa', 'sign', LOW_R, 'copy32(bytes, keys);'],
  [
    'arithmetic for public numbers',
    '$group/addAffine_var',
    'generator',
    SUM,
    'addAffine_var(sums, terms);',
  ],
  [
    'branch on a digest',
    'if in sha256/compress',
    'sha256',
    HASH,
    'if ((load<u16>(block) & 0x7fff) === 99) leak(1);',
  ],
];

/**
 * Changes that stop no run: a byte that is not wiped, and code that is not executed and therefore
 * listed.
 */
const more: typeof plants = [
  ['a key that is left behind', 'left', 'sign', ECDSA, 'store<u64>(places, load<u64>(keys), 64);'],
  [
    'code for a length that is not tried',
    '',
    'sign',
    SCHNORR,
    'if (i === 77 && load<u8>(keys) === 9) leak(1);',
  ],
];

const PLANTED = `
let plant: u32 = 0;
let leaked: u32 = 0;
export function setPlant(which: u32): void { plant = which; }
export function isPlanted(which: u32): bool { return plant === which; }
export function leak(value: u32): void { leaked += value; }
`;

function withPlants(path: string, given: string): string {
  if (path === 'memory.ts') return given + PLANTED;
  let text = given;
  for (const [i, [, , file, behind, code]] of [...plants, ...more].entries()) {
    if (path !== `${file}.ts`) continue;
    expect(text.split(behind)).toHaveLength(2);
    text = text.replace(behind, `${behind}\nif (isPlanted(${i + 1})) { ${code} }`);
  }
  return text === given ? text : `import { isPlanted, leak } from './memory.ts';\n${text}`;
}

test('finds every planted leak, and no other', async () => {
  const flows = new SecretFlows(await compileKernel({ isNamed: true, edit: withPlants }));
  const found = (which: number): string => {
    flows.call('setPlant', which);
    try {
      return names.flatMap((name) => run(flows, name, 2)).length > 0 ? 'left' : '';
    } catch (error) {
      if (error instanceof Leak) return error.message;
      throw error;
    }
  };
  expect(found(0)).toBe('');
  for (const [i, [what, message]] of [...plants, ...more].entries()) {
    const answer = found(i + 1);
    expect(
      answer.startsWith(message) && (message === '') === (answer === ''),
      `${what}: ${answer}`,
    ).toBe(true);
  }
  expect(flows.missed().some((place) => place.includes('(i32.const 9)'))).toBe(true);
}, 300_000);
