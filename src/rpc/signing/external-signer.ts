import { encodeHex } from '../../encoding/hex.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import { messageOf } from '../../psbt/answer-fault.ts';
import { dropUnnecessaryTransactions } from '../../psbt/final-scripts.ts';
import { finalizeTask } from '../../psbt/finalize.ts';
import { findHolding } from '../../psbt/input-signing.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { isFinalized, type Psbt } from '../../psbt/psbt.ts';
import { finalSpend, openSession } from '../../psbt/psbt-session.ts';
import { takeSignaturesTask } from '../../psbt/take-signatures.ts';
import { pausingSigner } from '../../signing/batch-signer.ts';
import { runTask } from '../../signing/task.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { miscError, RpcError, verbatimMessage, verifyError } from '../error.ts';
import { formatPsbt, parsePsbt } from '../parse/psbt-argument.ts';
import { profileRules } from '../profile.ts';
import type { SignerCommand } from '../signing-context.ts';
import { getStr } from '../values.ts';

/** A device that the command of `-signer` reported. */
export type EnumeratedSigner = {
  /** Fingerprint of the master key: eight hex digits, as the device wrote them. */
  readonly fingerprint: string;
  /** The model; empty if not reported. */
  readonly name: string;
};

/** Longest output quoted in an error. */
const LONGEST_QUOTE = 2000;

/** Runs the command and parses its output. Core: RunCommandParseJSON (common/run_command.cpp). */
async function ask(
  { command, run }: SignerCommand,
  words: readonly string[],
  input = '',
): Promise<Json> {
  let answer: Awaited<ReturnType<typeof run>>;
  try {
    answer = await run(words, input);
  } catch (error) {
    // A command that cannot run is not a bug.
    throw miscError(error instanceof Error ? error.message : String(error));
  }
  const { status, output, errors } = answer;
  if (status !== 0) {
    const line = [...command.split(/[ \t]/), ...words].join(' ');
    throw miscError(
      `RunCommandParseJSON error: process(${line}) returned ${status}: ${errors.slice(0, LONGEST_QUOTE)}\n`,
    );
  }
  const json = parseJson(output);
  if (json === undefined) {
    throw miscError(`Unable to parse JSON: ${output.slice(0, LONGEST_QUOTE)}`);
  }
  return json;
}

const member = (value: Json, name: string): Json =>
  isJsonObject(value) ? getMember(value, name) : null;

/** Core: ExternalSigner::Enumerate (external_signer.cpp). */
export async function enumerateSigners(
  signer: SignerCommand,
): Promise<readonly EnumeratedSigner[]> {
  const { command } = signer;
  const list = await ask(signer, ['enumerate']);
  if (!isJsonArray(list)) {
    throw miscError(`'${command}' received invalid response, expected array of signers`);
  }
  const found = new Map<string, EnumeratedSigner>();
  for (const row of list) {
    const { fingerprint, name } = readSigner(row, command);
    if (!found.has(fingerprint)) found.set(fingerprint, { fingerprint, name });
  }
  return [...found.values()];
}

function readSigner(row: Json, command: string): EnumeratedSigner {
  const error = member(row, 'error');
  if (error !== null) {
    throw miscError(`'${command}' error${typeof error === 'string' ? `: ${error}` : ''}`);
  }
  const fingerprint = member(row, 'fingerprint');
  if (fingerprint === null) {
    throw miscError(`'${command}' received invalid response, missing signer fingerprint`);
  }
  const text = getStr(fingerprint);
  if (!/^[0-9a-f]{8}$/i.test(text)) {
    throw miscError(`'${command}' received invalid fingerprint, must be 8 hex characters`);
  }
  const model = member(row, 'model');
  return { fingerprint: text, name: typeof model === 'string' ? model : '' };
}

/** A device, and the function that sends it requests. */
export type ConnectedSigner = {
  readonly fingerprint: string;
  ask(words: readonly string[], input?: string): Promise<Json>;
};

/**
 * Returns the only device, or `error` if there is not exactly one. Core: GetExternalSigner
 * (wallet/external_signer_scriptpubkeyman.cpp).
 */
async function connect({
  signerCommand,
  network,
}: Pick<Context, 'signerCommand' | 'network'>): Promise<
  ConnectedSigner | { readonly error: string }
