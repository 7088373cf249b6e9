import type { BuildOptions } from 'esbuild';
export const commandOptions: BuildOptions;
export const inParts: BuildOptions;
