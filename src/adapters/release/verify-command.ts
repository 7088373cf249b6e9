import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { tryReadFile } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { commonOptions, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { version } from '../runtime/version.ts';
import { keyName, type PublicKey, parsePublicKey, verifyDetached } from './minisign.ts';
import { releaseKey } from './release-key.ts';
import {
  isOlderVersion,
  parseReleaseComment,
  parseSums,
  type Release,
  SIGNATURE,
  SUMS,
} from './sums.ts';

const command: Command = {
  about: `Checks that files belong to a signed release: each against ${SUMS}, and ${SUMS} against its signature. Needs no network.`,
  usage: 'Usage: coldsign verify [options] FILE...',
  options: [
    ...commonOptions,
    option(
      'pubkey=<key|file>',
      "The key that must have signed: minisign's public key file, or the line in it that begins with RW",
    ),
    option(
      'sums=<file>',
      `The list of the release (default: ${SUMS} beside the file). Its signature must be in the same folder, under the same name with ${SIGNATURE} added`,
    ),
    option(
      'release=<version>',
      'The version that the release must have. Without it, a release older than this program is refused',
    ),
  ],
};

/**
 * Runs `coldsign verify`: checks that files belong to a signed release. Resolves to the exit
 * status.
 */
export const runVerify = (args: readonly string[], given: Terminal): Promise<number> =>
  runCommand(command, args, given, verify);

async function verify({ options, words, terminal }: CommandCall): Promise<number | Failure> {
  if (words.length === 0) return { error: `verify needs the file to check\n${command.usage}` };
  const key = readKey(options);
  if ('error' in key) return key;
  for (const path of words) {
    const verified = verifyFile(path, key, options);
    if ('error' in verified) return verified;
    terminal.out(`${verified.text}\n`);
  }
  return 0;
}

function readKey(options: Options): PublicKey | Failure {
  const given = options.text('pubkey') ?? releaseKey;
  if (given === '') {
    return {
      error:
        'No release key is built into this program. Name the key that must have signed with -pubkey=<key>. Take the key from another place than the download',
    };
  }
  const typed = parsePublicKey(given);
  if (typed !== undefined) return typed;
  const file = tryReadFile(given, '. -pubkey is a file, or the line in it that begins with RW');
  if ('error' in file) return file;
  const key = parsePublicKey(textOf(file.bytes));
  return key ?? { error: `"${given}" is not a public key of minisign` };
}

function verifyFile(
  path: string,
  key: PublicKey,
  options: Options,
): { readonly text: string } | Failure {
  const list = options.text('sums') ?? join(dirname(path), SUMS);
  const file = tryReadFile(path);
  if ('error' in file) return file;
  const signed = readSigned(list, key);
  if ('error' in signed) return signed;
  const { release, sums } = signed;
  const refusal = refuseRelease(release, options);
  if (refusal !== undefined) return { error: `"${list}" ${refusal}` };
  const proof = `of coldsign ${release.version}`;
  const signer = `commit ${release.commit}\n  signed by key ${keyName(key)}`;
  if ([list, `${list}${SIGNATURE}`].some((each) => resolve(each) === resolve(path))) {
    return { text: `${path}: OK\n  list ${proof}\n  ${signer}` };
  }
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const name = basename(path);
  const expected = sums.get(name);
  if (expected !== undefined && expected !== digest) {
    return {
      error: `"${path}" is NOT what was released: do not use it. Its SHA-256 is ${digest}, that of ${name} of coldsign ${release.version} is ${expected}`,
    };
  }
  // Browsers rename a file that is downloaded twice.
  const released = [...sums].find(([, sum]) => sum === digest)?.[0];
  if (released === undefined) {
    return {
      error: `"${path}" is NOT among the files of coldsign ${release.version}, under no name: do not use it. Its SHA-256 is ${digest}`,
    };
  }
  const renamed = released === name ? '' : `, where its name is ${released}`;
  return {
    text: `${path}: OK\n  ${proof}${renamed}\n  ${signer}`,
  };
}

type Signed = { readonly release: Release; readonly sums: ReadonlyMap<string, string> };

function readSigned(list: string, key: PublicKey): Signed | Failure {
  const fetch = `. Get ${SUMS} and ${SUMS}${SIGNATURE} from the place of the file, and put them next to it`;
  const text = tryReadFile(list, fetch);
  if ('error' in text) return text;
  const signature = tryReadFile(`${list}${SIGNATURE}`, fetch);
  if ('error' in signature) return signature;
  const verified = verifyDetached(text.bytes, textOf(signature.bytes), key);
  if ('error' in verified) {
    switch (verified.error) {
      case 'malformed':
        return {
          error: `"${list}${SIGNATURE}" is not a signature of minisign, or has its old format (minisign -l). Download it again`,
        };
      case 'otherKey':
        return {
          error: `"${list}" is signed by ANOTHER key, ${verified.keyName}, and not by ${keyName(key)}: do not use what it lists`,
        };
      case 'forged':
        return {
          error: `"${list}" is NOT what key ${keyName(key)} has signed: it, or its signature, was changed or belongs to another release. Do not use what it lists`,
        };
    }
  }
  const release = parseReleaseComment(verified.comment);
  if (release === undefined) {
    return {
      error: `"${list}" is signed by key ${keyName(key)}, but not as a release of coldsign: ${verified.comment}`,
    };
  }
  const sums = parseSums(textOf(text.bytes));
  return sums === undefined
    ? { error: `"${list}" is not a list as sha256sum writes it` }
    : { release, sums };
}

/** Returns why a release is refused; `undefined` if it is acceptable. */
function refuseRelease(release: Release, options: Options): string | undefined {
  const wanted = options.text('release');
  if (wanted !== undefined) {
    return wanted === release.version
      ? undefined
      : `is of coldsign ${release.version}, not ${wanted}`;
  }
  if (!isOlderVersion(release.version, version)) return undefined;
  return `is of coldsign ${release.version}, which is older than this program (${version}). An attacker may offer old versions with known faults. If you want it: -release=${release.version}`;
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
