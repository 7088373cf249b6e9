import { compileKernel } from '../../../.ci/kernel.mjs';
import { kernelCode } from '../../../src/crypto/kernel-code.ts';
import type { Kernel } from './theorem.ts';
import { decodeModule } from './wasm-module.ts';

/**
 * Returns the shipped code. Its functions have no names, so the names come from a debug build,
 * whose code must be the same.
 */
export async function shippedKernel(): Promise<Kernel> {
  const module = decodeModule(Buffer.from(kernelCode, 'base64'));
  const debug = decodeModule(await compileKernel({ isNamed: true }));
  for (const [id, section] of module.sections) {
    const other = debug.sections.get(id);
    if (!other || !Buffer.from(section).equals(other)) throw new Error(`Section ${id} differs`);
  }
  return { module, numbers: new Map([...debug.names].map(([index, name]) => [name, index])) };
}
