import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { entriesOf } from '../../../.ci/entries.mjs';
import { root } from '../paths.ts';

/** A program that imports the package. */
export type Example = { readonly name: string; readonly code: string };

/** Returns the output that each line `console.log(...); // text` promises. */
export const promisedBy = ({ code }: Example): readonly string[] =>
  [...code.matchAll(/^ *console\.log\(.*\);(?: |\n *)\/\/ (.*)$/gm)].map(([, text = '']) => text);

/** Runs all examples in one process. Returns the lines that each prints. */
export async function runExamples(
  examples: readonly Example[],
): Promise<readonly (readonly string[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-examples-'));
  const entries: { readonly [specifier: string]: string } = entriesOf(root);
  const plugin: Plugin = {
    name: 'examples',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^coldsign(\/|$)/ }, ({ path }) => ({
        path: join(root, 'src', `${entries[path]}.ts`),
        sideEffects: false,
      }));
      onResolve({ filter: /^example:/ }, ({ path }) => ({ path, namespace: 'example' }));
      onLoad({ filter: /.*/, namespace: 'example' }, ({ path }) => ({
        contents: examples[Number(path.slice('example:'.length))]?.code ?? '',
        loader: 'ts',
        resolveDir: root,
      }));
    },
  };
  const runs = examples.map((_, i) => `printed.push([]); await import('example:${i}');`);
  const file = join(folder, 'examples.mjs');
  try {
    await build({
      stdin: {
        contents: `import { format } from 'node:util';
          const printed = [];
          console.log = (...values) => { printed.at(-1).push(format(...values)); };
          ${runs.join('\n')}
          process.stdout.write(JSON.stringify(printed), () => process.exit());`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: file,
      plugins: [plugin],
      logLevel: 'error',
    });
    return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the compiler's errors in programs that import the package, each as a file; empty if there
 * are none.
 */
export function compileStrictly(programs: readonly Example[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-strict-'));
  mkdirSync(join(folder, 'programs'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [i, { code }] of programs.entries()) {
    writeFileSync(join(folder, 'programs', `${i}.ts`), `${code}\nexport {};\n`);
  }
  const entries: { readonly [specifier: string]: string } = entriesOf(root);
  const paths = Object.entries(entries).map(([name, module]) => [
    name,
    [join(root, 'src', `${module}.ts`)],
  ]);
  const project = {
    extends: join(root, 'src/adapters/tsconfig.json'),
    compilerOptions: {
      paths: Object.fromEntries(paths),
      typeRoots: [join(root, 'node_modules/@types')],
      noUnusedLocals: false,
    },
    include: ['programs'],
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return '';
  } catch (error) {
    const text = String(Object(error).stdout);
    return text.replace(/programs\/(\d+)\.ts/g, (_, i) => programs[Number(i)]?.name ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
