import type { BuildOptions } from 'esbuild';
export const commandOptions: BuildOptions;
