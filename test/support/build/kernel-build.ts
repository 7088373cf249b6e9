import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import type { KernelExports } from '../../../src/crypto/kernel.ts';
import { root } from '../paths.ts';

/**
 * The kernel's sources, compiled as they are not shipped: with files beside them, and changed. The functions of files that `entries`
 * names are exported.
 */
export async function buildKernel<Exports extends object = KernelExports>(
  entries: readonly string[],
  edit: (name: string, text: string) => string = (_, text) => text,
): Promise<Exports> {
  let code: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
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
