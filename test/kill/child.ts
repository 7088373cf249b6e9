import { writeSync } from 'node:fs';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createPayingChain, paidDescriptor } from '../support/chains/paying-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { harness } from '../support/harness.ts';
import { type Acknowledged, CHAIN, PASSPHRASE, WALLET } from './shared.ts';

/** Changes a wallet until it is killed, and prints acknowledged changes: one line of JSON each. */
const [folder = '', seed = ''] = process.argv.slice(2);
const random = createRandom(Number(seed));
const host = createFileHost({
  folder,
  context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
  options: { ...defaultWalletOptions, keypoolSize: 4, scryptCost: { n: 2, r: 1, p: 1 } },
});
const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: kernelSecp256k1,
  chain: createPayingChain(CHAIN, kernelSecp256k1).source,
  wallets: host,
  now: () => 1_700_000_000,
  random: random.bytes,
  reportBug: (error) => tell({ kind: 'bug', text: String(error) }),
};

function tell(line: Acknowledged): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const { ask } = harness(context);

async function call(method: string, params: unknown): Promise<unknown> {
  const { result, error } = await ask(method, params);
  if (error !== null) tell({ kind: 'bug', text: `${method}: ${JSON.stringify(error)}` });
  return result;
}

async function step(number: number): Promise<void> {
  const label = `label ${seed} ${number}`;
  switch (random.int(6)) {
    case 0: {
      const descriptor = random.int(CHAIN.descriptors);
      const desc = addChecksum(paidDescriptor(descriptor, TEST_XPRV));
      const requests = [{ desc, timestamp: 0, range: [0, 4 + random.int(20)] }];
      const [answer] = (await call('importdescriptors', [requests])) as { success: boolean }[];
      // A smaller range than before is rejected.
      if (answer?.success === true) tell({ kind: 'import', descriptor });
      break;
    }
    case 1: {
      const { stop_height } = (await call('rescanblockchain', [])) as { stop_height: number };
      tell({ kind: 'rescan', height: stop_height });
      break;
    }
    case 2: {
      const address = (await call('getrawchangeaddress', [])) as string;
      tell({ kind: 'address', address });
      break;
    }
    default: {
      const address = (await call('getnewaddress', [label])) as string;
      tell({ kind: 'address', address, label });
    }
  }
}

const known = (await host.list()).includes(WALLET);
if (known) {
  const outcome = await host.load(WALLET);
  if (!outcome.ok) tell({ kind: 'bug', text: JSON.stringify(outcome.error) });
} else await call('createwallet', [WALLET]);
const encrypted = host.get(WALLET)?.value.keyring.kind === 'locked';
if (encrypted) await call('walletpassphrase', [PASSPHRASE, 1000]);
tell({ kind: 'ready' });
for (let number = 0; ; number++) {
  if (!encrypted && number === 3 && random.oneIn(6)) {
    await call('encryptwallet', [PASSPHRASE]);
    tell({ kind: 'encrypted' });
    await call('walletpassphrase', [PASSPHRASE, 1000]);
  }
  await step(number);
}
