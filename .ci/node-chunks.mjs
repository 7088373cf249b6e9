import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import { entriesOf, workersEntry } from './entries.mjs';
import { withoutLaterImports } from './whole.mjs';

/**
 * The entries for payments; `calls` has that of the methods, and `rest` all others. Each group is one
 * file, and their common code is in further ones.
 */
const paying = /^(index|public\/(transaction|script|signing|psbt|descriptor))$/;
const groupOf = (entry) =>
  paying.test(entry) ? 'payment' : entry === 'public/rpc' ? 'calls' : 'rest';

/**
 * Bundles the package's entries for Node's `import`, and the command, into a few files that share
 * their common code, because Node takes longer to find and link a thousand files than to run them.
 * Bundlers get one file per source file, which they tree-shake better.
 */
export async function emitNodeChunks({ root, out, options = {} }) {
  const common = {
    ...options,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Fewer bytes start faster. Names are kept for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'eof',
  };
  const inside = Object.values(entriesOf(root)).filter((entry) => entry !== workersEntry);
  const names = await exportsOf(inside, common);
  const groups = {
    name: 'groups',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: 'group' }));
      onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({
        contents: inside
          .filter((entry) => path === `group:${groupOf(entry)}`)
          .map((entry) => exporting(names[entry], entry, `./src/${entry}.ts`, false))
          .join('\n'),
        resolveDir: root,
      }));
    },
  };
  const { metafile } = await build({
    ...common,
    entryPoints: {
      'chunks/payment': 'group:payment',
      'chunks/calls': 'group:calls',
      'chunks/rest': 'group:rest',
      [workersEntry]: `src/${workersEntry}.ts`,
      coldsign: 'src/adapters/cli/main.ts',
    },
    plugins: [groups, together],
    outdir: out,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
  });
  for (const entry of inside) {
    const file = join(out, `${entry}.js`);
    mkdirSync(dirname(file), { recursive: true });
    const chunk = posix.relative(posix.dirname(entry), `chunks/${groupOf(entry)}.js`);
    const path = chunk.startsWith('.') ? chunk : `./${chunk}`;
    writeFileSync(file, `${exporting(names[entry], entry, path, true)}\n`);
  }
  chmodSync(join(out, 'coldsign.js'), 0o755);
  return metafile;
}

/** The files that a call may load later for its scripts, descriptors and review. */
const SIGNING = [
  'src/rpc/signing/approve.ts',
  'src/rpc/parse/output-descriptor.ts',
  'src/signing/miniscript-provider.ts',
];

/**
 * Loads the methods together, and what signing needs later together. Each file that loads later
 * splits the common code once more, and Node starts slowly with a hundred files. What `sign` of an
 * app needs later is in one file with it anyway.
 */
const together = {
  name: 'together',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]src[\\/](library|rpc[\\/]signing)[\\/][\w-]+\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('await import(')) return undefined;
      const contents = text
        .replace(
          /\(await import\('\.\.\/rpc\/methods\/(\w+)\.ts'\)\)\s*\.\1/g,
          "(await import('../rpc/methods/index.ts')).methods.find(({ name }) => name === '$1')",
        )
        .replace(/import\('[./]*([\w/-]+)\.ts'\)/g, (each, from) =>
          SIGNING.some((file) => file.endsWith(`/${from}.ts`)) ? "import('later:signing')" : each,
        );
      return { contents, loader: 'ts' };
    });
    onLoad({ filter: /[\\/]src[\\/]library[\\/]payment[\\/][\w-]+\.ts$/ }, ({ path }) =>
      withoutLaterImports(path),
    );
    onResolve({ filter: /^later:signing$/ }, ({ path }) => ({ path, namespace: 'later' }));
    onLoad({ filter: /.*/, namespace: 'later' }, () => ({
      contents: SIGNING.map((file) => `export * from './${file}';`).join('\n'),
      resolveDir: process.cwd(),
    }));
  },
};

/** Returns the runtime exports of each entry. */
async function exportsOf(entries, common) {
  const { metafile } = await build({
    ...common,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outbase: 'src',
    outdir: 'names',
    write: false,
    metafile: true,
  });
  const found = Object.entries(metafile.outputs).map(([path, { exports }]) => [
    path.replace(/^names\/|\.js$/g, ''),
    exports,
  ]);
  return Object.fromEntries(found);
}

/** Prefixes names within a chunk by their entry, because entries have names in common. */
function exporting(names, entry, path, isOutside) {
  const inChunk = (name) => `${entry.replaceAll(/\W/g, '_')}_${name}`;
  const list = names.map((name) =>
    isOutside ? `${inChunk(name)} as ${name}` : `${name} as ${inChunk(name)}`,
  );
  return `export { ${list.join(', ')} } from '${path}';`;
}
