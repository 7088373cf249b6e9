import { join } from 'node:path';
import { encodeHex } from '../../encoding/hex.ts';
import { nextTurn } from '../../encoding/next-turn.ts';
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
import {
  doneMessage,
  inEnglish,
  type OutcomeMessage,
  outcomeMessage,
} from '../../psbt/outcome-messages.ts';
import type { Finding, Review } from '../../review/model.ts';
import { noPolicy, screenPolicy } from '../../review/policy.ts';
import type { Approval, Context } from '../../rpc/context.ts';
import { invalid, miscError, RpcCode, RpcError, walletError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { outcomeOf } from '../../rpc/explain/outcome.ts';
import { hex, str } from '../../rpc/fields.ts';
import { defineMethod, type RpcMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { prevTxsParam } from '../../rpc/params/signing-params.ts';
import { parsePrevCoins } from '../../rpc/parse/prevtxs.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { parseRawTransaction } from '../../rpc/parse/raw-transaction.ts';
import { profileRules } from '../../rpc/profile.ts';
import { showProcessed } from '../../rpc/results/processed-psbt-result.ts';
import { signingResult } from '../../rpc/results/signing-result.ts';
import { signByKeys, signRawByKeys } from '../../rpc/signing/key-session.ts';
import { createSealedNonces } from '../../signing/sealed-nonces.ts';
import type { Coin } from '../../transaction/transaction.ts';
import { createNonceFiles } from '../keys/nonce-files.ts';
import type { Options } from '../options/load.ts';
import { readReviewId } from '../options/read-policy.ts';
import { askToSign } from './approve.ts';
import { usageOf } from './commands.ts';
import {
  type CommandContext,
  isRaw,
  type PayloadText,
  readPayload,
  requireTwoSources,
} from './payload-text.ts';
import { baseOf, completeEnding, type Outputs, outputsBeside } from './result-files.ts';
import { reviewText } from './show-review.ts';
import { readSigningKeys, withKeys } from './sign-keys.ts';

type SignCall = {
  readonly payload: PayloadText;
  readonly context: Context;
  /** The keys that sign; if absent, the wallet signs. */
  readonly ring: KeyRing | undefined;
  /** The outputs that a raw transaction spends, if given. */
  readonly prevtxs: JsonArray | undefined;
  readonly reviewed: string | undefined;
};

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
  const { policy, approve } = consent(carrying, wrong);
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
 * Ends signing at Ctrl-C or SIGTERM between two steps, so that keys are wiped and empty files
 * removed before the program ends. At a second signal, the program ends at once.
 */
function createInterruption() {
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    interruptedBy = signal;
    release();
  };
  const release = () => {
    for (const signal of ENDING) process.off(signal, interrupt);
  };
  return {
    begin(): void {
      for (const signal of ENDING) process.on(signal, interrupt);
    },
    async pause(): Promise<void> {
      await nextTurn();
      if (interruptedBy) throw miscError('Cancelled: nothing was signed');
    },
    end(): void {
      release();
      if (interruptedBy) process.kill(process.pid, interruptedBy);
    },
  };
}

/** Signals that ask a program to end. */
const ENDING = ['SIGINT', 'SIGTERM'] as const;

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
    throw invalid(
      `sign takes one file, and names its output itself: ${baseOf(file)}-signed.psbt or ${baseOf(file)}.txn. Leave out “${outputs}”`,
    );
  }
  throw invalid(
    `sign needs one file, and for a raw transaction the outputs it spends as JSON (PREVTXS)\n${usageOf('sign')}`,
  );
}

/** Signs with keys, or with the wallet. */
function methodOf({ payload, ring }: SignCall): RpcMethod {
  if (ring !== undefined) return signWith(ring);
  const name = isRaw(payload.text) ? 'signrawtransactionwithwallet' : 'walletprocesspsbt';
  return findMethod(methods, name);
}

