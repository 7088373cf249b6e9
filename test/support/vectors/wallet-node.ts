import { expect } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/parse.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { encryptWallet, unlockWallet } from '../../../src/wallet/keys/unlock.ts';
import type { WalletOptions } from '../../../src/wallet/options.ts';
import { createWallet, type Wallet } from '../../../src/wallet/wallet.ts';
import type { WalletHost } from '../../../src/wallet-host/host.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { loadWorld, type World } from '../chains/world.ts';
import { createRandom } from '../generate/random.ts';
import { answerBody } from '../harness.ts';
import { getmempoolentry } from '../nodes/getmempoolentry.ts';
import { passphraseKey } from '../passphrase-key.ts';
import { cutHelp } from './recorded.ts';
import { list, member, type TranscriptStep, text } from './transcript.ts';

/** A node with wallets on a recorded world, as in the transcripts: ours. */
export type WalletNode = {
  readonly world: World;
  readonly host: WalletHost;
  readonly context: Context;
};

const COST = { n: 2, r: 1, p: 1 };

export function startWalletNode(
  worldName: string,
  options: Partial<WalletOptions> = {},
): WalletNode {
  const world = loadWorld(worldName, consensusParams.regtest);
  const host = createMemoryHost({ ...options, scryptCost: COST });
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    chain: world.chain.source,
    wallets: host,
    now: () => world.time,
    random: createRandom(1).bytes,
    reportBug: (error) => {
      throw error;
    },
  };
  return { world, host, context };
}

/**
 * Makes wallets as a transcript describes them: blank; encrypted with `passphrase`, and open with
 * `unlocked`.
 */
export async function makeWallets(
  { host, world }: WalletNode,
  wallets: Json,
): Promise<readonly string[]> {
  const { height, hash } = world.file.tip;
  const names: string[] = [];
  for (const entry of list(wallets)) {
    const name = text(member(entry, 'name'));
    const passphrase = member(entry, 'passphrase');
    const wallet = createWallet({
      name,
      network: networks.regtest,
      flags: { disablePrivateKeys: member(entry, 'private_keys') === false },
      lastBlock: { height, hash },
    });
    const unlocked = member(entry, 'unlocked') === true;
    await host.create(
      typeof passphrase === 'string' ? encrypted(wallet, passphrase, unlocked) : wallet,
    );
    const until = { time: world.time + 100_000_000, uptime: undefined };
    if (unlocked) host.get(name)?.unlockUntil(until);
    names.push(name);
  }
  return names;
}

function encrypted(wallet: Wallet, passphrase: string, unlocked: boolean): Wallet {
  const options = { secp256k1: kernelSecp256k1, random: createRandom(2).bytes };
  const locked = encryptWallet(wallet, passphraseKey(passphrase), options);
  if (!unlocked) return locked;
  const unlocking = unlockWallet(locked, passphraseKey(passphrase), {
    ...options,
    labelsNeedPassphrase: true,
  });
  if ('error' in unlocking) throw new Error(unlocking.error);
  return unlocking;
}

const answering = [...methods, getmempoolentry];

/** Replays one step of a transcript, and compares the answer with the recorded one. */
export async function replayStep(node: WalletNode, step: TranscriptStep): Promise<void> {
  const context =
    step.wallet === undefined ? node.context : { ...node.context, walletName: step.wallet };
  const reply = await answerBody(step.body, { methods: answering, context });
  const answer = parseJson(step.help ? cutHelp(reply.text) : reply.text) ?? null;
  expect({
    status: reply.status,
    result: comparable(member(answer, 'result'), step),
    error: comparable(member(answer, 'error'), step),
  }).toEqual({
    status: step.status,
    result: comparable(step.result, step),
    error: comparable(step.error, step),
  });
}

/**
 * Returns a comparable answer: numbers by their spelling, without random values, and sorted where
 * order does not count.
 */
function comparable(value: Json, { ignore, unordered }: TranscriptStep): unknown {
  const plain = toPlain(
    value,
    ignore.map((path) => path.split('.')),
  );
  return unordered ? sorted(plain) : plain;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(sorted(item))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
}

function toPlain(value: Json, ignored: readonly (readonly string[])[]): unknown {
  const below = (key: string) =>
    ignored.filter(([head]) => head === key || head === '*').map(([, ...tail]) => tail);
  if (isJsonArray(value)) return value.map((item) => toPlain(item, below('*')));
  if (!isJsonObject(value)) return isJsonNumber(value) ? `number ${value.number}` : value;
  const members = value.members.filter(
    ([key]) => !ignored.some((path) => path.length === 1 && (path[0] === key || path[0] === '*')),
  );
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, toPlain(item, below(key))]));
}
