import type { BuildOptions, Metafile } from 'esbuild';

/** Bundles the package for Node, and the command, into a few files below `out`. */
export function emitNodeChunks(where: {
  readonly root: string;
  readonly out: string;
  readonly options?: BuildOptions;
}): Promise<Metafile>;
