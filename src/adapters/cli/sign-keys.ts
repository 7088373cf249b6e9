import { importWallet } from '../../formats/import.ts';
import { type JsonArray, jsonNumber, jsonObject } from '../../json/json.ts';
import { joinRings, type KeyRing, ringDescriptors, wipeRing } from '../../keys/key-ring.ts';
import { readKeys as readKeyText } from '../../keys/read-keys.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { parsePsbt } from '../../rpc/parse/psbt.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import { chosenLists, readSecrets, type Secrets } from '../seed/input.ts';
import { type Carrying, isRaw } from './carrying.ts';

const wrong = (message: string) => new RpcError(RpcCode.INVALID_PARAMETER, message);

/** What `-keys` names. */
export type GivenKeys = {
  /** Derives what a PSBT names. */
  readonly ring: KeyRing;
  /** As the methods take them: those of wallets, and the accounts that are looked through. */
  readonly descriptors: JsonArray;
};

/**
 * Reads what each `-keys` names: files, or what is typed unseen or piped in. `carried`: what it is
 * for, which may name the paths of the keys. No error repeats any of it.
 */
export async function readKeys(
  words: readonly string[],
  carried: string,
  carrying: Carrying,
): Promise<GivenKeys> {
  const { context } = carrying;
  const rings: KeyRing[] = [];
  for (const word of words) rings.push(await readRing(word, carrying));
  const ring = joinRings(rings);
  const found = ringDescriptors(ring, originsIn(carried, context), context);
  return {
    ring,
    descriptors: found.map(({ text, range }) =>
      range === undefined
        ? text
        : jsonObject({ desc: text, range: range.map((each) => jsonNumber(each)) }),
    ),
  };
}

/** Like `readKeys`; refuses what holds no private key of this network. */
export async function readSigningKeys(
  words: readonly string[],
  carried: string,
  carrying: Carrying,
): Promise<GivenKeys> {
  const given = await readKeys(words, carried, carrying);
  if (given.ring.canSign) return given;
  throw wrong('-keys holds no private key: nothing could be signed with it');
}

/** Signs and reviews with keys, which are overwritten afterwards. */
export async function withKeys<T>({ ring }: GivenKeys, use: () => Promise<T> | T): Promise<T> {
  try {
    return await use();
  } finally {
    wipeRing(ring);
  }
}

/** The origins of the keys that a PSBT names. */
function originsIn(text: string, context: Context): readonly KeyOrigin[] {
  if (isRaw(text)) return [];
  const { inputs, outputs } = parsePsbt(text, context);
  return [...inputs, ...outputs].flatMap(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].map(({ origin }) => origin),
  );
}

async function readGiven(word: string, { options, terminal }: Carrying): Promise<Secrets> {
  const { readSecret: _, ...silent } = terminal;
  const text = word === '-' ? undefined : terminal.readFile(word);
  if (word !== '-' && text === undefined) {
    throw wrong(
      '-keys is a file that can be read, or - to type or pipe them in. Keys and words never stand on the command line: there the shell would keep them. If they did, clear its history now',
    );
  }
  const from = text === undefined ? terminal : { ...silent, readInput: async () => text };
  const secrets = await readSecrets(options, from, 'Seed words, private key or descriptor');
  if ('error' in secrets) throw wrong(secrets.error);
  return secrets;
}

async function readRing(word: string, carrying: Carrying): Promise<KeyRing> {
  const { context, options, terminal } = carrying;
  const { text, passphrase } = await readGiven(word, carrying);
  const lists = chosenLists(options);
  if ('error' in lists) throw wrong(lists.error);
  const ring = readKeyText(text, {
    ...context,
    passphrase,
    lists,
    account: options.integer('account') ?? 0,
    corrections: terminal.readSecret !== undefined || options.flag('suggest') === true,
    readWallet: (file) => importWallet(file, context),
  });
  if ('error' in ring) throw wrong(`-keys: ${ring.error}`);
  for (const note of ring.notes) terminal.err(`Note: ${note}\n`);
  return ring;
}
