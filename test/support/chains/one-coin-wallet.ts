import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { expand } from '../../../src/descriptor/expand.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute } from '../../../src/public/rpc.ts';
import type { Profile } from '../../../src/rpc/context.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createRandom } from '../generate/random.ts';
import { createFundedChain } from './funded-chain.ts';

/** Value of the coin in satoshi. */
export const COIN = 1_000_000n;

/** Makes a wallet with one coin of this descriptor, or several of these amounts in satoshi. */
export async function walletOf(
  text: string,
  profile: Profile,
  values: readonly bigint[] = [COIN],
): Promise<CallOptions> {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const findPrivateKey = (hash: Uint8Array) =>
    parsed.privateKeys.get(Buffer.from(hash).toString('hex'));
  const source = { secp256k1, findPrivateKey };
  const [scriptPubKey] = expand(parsed.descriptors[0], 0, source)?.scripts ?? [];
  if (scriptPubKey === undefined) throw new Error('it has a script');
  const chain = createFundedChain(values.map((value) => ({ value, scriptPubKey })));
  const { time } = await chain.source.tip();
  const options = {
    network: 'regtest',
    profile,
    secp256k1,
    chain: chain.source,
    wallets: createMemoryHost({ keypoolSize: 3 }),
    now: () => time + 60,
    random: createRandom(3).bytes,
  } as const;
  const watches = parsed.privateKeys.size === 0;
  const wallet = { wallet_name: 'w', blank: true, disable_private_keys: watches };
  await execute('createwallet', wallet, options);
  const info = await execute('getdescriptorinfo', [text], options);
  const { checksum } = info as { readonly checksum: string };
  const range = text.includes('*') ? { range: [0, 2] } : {};
  const request = { desc: `${text}#${checksum}`, timestamp: 0, ...range };
  const [imported] = (await execute('importdescriptors', [[request]], options)) as readonly {
    readonly success: boolean;
  }[];
  if (imported?.success !== true) throw new Error('it is imported');
  return options;
}
