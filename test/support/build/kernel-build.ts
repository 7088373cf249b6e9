import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KernelExports } from '../../../src/crypto/kernel.ts';
import { root } from '../paths.ts';

/**
 * The compiler puts another Array.prototype.sort in place as it is loaded, which orders what has no comparator as numbers. It keeps it
 * while it works; the tests beside it get theirs back.
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
 * The kernel's sources, compiled as they are not shipped: with files beside them, and changed. The functions of files that `entries`
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
        // The compiler adds an extension to names that have theirs, and tries several places for a name.
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
  // What the entries export: who calls this says it.
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports;
}
