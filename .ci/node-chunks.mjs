import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * The entries for payments; `rest` has all others. Each is one file, and their common code is a
 * third.
 */
const paying =
  /^(index|public\/(transaction|script|sighash|signing|address|payment|psbt|descriptor))$/;
const groupOf = (entry) => (paying.test(entry) ? 'payment' : 'rest');

/**
 * Names that `coldsign` takes from `coldsign/rpc` and that return promises. The first call loads
 * the methods, which saves other apps a third of their start time.
 */
const awaited = [
  'createrawtransaction',
  'execute',
  'getblocktemplate',
  'importdescriptors',
  'send',
  'signrawtransactionwithkey',
  'signrawtransactionwithwallet',
];
/** Names to load on first use. `client` returns at once, and its functions return promises. */
const lazy = [...awaited, 'client'];
/** The other names. */
const eager = `
export { PlainError } from './encoding/plain-error.ts';
export { createContext } from './library/create-context.ts';
export { RpcCode, RpcError } from './rpc/error.ts';`;

/**
 * Bundles the package's entries for Node's `import` into a few files, because Node takes longer to
 * find and link a thousand files than to run them. Bundlers get one file per source file, which
 * they tree-shake better.
 */
export async function emitNodeChunks({ root, out, entries, workersEntry, options }) {
  const common = { ...options, absWorkingDir: root, bundle: true, platform: 'node', format: 'esm' };
  const inside = entries.filter((entry) => entry !== workersEntry);
  const names = await exportsOf(inside, common);
  const groups = {
    name: 'groups',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: 'group' }));
      // A loaded file includes everything that it re-exports, even if unused.
      onLoad({ filter: /\bsrc\/index\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(/^export \* from '.*rpc\.ts';$/m, eager),
        loader: 'ts',
      }));
      onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({
        contents: inside
          .filter((entry) => path === `group:${groupOf(entry)}`)
          .map((entry) => {
            const needed = names[entry].filter((name) => entry !== 'index' || !lazy.includes(name));
            return exporting(needed, entry, `./src/${entry}.ts`, false);
          })
          .join('\n'),
        resolveDir: root,
      }));
    },
  };
  const { metafile } = await build({
    ...common,
    entryPoints: {
      'chunks/payment': 'group:payment',
      'chunks/rest': 'group:rest',
      [workersEntry]: `src/${workersEntry}.ts`,
    },
    plugins: [groups],
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
    const now = names[entry].filter((name) => entry !== 'index' || !lazy.includes(name));
    const later = entry === 'index' ? await lazyExports(out) : '';
    writeFileSync(file, `${exporting(now, entry, path, true)}\n${later}`);
  }
  return metafile;
}

/** Returns the functions of `lazy`. Each throws or rejects like the loaded function. */
async function lazyExports(out) {
  const rest = await import(pathToFileURL(join(out, 'chunks/rest.js')).href);
  const methods = Object.keys(rest.public_rpc_client());
  return `import { index_createContext as check } from './chunks/payment.js';
const load = () => import('./chunks/rest.js');
${awaited.map((name) => `export const ${name} = async (...args) => (await load()).public_rpc_${name}(...args);`).join('\n')}
const methods = ${JSON.stringify(methods)};
export function client(options = {}) {
  check(options);
  const given = { ...options };
  let made;
  const call = (name) => async (args) => {
    made ??= load().then((rest) => rest.public_rpc_client(given));
    return (await made)[name](args);
  };
  return Object.fromEntries(methods.map((name) => [name, call(name)]));
}
`;
}

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
