import { expect, test } from 'vitest';
import { kernelCode } from '../../src/crypto/kernel-code.ts';
import { definitionsOf, type Node } from '../support/build/kernel-text.ts';
import { hashProofs } from './kernel-proof/hash-theorems.ts';
import { shippedKernel } from './kernel-proof/shipped.ts';
import { prove } from './kernel-proof/theorem.ts';
import { theorems } from './kernel-proof/theorems.ts';
import { decodeModule } from './kernel-proof/wasm-module.ts';

// Executes the shipped code on unknown limbs. A result is right for all numbers if it is the same
// polynomial, and no sum or product of limbs can leave its machine word.

const kernel = await shippedKernel();

/** Instructions that have another form in text. Binaryen adds locals where operands do not nest. */
const STRUCTURE = /^(end|else|then|block|loop|if|result|param|local|local\..*|type|func)$/;

function namesIn(node: Node): string[] {
  if (typeof node === 'string') return [];
  const [name] = node;
  return [...(typeof name === 'string' ? [name] : []), ...node.flatMap(namesIn)];
}

test('decodes the same instructions as binaryen', () => {
  const { functions } = decodeModule(Buffer.from(kernelCode, 'base64'));
  const texts = definitionsOf(Buffer.from(kernelCode, 'base64')).filter(
    (node) => node[0] === 'func',
  );
  expect(functions.length).toBe(texts.length);
  for (const [i, { code }] of functions.entries()) {
    const names = code.map((one) => one.name).filter((name) => !STRUCTURE.test(name));
    const expected = namesIn(texts[i] ?? '').filter((name) => !STRUCTURE.test(name));
    expect(names.sort(), `function ${i}`).toEqual(expected.sort());
  }
});

test.each(theorems.map((theorem) => [`${theorem.of}: ${theorem.states}`, theorem] as const))(
  '%s',
  (_, theorem) => {
    expect(prove(kernel, theorem)).toBeGreaterThan(0);
  },
);

test.each(hashProofs.map((proof) => [proof.functions.join(', '), proof] as const))(
  '%s: the compression of FIPS 180-4 for every state and block',
  (_, { prove: provesHash }) => {
    provesHash(kernel);
  },
);
