import { escapeUnseen } from '../../encoding/unseen.ts';
import { getMember, isJsonArray, isJsonObject, type Json, jsonObject } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import { miscError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import type { SignerRequest } from './request.ts';

/** A wallet that signs for a node, and the output for its user. */
export type Signer = {
  readonly context: Context;
  show(text: string): void;
};

/** Returns an error as JSON: in a list, if a list of signers was requested. */
export function errorAnswer(words: string, isList: boolean): Json {
  const error = jsonObject({ error: escapeUnseen(redactGiven(words)) });
  return isList ? [error] : error;
}

/** Answers a node in the format of HWI. Throws RpcError. */
export async function answerNode(
  { fingerprint, chain, call }: SignerRequest,
  signer: Signer,
): Promise<Json> {
  const { context } = signer;
  if (chain !== undefined && chain !== context.network.name) {
    throw miscError(
      `This signer is for ${context.network.name}, and the node is on ${chain}: put -chain=${chain} before "signer"`,
    );
  }
  const descriptors = await listDescriptors(context);
  const own = fingerprintOf(descriptors);
  if (fingerprint !== undefined && fingerprint !== own) {
    throw miscError(`The wallet's fingerprint is ${own}, and ${fingerprint} was asked for`);
  }
  switch (call.name) {
    case 'enumerate':
      return [enumerated(own)];
    case 'getdescriptors':
      return accountOf(descriptors, own, call.account);
    case 'displayaddress':
      return displayAddress(call.descriptor, signer);
    case 'signtx':
      return signPsbt(call.psbt, context);
  }
}

const ask = (context: Context, name: string, params: readonly Json[]): Promise<Json> =>
  runMethod(findMethod(methods, name), params, context);

const member = (value: Json, name: string): Json =>
  isJsonObject(value) ? getMember(value, name) : null;

function enumerated(fingerprint: string): Json {
  return jsonObject({
    type: 'coldsign',
    model: 'coldsign',
    path: 'coldsign',
    fingerprint,
    needs_pin_sent: false,
    needs_passphrase_sent: false,
  });
}

type Listed = { readonly text: string; readonly internal: boolean };

/** Lists descriptors that give out addresses, without private keys. */
async function listDescriptors(context: Context): Promise<readonly Listed[]> {
  const list = member(await ask(context, 'listdescriptors', []), 'descriptors');
  return (isJsonArray(list) ? list : []).flatMap((row) => {
    const text = member(row, 'desc');
    if (typeof text !== 'string' || member(row, 'active') !== true) return [];
    return [{ text, internal: member(row, 'internal') === true }];
  });
}

/**
 * Matches one key and its origin in pkh, sh(wpkh), wpkh and tr, with a path of BIP44 or its
 * successors.
 */
const SINGLE = /^(?:pkh|wpkh|tr|sh\(wpkh)\(\[([0-9a-f]{8})\/\d+[h']\/\d+[h']\/(\d+)[h']\][^,{]*\)#/;

function fingerprintOf(descriptors: readonly Listed[]): string {
  const found = new Set(descriptors.flatMap(({ text }) => SINGLE.exec(text)?.[1] ?? []));
  const [only] = found;
  if (only !== undefined && found.size === 1) return only;
  throw miscError(
    found.size === 0
      ? 'This wallet has no descriptors of one key with its origin: make one with createwallet'
      : `This wallet has keys of ${found.size} masters: name one that has a single one, with -rpcwallet before "signer"`,
  );
}

function accountOf(descriptors: readonly Listed[], own: string, account: number): Json {
  const of = descriptors.filter(({ text }) => {
    const [, fingerprint, number] = SINGLE.exec(text) ?? [];
    return fingerprint === own && Number(number) === account;
  });
  if (of.length === 0) throw miscError(`This wallet has no account ${account}`);
  const branch = (internal: boolean) =>
    of.filter((each) => each.internal === internal).map(({ text }) => text);
  return jsonObject({ receive: branch(false), internal: branch(true) });
}

/** Shows an address before returning it. It must be the wallet's own. */
async function displayAddress(descriptor: string, { context, show }: Signer): Promise<Json> {
  const derived = await ask(context, 'deriveaddresses', [descriptor]);
  const [address, ...more] = isJsonArray(derived) ? derived : [];
  if (typeof address !== 'string' || more.length > 0) throw miscError('--desc is of one address');
  const known = await ask(context, 'getaddressinfo', [address]);
  if (member(known, 'ismine') !== true || member(known, 'solvable') !== true) {
    throw miscError(`${address} is not an address of this wallet: do not pay to it`);
  }
  show(`Address of this wallet:\n  ${escapeUnseen(address)}\n`);
  return jsonObject({ address });
}

/** Adds signatures only, because the node finalizes. */
async function signPsbt(psbt: string, context: Context): Promise<Json> {
  const signed = await ask(context, 'walletprocesspsbt', [psbt, true, null, true, false]);
  const text = member(signed, 'psbt');
  const found = typeof text === 'string' && text !== psbt ? text : undefined;
  if (found === undefined) throw miscError('Nothing was signed: the wallet has no key for it');
  return jsonObject({ psbt: found, signed: true });
}
