/** Options of esbuild for the command line. */
export const commandOptions = {
  entryPoints: { coldsign: 'src/adapters/cli/main.ts' },
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  format: 'esm',
  // Fewer bytes start faster. Names are kept for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
};
/** Options for packages, in which a call loads only the parts that it needs. */
export const inParts = { splitting: true, chunkNames: '[name]' };
