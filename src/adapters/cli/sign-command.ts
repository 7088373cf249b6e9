import { encodeHex } from '../../encoding/hex.ts';
import {
  findMember,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonMember,
  type JsonObject,
} from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { rawSignatures } from '../../review/check.ts';
import { noPolicy, screenPolicy } from '../../review/policy.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { defineMethod, type RpcMethod } from '../../rpc/method.ts';
import {
  descriptorprocesspsbt,
  type ProcessArguments,
  processWithKeys,
} from '../../rpc/methods/descriptorprocesspsbt.ts';
import { methods } from '../../rpc/methods/index.ts';
import { scanObjectsParam } from '../../rpc/params/psbt.ts';
import { prevTxsParam } from '../../rpc/params/signing.ts';
import { parsePsbt } from '../../rpc/parse/psbt.ts';
import { profileRules } from '../../rpc/profile.ts';
import { signingResult } from '../../rpc/results/signing.ts';
import { incompleteWords } from '../../rpc/shape/psbt-details.ts';
import { signWithDescriptors } from '../../rpc/signing/sign-with-descriptors.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemWords } from '../files/errors.ts';
import type { Options } from '../options/load.ts';
import { askToSign } from './approve.ts';
import { type Carried, type Carrying, isRaw, readCarried, requireTwoSources } from './carrying.ts';
import type { SafeTerminal } from './escape.ts';
import { reviewText } from './show-review.ts';
import { readSigningKeys, withKeys } from './sign-keys.ts';

type SignCall = {
  readonly carried: Carried;
  readonly context: Context;
  /** With private keys; absent: the wallet signs. */
  readonly descriptors?: JsonArray | undefined;
  /** Derives what a PSBT names. */
  readonly ring?: KeyRing | undefined;
  /** Of a raw transaction; `undefined`: nobody told. */
  readonly prevtxs: JsonArray | undefined;
  readonly reviewed: string | undefined;
};

/**
 * `coldsign sign FILE`: shows what it would do, asks, signs with the wallet or with `-keys`, and
 * writes the PSBT or, where nothing is missing, the transaction beside it.
 */