> {
  if (signerCommand === undefined) return { error: 'restart bitcoind with -signer=<cmd>' };
  const [only, ...more] = await enumerateSigners(signerCommand);
  if (only === undefined) return { error: 'No external signers found' };
  if (more.length > 0) {
    return { error: 'More than one external signer found. Please connect only one at a time.' };
  }
  const { fingerprint } = only;
  const options = ['--fingerprint', fingerprint, '--chain', network.name];
  return {
    fingerprint,
    // Piped arguments follow those of the command line.
    ask: (words, input = '') =>
      ask(signerCommand, [...(input === '' ? [] : ['--stdin']), ...options, ...words], input),
  };
}

/** Returns the only connected signer. Throws if there is none, or more than one. */
export async function requireSigner(context: Context): Promise<ConnectedSigner> {
  const found = await connect(context);
  if ('error' in found) throw miscError(found.error);
  return found;
}

/** common/messages.cpp, PSBTErrorString. */
const notFound = (reason: string) => verifyError('External signer not found', reason);
const failedToSign = (reason: string) => verifyError('External signer failed to sign', reason);

/**
 * Returns the PSBT with the device's signatures. The PSBT must contain all that is known of its
 * inputs. Core: ExternalSignerScriptPubKeyMan::FillPSBT.
 */
async function signWithSigner(
  psbt: Psbt,
  { finalize }: { readonly finalize: boolean },
  context: Context,
): Promise<SignedPsbt> {
  const { secp256k1, pause } = context;
  const isOver = psbt.inputs.every(isFinalized);
  const signed = isOver ? psbt : await askToSign(psbt, context);
  const dropsProofs = !profileRules(context.profile).keepsContradictions;
  const finalizing = finalizeTask(signed, secp256k1, { dropsProofs }, pause);
  const final = finalize && !isOver ? (await runTask(finalizing)).psbt : signed;
  const done = dropUnnecessaryTransactions(final, dropsProofs ? undefined : psbt);
  const session = openSession(done, secp256k1);
  if (session === undefined) return { psbt: done, complete: false };
  const spends = done.inputs.map((input, index) => finalSpend(index, input));
  const holding = await runTask(findHolding(spends, session, pausingSigner(session, pause)));
  return { psbt: done, complete: holding.size === spends.length };
}

/**
 * Returns the device that signs for a wallet without private keys, or `undefined` if keys sign or
 * no signature is wanted.
 */
export function signerOf(
  { flags, descriptors }: Pick<Wallet, 'flags' | 'descriptors'>,
  { sign, finalize }: { readonly sign: boolean; readonly finalize: boolean },
  context: Context,
): ((filled: Psbt) => Promise<SignedPsbt>) | undefined {
  const isAsked = sign && flags.externalSigner && descriptors.size > 0;
  return isAsked ? (filled) => signWithSigner(filled, { finalize }, context) : undefined;
}

/** Core: ExternalSigner::SignTransaction. */
async function askToSign(psbt: Psbt, context: Context): Promise<Psbt> {
  const signer = await connect(context);
  if ('error' in signer) throw notFound(signer.error);
  const text = formatPsbt(psbt);
  if (!hasKeyOf(psbt, signer.fingerprint)) {
    throw failedToSign(
      `The signer's fingerprint ${signer.fingerprint} is that of no key of the inputs: connect the device that the wallet was made with`,
    );
  }
  const result = await signer.ask([], `signtx ${text}`);
  const error = member(result, 'error');
  if (typeof error === 'string') throw failedToSign(error);
  const answer = member(result, 'psbt');
  if (typeof answer !== 'string') throw failedToSign('Unexpected result from signer');
  return readAnswer(psbt, answer, context);
}

function hasKeyOf({ inputs }: Psbt, fingerprint: string): boolean {
  const own = fingerprint.toLowerCase();
  return inputs.some(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].some(({ origin }) => encodeHex(origin.fingerprint) === own),
  );
}

async function readAnswer(psbt: Psbt, text: string, context: Context): Promise<Psbt> {
  const { secp256k1, profile, pause } = context;
  let answer: Psbt;
  try {
    answer = await parsePsbt(text, context);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw failedToSign(verbatimMessage(error));
  }
  if (!profileRules(profile).verifiesSigner) return answer;
  const taken = await runTask(takeSignaturesTask(psbt, answer, secp256k1, pause));
  if (!('error' in taken)) return taken.psbt;
  const { reason, hint } = messageOf(taken);
  throw failedToSign(`Nothing of its answer was taken: ${reason.text}. ${hint}`);
}
