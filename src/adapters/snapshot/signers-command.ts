import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { formatUtc } from '../../encoding/utc.ts';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import { fingerprintOf } from '../../snapshot/snapshot-signature.ts';
import { signerLabel, type TrustedSigner } from '../../snapshot/snapshot-trust.ts';
import { readSnapshotFile } from '../chain/snapshot-file.ts';
import type { SubcommandResult } from '../cli/subcommands.ts';
import type { Options } from '../options/load.ts';
import { chainSwitch, commandText } from './command-text.ts';
import { makeSigningKey, readSigningKey, signingKeyPath } from './signing-key.ts';
import { digitsOf, isSignerName, readTrust, trustFileOf, updateTrust } from './trust-file.ts';

type SignersCommand = {
  readonly most: number;
  readonly run: (options: Options, words: readonly string[]) => Promise<SubcommandResult>;
};

/** The words after `coldsign snapshot`, each with the number of words that may follow. */
const commands: { readonly [word: string]: SignersCommand } = {
  newkey: { most: 0, run: newKey },
  trust: { most: 2, run: trust },
  distrust: { most: 1, run: distrust },
};

export const signersUsage = `or:    coldsign snapshot newkey [-signkey=<file>]
         Makes a key, which then signs all snapshots made on this machine
or:    coldsign snapshot trust <snapshot> [<fingerprint>] [-name=<name>]
         Trusts the key that signed the snapshot. From then on, snapshots
         without a trusted signature are refused
or:    coldsign snapshot distrust <name or fingerprint>`;

/** Runs a command. Returns `undefined` if there is no such command. */
export function runSignersCommand(
  options: Options,
  [word = '', ...rest]: readonly string[],
): Promise<SubcommandResult> | undefined {
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (command === undefined) return undefined;
  const unexpected = rest[command.most];
  if (unexpected === undefined) return command.run(options, rest);
  return Promise.resolve({
    error: `Unexpected argument '${unexpected}', see coldsign snapshot -h`,
  });
}

async function newKey(options: Options): Promise<SubcommandResult> {
  const path = signingKeyPath(options);
  if (path === undefined) return { error: '-nosignkey and newkey contradict each other' };
  const publicKey = makeSigningKey(path, secp256k1);
  if ('error' in publicKey) {
    const there = readSigningKey(options, secp256k1);
    if (there === undefined || 'error' in there) return publicKey;
    there.privateKey.fill(0);
    return { error: `${publicKey.error}. Its fingerprint is ${fingerprintOf(there.publicKey)}` };
  }
  const fingerprint = fingerprintOf(publicKey);
  const named = options.text('signkey') ? ` with -signkey=${path}` : '';
  return [
    `${path}: it stays on this machine, and signs the snapshots that are made here${named}`,
    `fingerprint ${fingerprint}`,
    `Once, on the machine with the wallet's keys: coldsign snapshot trust <snapshot> ${fingerprint} ${chainSwitch(options)}`.trimEnd(),
  ];
}

async function trust(
  options: Options,
  [path, given]: readonly string[],
): Promise<SubcommandResult> {
  if (path === undefined) return { error: 'Name the snapshot: coldsign snapshot trust <snapshot>' };
  const name = options.text('name');
  if (name !== undefined && namesSecret(name)) return { error: SECRET_NAME };
  if (name !== undefined && !isSignerName(name)) {
    return {
      error: 'A name has up to 64 letters, digits, spaces and . _ @ -, and is not a fingerprint',
    };
  }
  const file = readSnapshotFile(path, options.network.name);
  if ('error' in file) return file;
  const { signer, snapshot } = file;
  if (signer === undefined) {
    const make = commandText(options, 'newkey');
    return {
      error: `Snapshot "${path}" is not signed. Where it is made, ${make} makes a key that signs`,
    };
  }
  const { publicKey, fingerprint } = signer;
  const about = `Snapshot "${path}" of block ${snapshot.tip.height} is signed by ${fingerprint}`;
  if (given === undefined) {
    const command = commandText(options, 'trust', path, fingerprint);
    return {
      error: `${about} (${formatUtc(signer.signedAt)} UTC); nothing was changed yet. Does the machine where it was made show the same fingerprint? Then: ${command}`,
    };
  }
  if (digitsOf(given) !== digitsOf(fingerprint)) {
    return { error: `${about}, which is not the fingerprint that you gave: nothing was changed` };
  }
  return addSigner(options, { publicKey, fingerprint, ...(name !== undefined && { name }) });
}

async function addSigner(options: Options, signer: TrustedSigner): Promise<SubcommandResult> {
  const file = trustFileOf(options);
  let outcome: SubcommandResult = [];
  const failed = await updateTrust(file, (signers) => {
    const known = signers.find(({ publicKey }) => publicKey === signer.publicKey);
    const namesake = signers.find(({ name }) => name !== undefined && name === signer.name);
    if (known !== undefined && (signer.name === undefined || known === namesake)) {
      outcome = [`${signerLabel(known)} is trusted already`];
      return undefined;
    }
    if (namesake !== undefined) {
      outcome = { error: `${signerLabel(namesake)} has that name already: choose another -name` };
      return undefined;
    }
    const others = signers.filter((each) => each !== known);
    outcome = trustedLines(options, signer, others);
    return [...others, { ...known, ...signer }];
  });
  return failed ?? outcome;
}

function trustedLines(
  { network }: Options,
  signer: TrustedSigner,
  others: readonly TrustedSigner[],
): readonly string[] {
  const beside = others.length === 0 ? '' : `, beside ${others.map(signerLabel).join(', ')}`;
  return [
    `Trusted from now on${beside}: ${signerLabel(signer)}`,
    `Snapshots of chain ${network.name} that others signed, and unsigned ones, are refused`,
  ];
}

async function distrust(options: Options, [who]: readonly string[]): Promise<SubcommandResult> {
  const file = trustFileOf(options);
  const read = readTrust(file);
  if ('error' in read) return read;
  const listed = read.signers.map(signerLabel).join(', ');
  const isMeant = ({ name, fingerprint }: TrustedSigner) =>
    who !== undefined && (name === who || digitsOf(fingerprint) === digitsOf(who));
  if (!read.signers.some(isMeant)) {
    const whom = who === undefined ? 'Whom?' : 'No trusted signer has that name or fingerprint.';
    const all = listed === '' ? 'no key' : listed;
    return { error: `${whom} Trusted for chain ${options.network.name}: ${all}` };
  }
  let left: readonly TrustedSigner[] = [];
  const failed = await updateTrust(file, (signers) => {
    left = signers.filter((each) => !isMeant(each));
    return left;
  });
  if (failed !== undefined) return failed;
  const rest =
    left.length > 0
      ? `Still trusted: ${left.map(signerLabel).join(', ')}`
      : `No signer is trusted now: every snapshot of chain ${options.network.name} is used, with a warning`;
  return ['Not trusted any more', rest];
}
