import { readFileSync } from 'node:fs';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { formatAmount } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { extract, parsePsbt, sign } from '../../src/index.ts';
import { joinRings, type KeyRing } from '../../src/keys/key-ring.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { importWallet } from '../../src/public/formats.ts';
import {
  keyOwners,
  type Policy,
  refusedBy,
  reviewId,
  reviewPsbt,
  screenPolicy,
  strictPolicy,
} from '../../src/public/review.ts';
import { readKeys } from '../../src/public/seed.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { harness } from '../support/harness.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { importOfSecrets } from '../support/review/accounts.ts';
import type { commandFolder } from '../support/screens/command-folder.ts';

/** A PSBT, and the keys of the person who is asked to sign it. */
export type Case = {
  /** A statement about what the case shows. */
  readonly name: string;
  /** Texts of keys, as a person gives them: words, an xprv, descriptors, a wallet file. */
  readonly keys: readonly string[];
  /** The passphrase of the keys. */
  readonly passphrase?: string;
  readonly psbt: Psbt;
  /** True if signing adds random bytes, so that only their number can be compared. */
  readonly isRandom?: boolean;
};

/** What a door says about a PSBT, and what it does. */
export type Answer = {
  /** Ids of the findings, the worst first. */
  readonly findings: readonly string[];
  /** The id of the review: it covers owners, amounts, roles and findings. */
  readonly id: string;
  /** The fee in BTC; absent if an amount is unknown. */
  readonly fee: string | undefined;
  /** The roles of the outputs. */
  readonly roles: readonly string[];
  /**
   * `refused`, `nothing` if no key fits, or the transaction or PSBT that was made, in hexadecimal.
   */
  readonly signed: string;
};

/** A way to give a PSBT to coldsign, from its keys to the signed bytes. */
export type Door = {
  readonly name: 'library' | 'command' | 'methods' | 'wallet' | 'page';
  /** False if the door does not take keys like these, or has no such policy. */
  readonly takes: (given: Case, policy: Policy) => boolean;
  readonly open: (given: Case, policy: Policy) => Promise<Answer>;
};

type Folder = ReturnType<typeof commandFolder>;

const network = networks.regtest;
const context = { network, secp256k1 };
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
/** The clock at all doors. */
export const NOW = 1_790_000_000;

