import { join } from 'node:path';
import { encodeHex } from '../../encoding/hex.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import type { Context } from '../../rpc/context.ts';
import { invalid, RpcCode, RpcError } from '../../rpc/error.ts';
import { runMethod } from '../../rpc/execute.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { profileRules } from '../../rpc/profile.ts';
import { createSealedNonces } from '../../signing/sealed-nonces.ts';
import { createNonceFiles } from '../keys/nonce-files.ts';
import { readReviewId } from '../options/read-policy.ts';
import { usageOf } from './commands.ts';
import { type CommandContext, isRaw, readPayload, requireTwoSources } from './payload-text.ts';
import { baseOf, outputsBeside } from './result-files.ts';
import { membersOf, methodOf } from './sign-call.ts';
import { checkConsent, checkReviewId, consent } from './sign-consent.ts';
import { createInterruption } from './sign-interruption.ts';
import { readSigningKeys, withKeys } from './sign-keys.ts';
import { type SignCall, writeSigned } from './sign-result.ts';
import { isLetters, TYPED_SECRET } from './typed-keys.ts';

/**
 * Runs `coldsign sign FILE`: shows the review, asks, signs with the wallet or `-keys`, and writes
 * the PSBT or the complete transaction next to the file.
 */
export async function signPayload(
  params: JsonArray | JsonObject,
  { context, options, terminal }: CommandContext,
): Promise<string> {
  if (!profileRules(context.profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  checkReviewId(options);
  const { file, prevtxs } = readSignArguments(params);
  const keys = options.list('keys');
  requireTwoSources(file, keys, terminal);
  const payload = await readPayload(file, terminal);
  // A wrong file is reported first.
  if (!isRaw(payload.text)) await parsePsbt(payload.text, context);
  checkConsent(options);
  if (prevtxs !== undefined && !isRaw(payload.text)) {
    throw invalid('A PSBT already contains what it spends: leave out PREVTXS');
  }
  const carrying = { context, options, terminal };
  const ring = keys.length === 0 ? undefined : await readSigningKeys(keys, carrying);
  return signGiven({ payload, prevtxs, ring }, carrying);
}

/** A file to sign, and the keys for it. Without keys, the wallet signs. */
type SignInput = Pick<SignCall, 'payload' | 'prevtxs' | 'ring'>;

/** Shows the review, asks, signs, and writes the result. The keys are wiped. */
export async function signGiven(
  { payload, prevtxs, ring }: SignInput,
  carrying: CommandContext,
): Promise<string> {
  const { context, options } = carrying;
  const reviewed = readReviewId(options.text('reviewed') ?? '');
  const outputs = outputsBeside(payload);
  outputs.refuseExisting();
  const musigNonces = noncesOf(carrying);
  const musig = { musigSignsLast: true, ...(musigNonces && { musigNonces }) };
  const wrong = ring && (await whyForeign(payload.text, ring, carrying));
  const { policy, approve } = consent(carrying, { wrong, isRaw: isRaw(payload.text) });
  // The last moment before a signature, which may use up a MuSig2 nonce.
  const reserving: Context['approve'] = async (...asked) => {
    const answer = await approve(...asked);
    if (answer === false) return answer;
    interruption.begin();
    await outputs.reserve();
    return answer;
  };
  const interruption = createInterruption();
  const { pause } = interruption;
  const asking = { ...context, ...musig, policy, approve: reserving, pause };
  const call = { payload, context: asking, ring, prevtxs, reviewed };
  const sign = () => runMethod(methodOf(call), { members: membersOf(call) }, asking);
  try {
    const result = await (ring ? withKeys(ring, sign) : sign());
    const signed = isJsonObject(result) ? result : { members: [] };
    return await writeSigned(signed, call, outputs, carrying);
  } finally {
    await outputs.release();
    interruption.end();
  }
}

/**
 * Names the master keys that a PSBT needs and those of a ring, if every input names its keys, and
 * none is of the ring.
 */
async function whyForeign(
  text: string,
  { masters, hasWallet }: KeyRing,
  { context, options }: CommandContext,
): Promise<string | undefined> {
  if (isRaw(text) || hasWallet || masters.length === 0) return undefined;
  const { inputs } = await parsePsbt(text, context);
  const named = inputs.map(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].map(({ origin }) => encodeHex(origin.fingerprint)),
  );
  const wanted = [...new Set(named.flat())];
  const ours = masters.flatMap(({ origin }) => (origin ? encodeHex(origin.fingerprint) : []));
  if (named.some((each) => each.length === 0) || wanted.some((each) => ours.includes(each)))
    return undefined;
  const advice =
    options.flag('passphrase') === true
      ? 'Check the passphrase, and that this is the right wallet'
      : options.list('keys').includes('-')
        ? 'If you typed a passphrase, check it, or leave it empty. Otherwise check that this is the right wallet'
        : 'If the seed has a passphrase, add -passphrase. Otherwise check that this is the right wallet';
  return `It needs ${wanted.join(' or ')}, and your keys are of ${ours.join(', ')}. ${advice}`;
}

/**
 * Returns nonces that are stored in files, because the process ends between the rounds of MuSig2.
 */
function noncesOf({ context, options }: CommandContext): Context['musigNonces'] {
  const { musigNonces, random } = context;
  const folder = options.text('nonces') ?? join(options.dataDirectory, 'musig-nonces');
  return musigNonces ?? (random && createSealedNonces(createNonceFiles(folder), random));
}

/** Reads the file name and the `prevtxs` of `signrawtransactionwithkey`. */
function readSignArguments(params: JsonArray | JsonObject) {
  const [file, outputs, ...more] = isJsonObject(params) ? [] : params;
  const prevtxs = typeof outputs === 'string' ? parseJson(outputs) : undefined;
  const isWrong = outputs !== undefined && (prevtxs === undefined || !isJsonArray(prevtxs));
  if (typeof file === 'string' && more.length === 0 && !isWrong) {
    return { file, prevtxs: prevtxs && isJsonArray(prevtxs) ? prevtxs : undefined };
  }
  if (typeof file === 'string' && typeof outputs === 'string' && !/^\s*\[/.test(outputs)) {
    const isSecret = isLetters(outputs);
    throw invalid(
      `sign takes one file, and names its output itself: ${baseOf(file)}-signed.psbt or ${baseOf(file)}.txn. Leave out ${isSecret ? `the other words. ${TYPED_SECRET}` : `“${outputs}”`}`,
    );
  }
  throw invalid(
    `sign needs one file, and for a raw transaction the outputs it spends as JSON (PREVTXS)\n${usageOf('sign')}`,
  );
}
