import type { KeyRing } from '../../keys/key-ring.ts';
import { explainName, findNameProof } from '../../names/explain-name.ts';
import { checkSigned } from '../../review/check.ts';
import type { Check } from '../../review/check-model.ts';
import { wrap } from '../../review/print.ts';
import type { Context } from '../../rpc/context.ts';
import { invalid, verifyError } from '../../rpc/error.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { parseRawTransaction } from '../../rpc/parse/raw-transaction.ts';
import { profileRules } from '../../rpc/profile.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { readRootKeyFile } from '../names/root-keys.ts';
import { machineTime } from '../runtime/clock.ts';
import { checkWithKeys, checkWithWallet } from './check-with-wallet.ts';
import { usageOf } from './commands.ts';
import { describeCheck } from './describe-check.ts';
import {
  type CommandContext,
  isRaw,
  readPayload,
  requirePsbt,
  requireTwoSources,
} from './payload-text.ts';
import { addSeen, readSeen } from './seen-nonces.ts';
import { readRings, withKeys } from './sign-keys.ts';
import { readTranscript } from './transcript.ts';

/** Runs `coldsign check BEFORE AFTER`, which reports what another signer did to a PSBT. */
export async function checkPayload(
  words: readonly unknown[],
  { context, options, terminal }: CommandContext,
): Promise<string> {
  const [first, second, ...more] = words;
  if (typeof first === 'string' && words.length === 1 && profileRules(context.profile).reviews) {
    const explained = explainFile(first, context, options);
    if (explained?.isProven) return explained.text;
    if (explained) {
      terminal.out(`${explained.text}\n`);
      throw verifyError('The name is not proven: do not use it');
    }
  }
  const isTwo = typeof first === 'string' && typeof second === 'string' && more.length === 0;
  if (!isTwo || !profileRules(context.profile).reviews) {
    throw invalid(
      `check needs two files: the PSBT that you sent, and the PSBT or transaction that came back. It also explains one file with the proof of a name (BIP353)\n${usageOf('check')}`,
    );
  }
  const { secp256k1 } = context;
  const keys = options.list('keys');
  for (const word of [first, second]) requireTwoSources(word, keys, terminal);
  const { text: given } = await readPayload(first, terminal);
  const what = `“${first}” is a transaction. BEFORE must be the PSBT that you sent`;
  const before = await requirePsbt(given, context, `${what}\n${usageOf('check')}`);
  const { text: answer } = await readPayload(second, terminal);
  const after = isRaw(answer) ? parseRawTransaction(answer) : await parsePsbt(answer, context);
  const path = options.text('seen');
  const seen = path === undefined ? new Map<string, string>() : readSeen(path);
  const file = options.text('transcript');
  const transcript = file === undefined ? undefined : readTranscript(file, terminal, secp256k1);
  const facts = { secp256k1, seen, transcript, network: context.network };
  const checkWith = (provider: SigningProvider | undefined) =>
    checkSigned(before, after, { ...facts, provider });
  const checkBy = (ring: KeyRing) =>
    withKeys(ring, () => checkWithKeys(ring, before, context, checkWith));
  const check =
    keys.length === 0
      ? checkWithWallet(before, context, checkWith)
      : await checkBy(await readRings(keys, { context, options, terminal }));
  if (path !== undefined) await addSeen(path, check);
  const text = describeCheck(check)
    .flatMap((line) => wrap(line, terminal.columns, line.startsWith(' ') ? '  ' : ''))
    .join('\n');
  if (check.isFine) return text;
  terminal.out(`${text}\n`);
  throw verifyError(refusalOf(check));
}

function refusalOf({ changes, signatures }: Check): string {
  if (changes.some(({ isHarmless }) => !isHarmless)) {
    return 'Do not use this: the signer did more than add signatures. Let it sign the PSBT that you sent again';
  }
  return signatures.length === 0
    ? 'This is not signed: the signer added no signature'
    : 'Do not use this: a signature is not safe. See STOP above';
}

/** Explains the name proof in a file; `undefined` if it contains something else. */
function explainFile(path: string, context: Context, options: CommandContext['options']) {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFileSync(path);
  } catch {
    // The file cannot be read, so the usage is shown instead.
    return undefined;
  }
  const proof = findNameProof(bytes);
  if (proof === undefined) return undefined;
  const now = context.now?.() ?? machineTime();
  const roots = readRootKeyFile(options);
  // An invalid file of root keys was rejected when the command started.
  const known = roots !== undefined && 'keys' in roots ? roots : undefined;
  const { isProven, lines } = explainName(proof, now, context, known);
  return { isProven, text: lines.join('\n') };
}
