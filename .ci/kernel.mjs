// Compiles src/crypto/kernel (AssemblyScript) to WebAssembly. node .ci/kernel.mjs --update writes
// the result to src/crypto/kernel-code.ts, so that running or bundling the sources needs no
// compiler. Without --update, it checks that the file matches the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('../', import.meta.url));
const file = join(root, 'src', 'crypto', 'kernel-code.ts');
/** Maximum size in bytes that a page can afford. */
const LARGEST = 60_000;

/**
 * Returns the bytes of the compiled kernel, which are the same for the same source. `isNamed` adds
 * the names of functions; `edit` changes sources before they are compiled.
 */
export async function compileKernel({ isNamed = false, edit = (_, text) => text } = {}) {
  let code;
  const { error, stderr } = await asc.main(
    [
      'sign.ts',
      'verify.ts',
      'public-key.ts',
      'tweak.ts',
      'multiply.ts',
      'spliced.ts',
      'memory.ts',
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--runtime',
      'stub',
      '--noAssert',
      '--enable',
      'simd',
      ...(isNamed ? ['--debug'] : []),
    ],
    {
      readFile: (name, base) => readSource(join(base, name), edit),
      writeFile: (name, content) => {
        if (name === 'kernel.wasm') code = content;
      },
      listFiles: () => [],
    },
  );
  if (error || code === undefined) throw new Error(`The kernel does not compile:\n${stderr}`);
  if (code.length > LARGEST) throw new Error(`The kernel is larger than ${LARGEST} bytes`);
  return code;
}

/** Reads a source. The compiler appends an extension even to names that have one. */
function readSource(name, edit) {
  const path = name.replace(/\.ts\.ts$/, '.ts');
  try {
    return edit(path, readFileSync(join(root, 'src', 'crypto', 'kernel', path), 'utf8'));
  } catch {
    // The compiler tries several paths for a name.
    return null;
  }
}

/** Returns the text of src/crypto/kernel-code.ts. */
export function codeFile(code) {
  const lines =
    Buffer.from(code)
      .toString('base64')
      .match(/.{1,88}/g) ?? [];
  return `// Written by \`npm run kernel\`: src/crypto/kernel, compiled; the build checks that it is.
/** WebAssembly, base64. */
export const kernelCode =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

/** Throws unless the file matches the sources. */
export async function checkKernel() {
  if (readFileSync(file, 'utf8') !== codeFile(await compileKernel())) {
    throw new Error(
      'src/crypto/kernel-code.ts is not what src/crypto/kernel compiles to: npm run kernel',
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--update')) {
    const code = await compileKernel();
    writeFileSync(file, codeFile(code));
    console.log(`${code.length} bytes`);
  } else await checkKernel();
}