function membersOf({ payload, prevtxs, reviewed }: SignCall): readonly JsonMember[] {
  const members: readonly (readonly [string, Json | undefined])[] = [
    [isRaw(payload.text) ? 'hexstring' : 'psbt', payload.text],
    ['prevtxs', prevtxs],
    ['reviewed', reviewed],
  ];
  return members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Signs a PSBT or a raw transaction with the keys of a ring. Core has no such method. */
const signWith = (ring: KeyRing) =>
  defineMethod({
    name: 'sign',
    category: 'Rawtransactions',
    summary: 'Sign a PSBT or a raw transaction with keys.',
    params: [
      str.optional('psbt', 'The PSBT'),
      str.optional('hexstring', 'The transaction'),
      prevTxsParam,
      hex.optional('reviewed', 'The id of a review'),
    ],
    result: signingResult,
    examples: [],
    async run({ psbt, hexstring = '', prevtxs, reviewed }, context) {
      if (psbt === undefined) {
        const transaction = parseRawTransaction(hexstring);
        const namedCoins = (known: ReadonlyMap<string, Coin>) =>
          parsePrevCoins(prevtxs ?? [], known, profileRules(context.profile));
        return signRawByKeys({ transaction, namedCoins }, ring, { reviewed }, context);
      }
      const given = await parsePsbt(psbt, context);
      const done = await signByKeys(given, ring, { reviewed }, context);
      return showProcessed(done, context);
    },
  });

/** Rejects a wrong review ID. Without quotes, the words after its spaces look like files. */
function checkReviewId(options: Options): void {
  const reviewed = options.text('reviewed');
  if (reviewed === undefined || readReviewId(reviewed) !== undefined) return;
  throw invalid(
    '-reviewed must be a review ID, which has 64 characters. “coldsign review” shows it. With its spaces, put it in quotes',
  );
}

/** Requires a policy or the ID of a review with `-yes`. */
export function checkConsent(options: Options): void {
  checkReviewId(options);
  const reviewed = options.text('reviewed');
  const isBound = options.text('policy') !== undefined || reviewed !== undefined;
  if (options.flag('yes') === true && !isBound) {
    throw invalid(
      '-yes needs a policy or a review. Add -policy=strict, -policy=FILE or -reviewed=ID',
    );
  }
}

const NO_TERMINAL =
  'No terminal to ask for confirmation. Add -reviewed=ID (from “coldsign review”), or -yes with -policy=strict';

/** `wrong`: why the keys cannot sign the PSBT, if no origin in it is theirs. */
function consent({ context, options, terminal }: CommandContext, wrong: string | undefined) {
  const { network } = context;
  const isBound = options.text('reviewed') !== undefined;
  const { columns, isScreen } = terminal;
  const colours = isScreen && terminal.paints?.err === true;
  return {
    // A user who names a review has seen it.
    policy: context.policy ?? (isBound ? noPolicy : screenPolicy),
    approve: async (review: Review, refused: readonly Finding[]): Promise<Approval> => {
      if (wrong !== undefined && review.findings.some(({ id }) => id === 'no-input-ours')) {
        throw walletError(inEnglish([outcomeMessage('no-key'), { text: wrong }]));
      }
      const isConfirmed = isBound || options.flag('yes') === true;
      // Wrong files, keys and options are reported first.
      if (!isConfirmed && terminal.readLine === undefined) throw invalid(NO_TERMINAL);
      const text = reviewText(review, network, { columns, colours });
      if (isScreen) terminal.draw(text);
      else terminal.err(text);
      if (isConfirmed) return refused.length === 0;
      return askToSign(refused, terminal);
    },
  };
}

async function writeSigned(
  result: JsonObject,
  { payload, ring }: SignCall,
  outputs: Outputs,
  // Its context has no pause: a signature that was made is written.
  { context, terminal }: CommandContext,
): Promise<string> {
  const { path, text } = payload;
  const hex = findMember(result, 'hex');
  const psbt = findMember(result, 'psbt');
  const isComplete = findMember(result, 'complete') === true;
  const output = typeof hex === 'string' && (isComplete || psbt === undefined) ? hex : psbt;
  const [done, ...next] = await messagesOf(text, result, ring, context);
  if (path === undefined) return String(output);
  const ending = isComplete ? completeEnding(path) : `-signed.${isRaw(text) ? 'txn' : 'psbt'}`;
  const file = await outputs.write(ending, String(output)).catch((error: unknown) => {
    terminal.out(`${String(output)}\n`);
    throw error;
  });
  return inEnglish([done, { text: `Saved to ${file}.` }, ...next]);
}

type Messages = readonly [done: OutcomeMessage, ...next: OutcomeMessage[]];

/** Returns what was done, and what to do next. Throws if nothing was signed. */
async function messagesOf(
  before: string,
  result: JsonObject,
  ring: KeyRing | undefined,
  context: Context,
): Promise<Messages> {
  const check = `Check ${ring === undefined ? '' : '-keys, and '}that this is the right wallet`;
  const complete = findMember(result, 'complete') === true;
  if (isRaw(before)) {
    if (before.toLowerCase() === String(findMember(result, 'hex')).toLowerCase()) {
      throw walletError(inEnglish([doneMessage('no-key-transaction'), { text: check }]));
    }
    return [doneMessage('signed'), doneMessage(complete ? 'broadcast' : 'others-missing')];
  }
  const psbt = await parsePsbt(String(findMember(result, 'psbt')), context);
  const given = await parsePsbt(before, context);
  const outcome = outcomeOf(given, { psbt, complete }, context.secp256k1);
  if (outcome.needs === undefined) {
    const advice = outcome.id === 'no-key' ? check : 'Check -nonces=FOLDER and -keys';
    throw walletError(inEnglish([outcomeMessage(outcome.id), { text: advice }]));
  }
  const next = complete ? [doneMessage('broadcast')] : outcome.needs;
  return [doneMessage(outcome.id), ...next];
}
