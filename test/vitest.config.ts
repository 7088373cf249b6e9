import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { costly } from './support/generate/costly.ts';
import { takesAll } from './support/generate/sample.ts';
import { mutants } from './support/mutants/plugin.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs that want something built or started first, or much time: each a project of its own. */
const apart = [
  // Where everything is run, sockets.
  ...(takesAll ? ['adapters'] : []),
  'kill',
  'package',
  'browser',
  'hermes',
  'node',
  'fuzz',
  'bench',
];
/** Tests that put something in the place of a module: whoever shares their process would get it too. */
const mocking = [
  'test/adapters/files/full-disk.test.ts',
  'test/crypto/kernel.test.ts',
  'test/sighash/cache.test.ts',
  'test/signing/faults.test.ts',
];

/**
 * Run only where everything is: what waits for time-outs, starts programs, threads or a node, tries every byte or every point, or compiles a
 * kernel for each of many faults. Half of the time of all tests is theirs.
 */
const long = [
  'test/adapters/cli/{main,policies,wallets,*-command}.test.ts',
  'test/adapters/files/file-host.test.ts',
  'test/adapters/qr/show.test.ts',
  'test/adapters/http/{access,follow-wallets,fuzz,life,load,login,malformed,musig,wallets}.test.ts',
  'test/adapters/signer/run-command.test.ts',
  'test/adapters/threads/curve-pool.test.ts',
  'test/crypto/kernel*.test.ts',
  'test/library/secrets.test.ts',
  'test/review/{properties,rules}.test.ts',
  'test/rpc/redact-arguments.test.ts',
  'test/signing/faults.test.ts',
];

/**
 * What users run, as they run it: the command as a program, a server, the file host, and signing with the curve of the default. `npm test` runs
 * every tenth test of it.
 */
const asUsers = [
  'test/adapters/cli/main.test.ts',
  'test/adapters/files/file-host.test.ts',
  'test/adapters/http/access.test.ts',
  'test/library/payment/payment.test.ts',
  'test/signing/sign-transaction.test.ts',
  'test/vectors/signrawtransactionwithkey.test.ts',
];

/**
 * Tests with much curve arithmetic that test something else. They use the kernel even when
 * everything is run.
 */
const overKernel = takesAll
  ? [
      'test/library/secrets.test.ts',
      'test/psbt/properties.test.ts',
      'test/review/**/*.test.ts',
      'test/rpc/methods/review*.test.ts',
      'test/silent/**/*.test.ts',
      'test/vectors/send-selection.test.ts',
    ]
  : [];

/** How much longer everything may take because others share the cores, now or later. */
const crowd = 4 + (loadavg()[0] ?? 0) / availableParallelism();
/** Five seconds of a quiet machine; where everything is run, random tests make four times as many cases. */
const unitTimeout = 5_000 * crowd * (takesAll ? 4 : 1);

/** Over the kernel what is in the place of the default, our JavaScript: it takes a third of the time. */
const kernelAsDefault = {
  name: 'kernel-as-default',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    source.endsWith('/crypto/noble.ts') && !/\/crypto\/|kernel-as-default/.test(importer)
      ? fileURLToPath(new URL('support/kernel-as-default.ts', import.meta.url))
      : null,
};

/** With COLDSIGN_WALLETS=reloaded wallets are read from their bytes after every change, whatever they are kept in. */
const reloadedWallets = {
  name: 'reloaded-wallets',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    source.endsWith('/open-wallets.ts') && !importer.includes('reloaded-wallets')
      ? fileURLToPath(new URL('support/reloaded-wallets.ts', import.meta.url))
      : null,
};

export default defineConfig({
  plugins: [mutants, ...(process.env.COLDSIGN_WALLETS === 'reloaded' ? [reloadedWallets] : [])],
  test: {
    root,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    provide: { costly },
    // Of two cores vitest leaves one to its own process, which has little to do.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        plugins: takesAll ? [] : [kernelAsDefault],
        test: {
          name: 'main',
          setupFiles: [
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
            'test/support/generate/every-tenth.ts',
          ],
          include: ['test/**/*.test.ts'],
          exclude: [
            ...apart.map((folder) => `test/${folder}/**`),
            ...mocking,
            ...long,
            ...overKernel,
          ],
          testTimeout: unitTimeout,
          // What is loaded and compiled once serves all files of a process.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          setupFiles: [
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
          ],
          include: takesAll ? long : [],
          exclude: [...apart.map((folder) => `test/${folder}/**`), ...mocking, ...overKernel],
          testTimeout: unitTimeout,
        },
      },
      {
        extends: true,
        plugins: [kernelAsDefault],
        test: {
          name: 'over-kernel',
          setupFiles: [
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
          ],
          include: overKernel,
          testTimeout: unitTimeout,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'users',
          setupFiles: [
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
            'test/support/generate/every-tenth.ts',
          ],
          // Where everything is run, the other projects run asUsers as users do.
          include: takesAll
            ? mocking
            : [...mocking.filter((path) => !/(kernel|faults)/.test(path)), ...asUsers],
          provide: { costly: asUsers },
          testTimeout: unitTimeout,
        },
      },
      // Servers, files, threads, programs: they wait for the machine.
      {
        extends: true,
        test: {
          name: 'sockets',
          setupFiles: [
            'test/support/vectors/declared-results.ts',
            'test/support/generate/every-tenth.ts',
          ],
          include: takesAll ? ['test/adapters/**/*.test.ts'] : [],
          exclude: mocking,
        },
      },
      {
        extends: true,
        test: {
          name: 'kill',
          setupFiles: 'test/support/vectors/declared-results.ts',
          include: ['test/kill/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/support/build/build.ts',
        },
      },
      {
        extends: true,
        plugins: [kernelAsDefault],
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/support/build/build.ts',
          // The pictures of a camera come at their own pace, whatever else the machine does: one
          // browser at a time.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hermes',
          include: ['test/hermes/**/*.test.ts'],
          globalSetup: ['test/support/build/build.ts', 'test/support/build/hermes.ts'],
          // Interpreted: a signature takes a second there.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts'],
          globalSetup: 'test/support/nodes/node.ts',
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
