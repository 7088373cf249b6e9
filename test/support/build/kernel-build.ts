import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KernelExports } from '../../../src/crypto/kernel.ts';
import { root } from '../paths.ts';

/**
 * Compiles the kernel. The compiler replaces Array.prototype.sort when it is loaded, so that values
 * without a comparator sort as numbers. It keeps that while it works; afterwards the original is
 * restored for other tests.
 */
async function compiled(
  ...[options, host]: Parameters<typeof import('assemblyscript/asc')['main']>
) {
  const { sort } = Array.prototype;
  try {
    const { main } = await import('assemblyscript/asc');
    return await main(options, host);
  } finally {
    Array.prototype.sort = sort;
  }
}

/**
 * Compiles the kernel's sources with added or changed files. The functions of files that `entries`
 * names are exported.
 */
export async function buildKernel<Exports extends object = KernelExports>(
  entries: readonly string[],
  edit: (name: string, text: string) => string = (_, text) => text,
): Promise<Exports> {
  let code: Uint8Array | undefined;
  const { error, stderr } = await compiled(
    [...entries, '--outFile', 'kernel.wasm', '-O1', '--runtime', 'stub', '--enable', 'simd'],
    {
      readFile(name, base) {
        // The compiler adds an extension to names that have one, and tries several places for a
        // name.
        const path = name.replace(/\.ts\.ts$/, '.ts');
        try {
          const text = readFileSync(join(root, 'src/crypto/kernel', join(base, path)), 'utf8');
          return edit(path, text);
        } catch {
          return null;
        }
      },
      writeFile(name, content) {
        if (name === 'kernel.wasm' && typeof content !== 'string') code = content;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || code === undefined) throw new Error(`It does not compile:\n${stderr}`);
  const module = new WebAssembly.Module(Uint8Array.from(code));
  const abort = () => {
    throw new Error('the kernel has ended itself');
  };
  // The exports of the entries, which the caller states.
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports;
}
