import { decodeWif } from '../../crypto/wif.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import {
  getMember,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
} from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { parsePsbt } from '../../rpc/parse/psbt.ts';
import { privateDescriptor, standardAccounts } from '../../seed/accounts.ts';
import { rootKeyOf } from '../../seed/root-key.ts';
import { readPhraseOf } from '../seed/call.ts';
import { chosenLists, readSecrets, type Secrets } from '../seed/input.ts';
import { withRoot } from '../seed/show.ts';
import { type Carrying, isRaw } from './carrying.ts';

const wrong = (message: string) => new RpcError(RpcCode.INVALID_PARAMETER, message);

/**
 * What `-keys` names, as descriptors: those of a file, or what is typed unseen or piped in.
 * `carried`: what it is for, which may tell the paths of the keys that are asked for. No error
 * repeats any of it.
 */
export async function readKeys(
  word: string,
  carried: string,
  carrying: Carrying,
): Promise<JsonArray> {
  const secrets = await readGiven(word, carrying);
  const descriptors = readDescriptors(secrets.text, carrying);
  return descriptors ?? ofWords(secrets, pathsIn(carried, carrying.context), carrying);
}

/** Like `readKeys`; refuses what holds no private key of this network. */
export async function readSigningKeys(
  word: string,
  carried: string,
  carrying: Carrying,
): Promise<JsonArray> {
  const descriptors = await readKeys(word, carried, carrying);
  if (descriptors.every((each) => !hasPrivateKey(each, carrying.context))) {
    throw wrong('-keys holds no private key of this network: nothing could be signed with it');
  }
  return descriptors;
}

/** The paths of the keys that a PSBT names. */
function pathsIn(text: string, context: Context): readonly (readonly number[])[] {
  if (isRaw(text)) return [];
  const { inputs, outputs } = parsePsbt(text, context);
  return [...inputs, ...outputs].flatMap(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].map(({ origin }) => origin.path),
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

/** Lines of descriptors or of keys in WIF, or JSON; `undefined`: it may be seed words. */
function readDescriptors(text: string, { context }: Carrying): JsonArray | undefined {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (json !== undefined) return listed(json);
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const found = lines.map((line) => (line.includes('(') ? [line] : ofWif(line, context)));
  const isWhole = found.length > 0 && found.every((each) => each !== undefined);
  return isWhole ? found.flat() : undefined;
}

/** As `coldsign seed descriptors`, `importdescriptors` and `listdescriptors` have them. */
function listed(json: Json): JsonArray {
  if (isJsonArray(json)) return json;
  const inner = isJsonObject(json) ? getMember(json, 'descriptors') : null;
  return isJsonArray(inner) ? inner : [json];
}

/** All that a single key is for; taproot has compressed keys only. */
function ofWif(line: string, { network }: Context): readonly string[] | undefined {
  const key = decodeWif(line, network);
  if (key === undefined) return undefined;
  key.wipe();
  return key.compressed ? [`combo(${line})`, `tr(${line})`] : [`combo(${line})`];
}

function hasPrivateKey(given: Json, { network, secp256k1 }: Context): boolean {
  const text = isJsonObject(given) ? getMember(given, 'desc') : given;
  const parsed = typeof text === 'string' && parseDescriptor(text, { network, secp256k1 });
  // What cannot be read is told by whoever signs with it.
  if (parsed === false || 'error' in parsed) return true;
  for (const key of parsed.privateKeys.values()) key.wipe();
  return parsed.privateKeys.size > 0;
}

/** The standard accounts of seed words: those that paths lead to, or else all. */
function ofWords(
  secrets: Secrets,
  paths: readonly (readonly number[])[],
  { context, options, terminal }: Carrying,
): JsonArray {
  const lists = chosenLists(options);
  if ('error' in lists) throw wrong(lists.error);
  const phrase = readPhraseOf(secrets, { options, terminal, lists });
  if ('error' in phrase) {
    throw wrong(
      `-keys holds neither descriptors nor private keys of this network in WIF, and as seed words: ${phrase.error}`,
    );
  }
  const all = standardAccounts(context.network, options.integer('account') ?? 0);
  const named = all.filter(({ path }) =>
    paths.some((each) => path.every((step, i) => each[i] === step)),
  );
  const kinds = named.length > 0 ? named : all;
  return withRoot(rootKeyOf(phrase, secrets.passphrase), (root) =>
    kinds.map((kind) => privateDescriptor(root, kind, context)),
  );
}
