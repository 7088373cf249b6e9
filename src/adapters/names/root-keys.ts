import type { RootKeys } from '../../names/explain-name.ts';
import { readRootKeys } from '../../names/roots.ts';
import { tryReadFile } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { parsePublicKey, verifyDetached } from '../release/minisign.ts';
import { releaseKey } from '../release/release-key.ts';
import { SIGNATURE } from '../release/sums.ts';

/** Reads `-rootkeys`. Returns `undefined` to use the built-in keys. */
export function readRootKeyFile(options: Options): RootKeys | Failure | undefined {
  const path = options.text('rootkeys');
  if (path === undefined) return undefined;
  const given = options.text('rootkeysigner') ?? releaseKey;
  const signer = parsePublicKey(given);
  if (signer === undefined) {
    const why =
      given === ''
        ? 'No key of a release is built in'
        : `"${given}" is not a public key of minisign, which begins with RW`;
    return { error: `${why}. Name the key that must have signed ${path} with -rootkeysigner=RW…` };
  }
  const [content, signature] = [tryReadFile(path), tryReadFile(`${path}${SIGNATURE}`)];
  if ('error' in content) return content;
  if ('error' in signature) return signature;
  const verified = verifyDetached(content.bytes, new TextDecoder().decode(signature.bytes), signer);
  if ('error' in verified) {
    const error = `"${path}" is not signed by ${given} (${verified.error}): do not use it`;
    return { error };
  }
  const keys = readRootKeys(new TextDecoder().decode(content.bytes));
  if (keys !== undefined) return { keys, source: path };
  return {
    error: `"${path}" has a line that is not a DS record of the DNS root. Download the file again`,
  };
}
