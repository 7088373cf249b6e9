import { hash160 } from '../../crypto/hash.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { originText } from '../../keys/account-paths.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../psbt/psbt.ts';
import { isScriptPending, silentSpend } from '../../psbt/silent-fields.ts';
import { Op } from '../../script/opcodes.ts';
import type { KeyOrigin, SigningProvider } from '../../signing/provider.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { coinAccountOf } from './coin-account.ts';
import type { AppKeys } from './keys.ts';

/** A PSBT, and the lookup of keys for each of its inputs. */
export type Trying = {
  readonly psbt: Psbt;
  readonly providerOf: (input: PsbtInput) => SigningProvider;
};

/** A coin that keys would sign. */
export type OwnCoin = {
  readonly input: number;
  /** Texts of the accounts that have the script of the coin, as coins name them. */
  readonly owners: readonly string[];
  /** Origins of the accounts of its keys, sorted; `undefined` represents single keys. */
  readonly keys: readonly (KeyOrigin | undefined)[];
};

/** Lists the coins that the keys would sign, by a try without private keys. */
export async function findOwnCoins(
  psbt: Psbt,
  keys: AppKeys,
  attempt: (trying: Trying) => Promise<unknown>,
): Promise<readonly OwnCoin[]> {
  const asked = new Map<string, Map<string, Bytes>>();
  const providerOf = (input: PsbtInput): SigningProvider => {
    const provider = keys.providerOf(input);
    const known = new Map<string, Bytes>();
    asked.set(outPointKey(input.prevout), known);
    const note = (publicKey: Bytes) => known.set(encodeHex(publicKey), publicKey);
    for (const key of silentSpend(input)?.spendKeys ?? []) {
      if (provider.canSign(hash160(key))) note(key);
    }
    const getPrivateKey = (hash: Bytes) => {
      const publicKey = provider.canSign(hash) ? provider.getPublicKey(hash) : undefined;
      if (publicKey !== undefined) note(publicKey);
      return undefined;
    };
    return { ...provider, getPrivateKey };
  };
  const inputs = psbt.inputs.map(withoutSignatures);
  await attempt({ psbt: { ...psbt, inputs, outputs: psbt.outputs.map(withScript) }, providerOf });
  return psbt.inputs.flatMap((input, index): readonly OwnCoin[] => {
    const found = [...(asked.get(outPointKey(input.prevout))?.values() ?? [])];
    if (found.length === 0) return [];
    const origins = new Map(
      found.map((publicKey) => {
        const origin = keys.accountOf(publicKey);
        return [origin ? originText(origin) : '', origin] as const;
      }),
    );
    const sorted = [...origins].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, origin]) => origin);
    const owners = keys.ownersOf(input).map((each) => coinAccountOf(each).descriptors.join(' '));
    return [{ input: index, owners, keys: sorted }];
  });
}

/** Drops signatures, so that every key of a coin counts, also if it has signed before. */
const withoutSignatures = (input: PsbtInput): PsbtInput => ({
  ...input,
  partialSignatures: [],
  tapScriptSignatures: [],
  tapKeySignature: undefined,
});

/** Gives a silent payment whose script is not computed yet any script. */
const withScript = (output: PsbtOutput): PsbtOutput =>
  isScriptPending(output) ? { ...output, scriptPubKey: Uint8Array.of(Op.RETURN) } : output;
