/** Options of esbuild for the command line in one file. */
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
