import { isBytes } from '../../encoding/bytes.ts';
import { type NetworkName, networks } from '../../encoding/network.ts';
import { isTestNetwork } from '../../keys/slip132.ts';
import { decodeAddress } from '../../script/address.ts';
import type { FormatContext, FormatFailure } from '../wallet-file.ts';
import type { DatabaseRecords } from './database.ts';
import type { CoreFile } from './records.ts';

/** The magic of each network, which Core stores as SQLite's application id (big endian). */
const MAGICS: { readonly [magic: string]: NetworkName } = {
  f9beb4d9: 'main',
  '0b110907': 'test',
  '1c163f28': 'testnet4',
  '0a03cf40': 'signet',
  fabfb5da: 'regtest',
};

/**
 * Returns the failure for a wallet of another network. A Berkeley DB file has no field for it, so
 * its addresses decide.
 */
export function networkFailure(
  { names, descriptors }: CoreFile,
  database: DatabaseRecords & { readonly application?: number },
  { network }: FormatContext,
): FormatFailure | undefined {
  const isTest = isTestNetwork(network);
  const magic = (database.application ?? 0).toString(16).padStart(8, '0');
  const named = MAGICS[magic];
  if (named !== undefined) {
    const isRight = isTestNetwork(networks[named]) === isTest;
    return isRight ? undefined : ofOther(isTest);
  }
  const texts = [...descriptors.values()].map(({ text }) => text).join(' ');
  if (/[xt]pub/.test(texts) && /tpub/.test(texts) !== isTest) return ofOther(isTest);
  const addresses = [...names.keys()];
  const isHere = addresses.some((each) => isBytes(decodeAddress(each, network)));
  const others = isTest ? [networks.main] : [networks.test, networks.regtest];
  const isThere = addresses.some((each) =>
    others.some((other) => isBytes(decodeAddress(each, other))),
  );
  return isThere && !isHere ? ofOther(isTest) : undefined;
}

const ofOther = (isTest: boolean): FormatFailure => ({
  error: `this wallet.dat is of ${isTest ? 'the main network' : 'a test network'}. If that is right, choose its network`,
  otherNetwork: isTest ? 'main' : 'test',
});
