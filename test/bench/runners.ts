import { createWorkers, type Workers } from '../../src/adapters/threads/main.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { post } from './bitcoind.ts';
import type { BenchCase } from './cases.ts';
import { bitcoinjs, scure } from './others.ts';

/** A measured program. */
export type Runner = {
  readonly name: string;
  readonly run: (benchCase: BenchCase) => unknown;
  readonly workers?: Workers;
};

/** Names for the ratios in the table. */
export const NOBLE = 'noble';
export const KERNEL_WORKERS = 'kernel+2';
export const BTC_SIGNER = 'btc-signer';
export const BITCOINJS = 'bitcoinjs';
export const BITCOIND = 'bitcoind';

export function createRunners(bitcoind: string | undefined): Runner[] {
  const workers = createWorkers({ threads: 2, secp256k1: kernelSecp256k1 });
  const runners: Runner[] = [
    ours(NOBLE, nobleSecp256k1),
    ours('kernel', kernelSecp256k1),
    ours(KERNEL_WORKERS, kernelSecp256k1, workers),
    { name: BTC_SIGNER, run: scure },
    { name: BITCOINJS, run: bitcoinjs },
  ];
  if (bitcoind === undefined) return runners;
  const ask = async (benchCase: BenchCase) => complete(await post(bitcoind, bodyOf(benchCase)));
  return [...runners, { name: BITCOIND, run: ask }];
}

export async function closeRunners(runners: readonly Runner[]): Promise<void> {
  for (const { workers } of runners) await workers?.close();
}

function ours(name: string, secp256k1: Secp256k1, workers?: Workers): Runner {
  const context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1,
    ...(workers && { workers }),
  } as const;
  return {
    name,
    run: async (benchCase) =>
      complete((await handleBody(bodyOf(benchCase), { methods, context })).text),
    ...(workers && { workers }),
  };
}

const bodyOf = ({ params }: BenchCase): string =>
  `{"jsonrpc":"1.0","id":"o","method":"signrawtransactionwithkey","params":${params}}`;

function complete(text: string): void {
  if (!text.includes('"complete":true')) throw new Error(`not complete: ${text.slice(-300)}`);
}
