import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs that want something built or started first, or much time: each a project of its own. */
const apart = ['package', 'browser', 'hermes', 'node', 'fuzz', 'bench'];

export default defineConfig({
  test: {
    root,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          setupFiles: 'test/support/declared-results.ts',
          include: ['test/**/*.test.ts'],
          exclude: apart.map((folder) => `test/${folder}/**`),
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/support/build.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/support/build.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'hermes',
          include: ['test/hermes/**/*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/support/hermes.ts'],
          // Interpreted: a signature takes a second there.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts'],
          globalSetup: 'test/support/node.ts',
          // As long as it takes, where somebody asks for a number of cases.
          testTimeout: process.env.COLDSIGN_CASES ? 0 : 900_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: { name: 'fuzz', include: ['test/fuzz/**/*.test.ts'], testTimeout: 900_000 },
      },
    ],
  },
});
