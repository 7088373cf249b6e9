import { PrivateKey } from '../../crypto/private-key.ts';
import { encodeWif } from '../../crypto/wif.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { networks } from '../../encoding/network.ts';
import { isTestNetwork } from '../../keys/slip132.ts';
import type { FormatContext, FormatFailure } from '../wallet-file.ts';

/** Returns the WIF of a private key; `undefined` if the number is not a key. */
export function wifOf(
  secretKey: Bytes,
  compressed: boolean,
  { network }: FormatContext,
): string | undefined {
  const key = PrivateKey.from(secretKey, compressed);
  const text = key && encodeWif(key, network);
  key?.wipe();
  return text;
}

/** Returns the failure for keys of another network, so that the page can try that one. */
export function ofOtherNetwork({ network }: FormatContext): FormatFailure {
  const isTest = !isTestNetwork(network);
  const theirs = isTest ? 'a test network' : 'the main network';
  return {
    error: `this is a key of ${theirs}, not of ${network.name}. If that is right, choose its network`,
    otherNetwork: isTest ? 'test' : 'main',
  };
}

/** Returns the network whose addresses begin with other letters. */
export const otherOf = ({ network }: FormatContext) =>
  isTestNetwork(network) ? networks.main : networks.test;
