import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from '../paths.ts';

/** A file of a bundle, as Vite describes it. */
type Chunk = {
  readonly type: string;
  readonly code: string;
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly modules: { readonly [path: string]: { readonly renderedLength: number } };
};

/** vitest contains it. Its types replace some of the platform's. */
type Vite = { build(options: object): Promise<{ readonly output: readonly Chunk[] }> };

/** The size of an app's code: what it loads at once, and with what single calls load. */
export type AppSize = {
  /** Bytes that load with the app, gzipped. */
  readonly initial: number;
  /** Bytes of all files, gzipped. */
  readonly all: number;
  /** Bytes that each file of the package has in what loads with the app, before minifying. */
  readonly files: ReadonlyMap<string, number>;
};

const APP = 'virtual:app';

/** Bundles an app that imports these names by Vite, for production. */
export async function sizeOfApp(imports: string): Promise<AppSize> {
  const path = createRequire(import.meta.url).resolve('vite');
  const vite: Vite = await import(pathToFileURL(path).href);
  const names = [...imports.matchAll(/\{([^}]*)\}/g)].map(([, list]) => list);
  const contents = `${imports}\nglobalThis.app = [${names.join()}];`;
  const { output } = await vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'app',
        resolveId: (id: string) => (id === APP ? `${root}/app.js` : undefined),
        load: (id: string) => (id === `${root}/app.js` ? contents : undefined),
      },
    ],
    build: { write: false, modulePreload: false, rollupOptions: { input: APP } },
  });
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const entry = [...chunks.values()].filter(({ isEntry }) => isEntry);
  const initial = new Set(entry);
  // A set also visits what is added meanwhile.
  for (const { imports: from } of initial) {
    for (const name of from) {
      const chunk = chunks.get(name);
      if (chunk) initial.add(chunk);
    }
  }
  const sum = (list: Iterable<Chunk>) =>
    [...list].reduce((total, { code }) => total + gzipSync(code, { level: 9 }).length, 0);
  const files = new Map(
    [...initial]
      .flatMap(({ modules }) => Object.entries(modules))
      .map(
        ([file, { renderedLength }]) =>
          [file.replace(/^.*\/dist\//, 'dist/'), renderedLength] as const,
      )
      .filter(([, bytes]) => bytes > 0),
  );
  return { initial: sum(initial), all: sum(chunks.values()), files };
}