export async function signCarried(
  params: JsonArray | JsonObject,
  { context, options, terminal }: Carrying,
): Promise<string> {
  if (!profileRules(context.profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  const { file, prevtxs } = readWords(params);
  const reviewed = options.text('reviewed');
  requireConsent(options, terminal, reviewed);
  const keys = options.list('keys');
  requireTwoSources(file, keys, terminal);
  const carried = await readCarried(file, terminal);
  if (prevtxs !== undefined && !isRaw(carried.text)) {
    throw wrong('A PSBT tells itself what it spends: leave the previous outputs out');
  }
  const carrying = { context, options, terminal };
  const given = keys.length === 0 ? undefined : await readSigningKeys(keys, carried.text, carrying);
  const asking = { ...context, ...consent({ context, options, terminal }) };
  const call = { carried, context: asking, ...given, prevtxs, reviewed };
  const sign = () => runMethod(methodOf(call), { members: membersOf(call) }, asking);
  const result = await (given ? withKeys(given, sign) : sign());
  return writeSigned(isJsonObject(result) ? result : { members: [] }, call);
}

const wrong = (message: string) => new RpcError(RpcCode.INVALID_PARAMETER, message);

/** The file, and for a raw transaction what it spends, as `signrawtransactionwithkey` takes it. */
function readWords(params: JsonArray | JsonObject) {
  const [file, told, ...more] = isJsonObject(params) ? [] : params;
  const prevtxs = typeof told === 'string' ? parseJson(told) : undefined;
  const isWrong = told !== undefined && (prevtxs === undefined || !isJsonArray(prevtxs));
  if (typeof file === 'string' && more.length === 0 && !isWrong) {
    return { file, prevtxs: prevtxs && isJsonArray(prevtxs) ? prevtxs : undefined };
  }
  throw wrong(
    'sign takes one file with a PSBT or a transaction, and of a transaction the outputs that it spends (prevtxs, as JSON): coldsign [options] sign FILE [PREVTXS]',
  );
}

function methodOf({ carried, descriptors, ring }: SignCall): RpcMethod {
  if (descriptors === undefined) {
    const name = isRaw(carried.text) ? 'signrawtransactionwithwallet' : 'walletprocesspsbt';
    return findMethod(methods, name);
  }
  if (isRaw(carried.text)) return signRaw;
  return defineMethod({
    ...descriptorprocesspsbt,
    run: (args, context) => processWithKeys(args as ProcessArguments, ring, context),
  });
}

function membersOf(call: SignCall): readonly JsonMember[] {
  const { carried, descriptors, prevtxs, reviewed } = call;
  const members: readonly (readonly [string, Json | undefined])[] = [
    [isRaw(carried.text) ? 'hexstring' : 'psbt', carried.text],
    ['descriptors', descriptors],
    ['prevtxs', prevtxs],
    ['reviewed', reviewed],
  ];
  return members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** No method of Core does that. */
const signRaw = defineMethod({
  name: 'sign',
  category: 'Rawtransactions',
  summary: 'Sign a raw transaction with the private keys of descriptors.',
  params: [
    { name: 'hexstring', type: 'string', required: true, help: 'The transaction' },
    { ...scanObjectsParam, required: true },
    prevTxsParam,
    { name: 'reviewed', type: 'hex', required: false, help: 'The id of a review' },
  ],
  result: signingResult,
  examples: [],
  async run(args, context) {
    return (await signWithDescriptors(args, context)).result;
  },
});

/**
 * Nobody signs unseen: without somebody who types, a policy or the id of a review says what may be
 * signed.
 */
function requireConsent(options: Options, terminal: SafeTerminal, reviewed: string | undefined) {
  const isBound = options.text('policy') !== undefined || reviewed !== undefined;
  if (options.flag('yes') === true && !isBound) {
    throw new RpcError(
      RpcCode.INVALID_PARAMETER,
      '-yes signs only what a policy (-policy=strict, or a file) or a review (-reviewed=ID) allows: give one of them',
    );
  }
  if (options.flag('yes') === true || reviewed !== undefined) return;
  if (terminal.readLine !== undefined) return;
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    'Nobody is there to be asked: give -reviewed=ID of a review, or -yes with -policy',
  );
}

function consent({ context, options, terminal }: Carrying): Partial<Context> {
  const { network } = context;
  const isBound = options.text('reviewed') !== undefined;
  const { columns, isScreen } = terminal;
  return {
    // Who names a review has seen it.
    policy: context.policy ?? (isBound ? noPolicy : screenPolicy),
    approve: async (review, refused) => {
      const text = reviewText(review, network, { columns, colours: isScreen });
      if (isScreen) terminal.draw(text);
      else terminal.err(text);
      if (isBound || options.flag('yes') === true) return refused.length === 0;
      return askToSign(refused, terminal);
    },
  };
}

/** The signatures that a PSBT holds, as text. */
function signaturesIn(text: string, context: Context): ReadonlySet<string> {
  return new Set(parsePsbt(text, context).inputs.flatMap(rawSignatures).map(encodeHex));
}

async function writeSigned(result: JsonObject, call: SignCall): Promise<string> {
  const { carried, context, descriptors } = call;
  const { path, text } = carried;
  const hex = findMember(result, 'hex');
  const psbt = findMember(result, 'psbt');
  const isComplete = findMember(result, 'complete') === true;
  const output = typeof hex === 'string' && (isComplete || psbt === undefined) ? hex : psbt;
  const before = isRaw(text) ? new Set([text.toLowerCase()]) : signaturesIn(text, context);
  const after = isRaw(text) ? [output] : [...signaturesIn(String(psbt), context)];
  if (typeof output !== 'string' || !after.some((each) => !before.has(String(each)))) {
    const who = descriptors === undefined ? 'the wallet has no key' : 'none of the keys is one';
    throw new RpcError(RpcCode.WALLET_ERROR, `Nothing was signed: ${who} for it`);
  }
  if (path === undefined) return output;
  const ending = isComplete ? '.txn' : `-signed.${isRaw(text) ? 'txn' : 'psbt'}`;
  const file = await writeBeside(path, ending, output);
  return isComplete
    ? `Signed, complete: ${file} holds the transaction. Any node's sendrawtransaction takes it.`
    : `Signed: ${file} holds it. ${isRaw(text) ? 'It is not complete.' : incompleteWords(parsePsbt(output, context), context)}`;
}

/** Writes a PSBT or a transaction beside the file that it is made of, and over no file. */
export async function writeBeside(path: string, ending: string, output: string): Promise<string> {
  const file = path.replace(/\.(psbt|txn|hex|txt)$/i, '') + ending;
  const bytes = isRaw(output) ? Buffer.from(`${output}\n`) : Buffer.from(output, 'base64');
  try {
    await writeDurably(file, [bytes], { exclusive: true });
  } catch (error) {
    const why = isCode(error, 'EEXIST') ? 'there is one already' : systemWords(error);
    throw new RpcError(RpcCode.MISC_ERROR, `Signed, but ${file} could not be written: ${why}`);
  }
  return file;
}