const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);
const textOf = (signed: Uint8Array) => encodeHex(signed);
const isDescriptor = (text: string) => /^[a-z]+\(/.test(text);

/** Reads keys like an app. The caller wipes them. */
function ringFor({ keys, passphrase }: Pick<Case, 'keys' | 'passphrase'>): KeyRing {
  const rings = keys.map((text) => {
    const readWallet = (file: string, password: string | undefined) =>
      importWallet(file, { network }, { password, secrets: true });
    const ring = readKeys(text, { ...context, passphrase, readWallet });
    if ('error' in ring) throw new Error(ring.error);
    return ring;
  });
  return joinRings(rings);
}

/** Signs like an app, after a review by the same keys. */
async function byLibrary(given: Case, policy: Policy): Promise<Answer> {
  const { psbt } = given;
  const ring = ringFor(given);
  const findOwners = keyOwners(ring, psbt, context);
  const found = reviewPsbt(psbt, { network, findOwners, now: { time: NOW } }, secp256k1);
  if (found === undefined) throw new Error('lock times exclude each other');
  const shown = {
    findings: found.findings.map(({ id }) => id),
    id: reviewId(found, network),
    fee: found.isWhole ? formatAmount(found.fee) : undefined,
    roles: found.outputs.map(({ role }) => role),
  };
  if (refusedBy(policy, found).length > 0) return { ...shown, signed: 'refused' };
  const signed = await sign(psbt, { keys: ring, secp256k1, random, reviewed: found });
  return { ...shown, signed: outcome(psbt, signed.psbt, signed.complete) };
}

/** Returns the bytes that a door makes: a transaction if it is complete, else a PSBT. */
function outcome(before: Psbt, after: Psbt, complete: boolean): string {
  if (complete) return extract(after).hex;
  const signed = textOf(bytesOf(after));
  return signaturesIn(after) > signaturesIn(before) ? signed : 'nothing';
}

const signaturesIn = ({ inputs }: Psbt): number =>
  inputs.reduce(
    (sum, input) =>
      sum +
      input.partialSignatures.length +
      input.tapScriptSignatures.length +
      input.musigPubNonces.length +
      input.musigPartialSignatures.length +
      (input.tapKeySignature ? 1 : 0) +
      input.finalWitness.length +
      input.finalScriptSig.length,
    0,
  );

type Shown = {
  readonly id: string;
  readonly findings: readonly { readonly id: string }[];
  readonly fee?: number;
  readonly outputs: readonly { readonly role: string }[];
};

const shown = ({ id, findings, fee, outputs }: Shown): Omit<Answer, 'signed'> => ({
  id,
  findings: findings.map((each) => each.id),
  fee: fee?.toFixed(8),
  roles: outputs.map(({ role }) => role),
});

/** Calls the command line in a folder of its own. */
function commandDoor({ call, write, folder }: Folder): Door {
  let count = 0;
  const open: Door['open'] = async ({ keys, passphrase, psbt }, policy) => {
    const as = `case-${count++}`;
    const words = keys.map((text, i) => `-keys=${write(`${as}-${i}.keys`, text)}`);
    if (passphrase !== undefined) words.push('-passphrase');
    const typed = passphrase === undefined ? {} : { secrets: [passphrase, passphrase] };
    const file = write(`${as}.psbt`, bytesOf(psbt));
    const json = await call([...words, '-format=json', 'review', file], typed);
    if (json.code !== 0) throw new Error(json.err);
    const isStrict = policy === strictPolicy;
    const how = isStrict ? ['-yes', '-policy=strict'] : [];
    const typist = isStrict ? { isScreen: false } : { answer: 'yes' };
    const done = await call([...words, ...how, 'sign', file], { ...typist, ...typed });
    return { ...shown(JSON.parse(json.out)), signed: written(folder, as, psbt, done) };
  };
  return { name: 'command', takes: () => true, open };
}

type Done = { readonly code: number; readonly out: string; readonly err: string };

function written(folder: string, as: string, before: Psbt, { code, out, err }: Done): string {
  if (code !== 0) {
    if (/None of the keys that this PSBT needs/.test(err.replace(/\s+/g, ' '))) return 'nothing';
    if (/\([a-z-]+\)/.test(err)) return 'refused';
    throw new Error(err);
  }
  const file = /Saved to (\S+\.\w+)\./.exec(`${out}${err}`)?.[1] ?? `${folder}/${as}-signed.psbt`;
  if (file.endsWith('.txn')) return readFileSync(file, 'utf8').trim();
  const bytes = readFileSync(file);
  return outcome(before, parsePsbt(bytes), false);
}

/** Calls the methods that take descriptors. */
const methodsDoor: Door = {
  name: 'methods',
  takes: ({ keys }) => keys.every(isDescriptor),
  async open({ keys, psbt }, policy) {
    const { call, ask } = harness({
      ...context,
      profile: 'default',
      policy,
      now: () => NOW,
      random,
      musigNonces: createMusigNonces(),
    });
    const found = await call('review', [writePsbt(psbt), keys]);
    const signed = await ask('descriptorprocesspsbt', [writePsbt(psbt), keys]);
    return { ...shown(found), signed: answered(psbt, signed) };
  },
};

type Replied = Awaited<ReturnType<ReturnType<typeof harness>['ask']>>;

function answered(before: Psbt, { result, error }: Replied): string {
  if (error !== null) {
    if (/\([a-z-]+\)|review/i.test(error.message)) return 'refused';
    throw new Error(error.message);
  }
  return result.complete ? result.hex : outcome(before, readPsbt(result.psbt), false);
}

/** Imports the descriptors into a wallet, which signs. */
function walletDoor({ call, write, folder }: Folder): Door {
  let count = 0;
  return {
    name: 'wallet',
    takes: ({ keys }) => keys.every((text) => isDescriptor(text) && text.includes('<0;1>')),
    async open({ keys, psbt }, policy) {
      const as = `wallet-${count++}`;
      const noScreen = { isScreen: false };
      const wallet = `-rpcwallet=${as}`;
      await call(['-named', 'createwallet', `wallet_name=${as}`, 'blank=true'], noScreen);
      for (const text of keys) {
        const json = importOfSecrets(text.replace(/#.*/, ''));
        await call([wallet, 'importdescriptors', json], noScreen);
      }
      const file = write(`${as}.psbt`, bytesOf(psbt));
      const json = await call([wallet, '-format=json', 'review', file]);
      if (json.code !== 0) throw new Error(json.err);
      const isStrict = policy === strictPolicy;
      const how = isStrict ? ['-yes', '-policy=strict'] : [];
      const typist = isStrict ? noScreen : { answer: 'yes' };
      const done = await call([wallet, ...how, 'sign', file], typist);
      return { ...shown(JSON.parse(json.out)), signed: written(folder, as, psbt, done) };
    },
  };
}

/** Asks the worker of the page. A person there sees the review, so its policy is `screenPolicy`. */
const pageDoor: Door = {
  name: 'page',
  takes: (_, policy) => policy === screenPolicy,
  async open({ keys, passphrase = '', psbt }) {
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    for (const text of keys) {
      engine.takeText(text);
      await engine.openPayload(passphrase);
    }
    engine.takeBytes(bytesOf(psbt));
    engine.keepSubject();
    const { id, findings, outputs, summary } = await engine.review();
    const fee = /([\d.,]+) BTC/.exec(summary.fee ?? '')?.[1];
    const roles = outputs.map(({ role }) => role);
    return {
      id,
      findings: findings.map((each) => each.id),
      fee,
      roles,
      signed: await signOnPage(engine, id, psbt),
    };
  },
};

async function signOnPage(engine: ReturnType<typeof createEngine>, id: string, psbt: Psbt) {
  try {
    const { bytes, isComplete } = await engine.sign(id, []);
    return isComplete ? textOf(bytes) : outcome(psbt, parsePsbt(bytes), false);
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    if (/None of the keys that this PSBT needs/.test(text)) return 'nothing';
    if (/Nothing was signed|\([a-z-]+\)/.test(text)) return 'refused';
    throw error;
  }
}

/** Returns all doors. The command line and wallets keep their files in `folder`. */
export const doorsIn = (folder: Folder): readonly Door[] => [
  { name: 'library', takes: () => true, open: byLibrary },
  commandDoor(folder),
  methodsDoor,
  walletDoor(folder),
  pageDoor,
];
