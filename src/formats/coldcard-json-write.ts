import { addChecksum } from '../descriptor/checksum.ts';
import { decodeExtendedPublicKey, fingerprint } from '../descriptor/extended-key.ts';
import { encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../json/json.ts';
import { printJson } from '../json/print.ts';
import { formatSlipKey } from '../keys/slip132.ts';
import type { AccountOutput, DeviceAccount } from './account.ts';
import { firstAddresses } from './check.ts';
import { formatAccountKey, keyScriptOf, wrapScript } from './standard-wallet.ts';
import type { FormatContext } from './wallet-file.ts';

const MEMBERS = {
  pkh: ['bip44', 'p2pkh'],
  'sh(wpkh)': ['bip49', 'p2sh-p2wpkh'],
  wpkh: ['bip84', 'p2wpkh'],
  tr: ['bip86', 'p2tr'],
  'sh(wsh)': ['bip48_1', 'p2sh-p2wsh'],
  wsh: ['bip48_2', 'p2wsh'],
  sh: ['bip45', 'p2sh'],
} as const;

/**
 * Formats Coldcard's generic JSON, without the master key's xpub, which an account does not need.
 */
export function formatColdcardJson(
  { fingerprint: master, outputs }: DeviceAccount,
  context: FormatContext,
): string {
  const { name } = context.network;
  const [, , third = '0h'] =
    outputs.map(({ key }) => key.path.slice(1).split('/')).find((steps) => steps.length >= 3) ?? [];
  const sections = outputs.map((output) => [MEMBERS[output.script][0], sectionOf(output, context)]);
  const file = jsonObject({
    chain: name === 'main' ? 'BTC' : name === 'regtest' ? 'XRT' : 'XTN',
    xfp: master.toUpperCase(),
    account: jsonNumber(Number.parseInt(third, 10)),
    ...Object.fromEntries(sections),
  });
  return `${printJson(file, 2)}\n`;
}

function sectionOf(
  { key, script, isAlone, checked }: AccountOutput,
  context: FormatContext,
): JsonObject {
  const decoded = decodeExtendedPublicKey(key.xpub, context.network, context.secp256k1);
  invariant(decoded !== undefined, 'the key is in a descriptor that was parsed');
  const slip = formatSlipKey(key.xpub, keyScriptOf(script));
  const text = formatAccountKey(key);
  return jsonObject({
    name: MEMBERS[script][1],
    xfp: encodeHex(fingerprint(decoded.publicKey)).toUpperCase(),
    deriv: `m${key.path}`,
    xpub: key.xpub,
    desc: isAlone
      ? addChecksum(wrapScript(script, `${text}/<0;1>/*`))
      : wrapScript(script, `sortedmulti(M,${text}/0/*,...)`),
    ...(slip !== key.xpub && { _pub: slip }),
    ...(isAlone && { first: firstAddresses(checked, context)[0] }),
  });
}
