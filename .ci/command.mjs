/** How esbuild bundles the command line. */
export const commandOptions = {
  entryPoints: { coldsign: 'src/adapters/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  format: 'esm',
  // Fewer bytes to read at each start. Names stay, for stacks.
  minifyWhitespace: true,
  legalComments: 'eof',
};
/** As packages install it: a call loads the parts that it needs. */
export const inParts = { splitting: true, chunkNames: '[name]' };
