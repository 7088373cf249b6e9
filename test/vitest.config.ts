import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { mutants } from './mutants/plugin.ts';
import { costly } from './support/generate/costly.ts';
import { takesLong } from './support/generate/sample.ts';

/** Records which functions of src each test file calls, for docs/tests.md. */
const recording = process.env.COLDSIGN_EXECUTED ? ['test/mutants/executed.ts'] : [];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Directories whose tests need a build, a server or much time: each has its own project. */
const apart = ['kill', 'package', 'browser', 'hermes', 'node', 'fuzz', 'bench'];
/** Tests that replace a module or a global, which other tests in the same process would also get. */
const mocking = [
  'test/adapters/files/full-disk.test.ts',
  'test/adapters/page-mistakes.test.ts',
  'test/adapters/page-notes.test.ts',
  'test/adapters/page-once.test.ts',
  'test/adapters/page-outcomes.test.ts',
  'test/adapters/page-refusals.test.ts',
  'test/adapters/page-sentences.test.ts',
  'test/adapters/page-wallet-dat.test.ts',
  'test/crypto/kernel.test.ts',
  'test/library/payment/not-loaded.test.ts',
  'test/sighash/cache.test.ts',
  'test/signing/faults.test.ts',
];

/**
 * Tests of complete runs and of .ci/run: they wait for timeouts, start programs, threads or a
 * node, try every byte or point, or compile a kernel for each of many faults. They take half of the
 * time of all tests.
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
 * Tests of the product as users run it: the command as a program, a server, the file host, and
 * signing with the default curve, which is our JavaScript. `npm test` runs a tenth of their cases.
 */
const asUsers = [
  'test/adapters/cli/main.test.ts',
  'test/adapters/files/file-host.test.ts',
  'test/adapters/http/access.test.ts',
  'test/adapters/threads/curve-pool.test.ts',
  'test/library/payment/payment.test.ts',
  'test/signing/sign-transaction.test.ts',
  'test/vectors/signrawtransactionwithkey.test.ts',
];

/** Those of `long` of which .ci/run takes every tenth test. */
const everyTenth = [
  'test/adapters/cli/sign-command.test.ts',
  'test/adapters/http/login.test.ts',
  'test/adapters/qr/show.test.ts',
  'test/crypto/kernel-proof-mutants.test.ts',
  'test/library/secrets.test.ts',
];

/** The factor by which timeouts are longer because of other load on the cores. */
const crowd = 4 + (loadavg()[0] ?? 0) / availableParallelism();
/**
 * Five seconds on an idle machine. In a complete run random tests have four times as many cases,
 * and .ci/run has pages and nodes beside them, which come first.
 */
const unitTimeout = 5_000 * crowd * (takesLong ? 12 : 1);

/**
 * Replaces the default curve by the kernel in tests whose subject is something else, and saves a
 * third of the time. asUsers, the browser, the node and fuzz test the default curve.
 */
const kernelAsDefault = {
  name: 'kernel-as-default',
  enforce: 'pre' as const,
  resolveId: (source: string, importer = '') =>
    source.endsWith('/crypto/noble.ts') && !/\/crypto\/|kernel-as-default/.test(importer)
      ? fileURLToPath(new URL('support/kernel-as-default.ts', import.meta.url))
      : null,
};

/**
 * Reads wallets from their bytes after every change, with any storage
 * (`COLDSIGN_WALLETS=reloaded`).
 */
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    provide: { costly },
    // By default vitest reserves one of two cores for its own process, which has little to do.
    maxWorkers: '100%',
    // Room for young objects, most of which are garbage soon: tests that review spend less time
    // copying those that are still in use.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        extends: true,
        plugins: [kernelAsDefault],
        test: {
          name: 'main',
          setupFiles: [
            ...recording,
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
            'test/support/generate/every-tenth.ts',
          ],
          include: ['test/**/*.test.ts'],
          exclude: [...apart.map((folder) => `test/${folder}/**`), ...mocking, ...long],
          testTimeout: unitTimeout,
          // Modules are loaded and compiled once for all files of a process.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [kernelAsDefault],
        test: {
          name: 'long',
          setupFiles: [
            ...recording,
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
            'test/support/generate/every-tenth.ts',
          ],
          include: takesLong ? long : [],
          exclude: [...mocking, ...asUsers],
          provide: { costly: everyTenth },
          testTimeout: unitTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'users',
          setupFiles: [
            ...recording,
            'test/support/vectors/declared-results.ts',
            'test/support/generate/random-runs.ts',
            'test/support/generate/every-tenth.ts',
          ],
          include: [
            ...mocking.filter((path) => takesLong || !/(kernel|faults)/.test(path)),
            ...asUsers,
          ],
          provide: { costly: asUsers },
          testTimeout: unitTimeout,
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
          // A camera delivers its pictures in real time, so only one browser runs at a time.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hermes',
          include: ['test/hermes/**/*.test.ts'],
          globalSetup: ['test/support/build/build.ts', 'test/support/build/hermes.ts'],
          // Hermes interprets: a signature takes a second.
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts'],
          globalSetup: 'test/support/nodes/node.ts',
          // No limit for a given number of cases.
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
