import type { Network } from '../encoding/network.ts';
import { jsonNumber, jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { isTestNetwork, readSlipKey } from '../keys/slip132.ts';
import { scriptNames } from './coldcard.ts';
import { countAt, objectAt, objectsAt, readObject, textAt } from './json-file.ts';
import { multiScripts } from './sparrow.ts';
import {
  type AccountKey,
  formatStandardWallet,
  readFingerprint,
  readPath,
  type StandardWallet,
} from './standard-wallet.ts';
import {
  type FormatFailure,
  failure,
  keyLabels,
  LOST_KEY_NAMES,
  type WalletParts,
} from './wallet-file.ts';

/** Reads a wallet of Caravan, which sorts the keys (BIP67). */
export function readCaravan(text: string): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  const quorum = file && objectAt(file, 'quorum');
  if (file === undefined || quorum === undefined) return undefined;
  const script = multiScripts[(textAt(file, 'addressType') ?? '').replace('-', '_')];
  const threshold = countAt(quorum, 'requiredSigners');
  const total = countAt(quorum, 'totalSigners');
  if (script === undefined) {
    return failure(
      'the addressType of this Caravan wallet is missing, or is not P2SH, P2SH-P2WSH or P2WSH, and no other is read',
    );
  }
  if (threshold === undefined) {
    return failure('this Caravan wallet lacks requiredSigners. Export it again');
  }
  if (total === undefined) {
    return failure('this Caravan wallet lacks totalSigners. Export it again');
  }
  const keys: AccountKey[] = [];
  const lost: string[] = [];
  for (const each of objectsAt(file, 'extendedPublicKeys')) {
    const xpub = textAt(each, 'xpub') ?? '';
    if (readSlipKey(xpub) === undefined)
      return failure(`key ${keys.length + 1} of this Caravan wallet is damaged. Export it again`);
    const fingerprint = readFingerprint(textAt(each, 'xfp') ?? '');
    const path = readPath(textAt(each, 'bip32Path') ?? '');
    const isKnown = fingerprint !== undefined && path !== undefined;
    if (!isKnown)
      lost.push(
        `key ${keys.length + 1} has no fingerprint or path, so its device won’t recognize it`,
      );
    keys.push({
      xpub,
      fingerprint: isKnown ? fingerprint : '00000000',
      path: path ?? '',
      name: textAt(each, 'name'),
    });
  }
  if (total !== keys.length) {
    return failure(`this Caravan wallet says that it has ${total} keys, and has ${keys.length}`);
  }
  const start = countAt(file, 'startingAddressIndex') ?? 0;
  if (start > 0) lost.push(`that its addresses begin at position ${start}: all are watched`);
  return {
    format: 'caravan',
    program: 'Caravan',
    name: textAt(file, 'name'),
    chain: textAt(file, 'network'),
    descriptors: [{ text: formatStandardWallet({ script, threshold, sorted: true, keys }) }],
    keyNames: keyLabels(keys),
    lost: [...lost, LOST_KEY_NAMES, 'how it signs and where it asks'],
  };
}

export function formatCaravan(
  wallet: Extract<StandardWallet, { threshold: number }>,
  name: string,
  network: Network,
): string {
  const file = jsonObject({
    name,
    addressType: scriptNames[wallet.script],
    network: isTestNetwork(network)
      ? network.name === 'test'
        ? 'testnet'
        : network.name
      : 'mainnet',
    client: jsonObject({ type: 'public' }),
    quorum: jsonObject({
      requiredSigners: jsonNumber(wallet.threshold),
      totalSigners: jsonNumber(wallet.keys.length),
    }),
    extendedPublicKeys: wallet.keys.map(({ fingerprint, path, xpub }, i) =>
      jsonObject({
        name: `Key ${i + 1}`,
        bip32Path: `m${path.replace(/h/g, "'")}`,
        xpub,
        xfp: fingerprint,
        method: 'text',
      }),
    ),
    startingAddressIndex: jsonNumber(0),
  });
  return `${printJson(file, 2)}\n`;
}
