import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { concatBytes } from '../../encoding/bytes.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/session.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { createKeyProvider } from '../../signing/key-provider.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { estimateSignedSize } from '../../signing/stand-ins.ts';
import type { FeeFacts } from '../../transaction/fee-bounds.ts';
import { type Coin, outPointKey, type TxOut } from '../../transaction/transaction.ts';

/** What a PSBT pays, about; `undefined`: the amount of an input is not told. */
export function feeFactsOf(
  psbt: Psbt,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): FeeFacts | undefined {
  const transaction = unsignedTransaction(psbt);
  const spent = psbt.inputs.map(spentOutput);
  if (transaction === undefined || spent.includes(undefined)) return undefined;
  const outputs = sum(transaction.outputs);
  const fee = sum(spent.flatMap((output) => output ?? [])) - outputs;
  const coins = new Map(
    psbt.inputs.flatMap((input, i): [string, Coin][] => {
      const output = spent[i];
      if (output === undefined) return [];
      const coin = { amount: output.value, scriptPubKey: output.scriptPubKey };
      return [[outPointKey(input.prevout), coin]];
    }),
  );
  const known = joinProviders(provider, providerOf(psbt, secp256k1));
  const vsize = estimateSignedSize(transaction, coins, known);
  // Change says whose keys it is of; a payment does not.
  const others = psbt.outputs.filter(
    ({ keyPaths, tapKeyPaths }) => keyPaths.length === 0 && tapKeyPaths.length === 0,
  );
  const paid = others.reduce((total, { amount }) => total + amount, 0n);
  return { fee, vsize, paid: paid > 0n ? paid : outputs };
}

const sum = (outputs: readonly TxOut[]): Satoshis =>
  outputs.reduce((total, { value }) => total + value, 0n);

/** The scripts and keys that the PSBT names, as if their owners all signed. */
function providerOf({ inputs }: Psbt, secp256k1: Secp256k1): SigningProvider {
  return createKeyProvider(
    {
      keys: [],
      publicKeys: inputs.flatMap(({ keyPaths, tapKeyPaths }) => [
        ...keyPaths.map(({ publicKey }) => publicKey),
        ...tapKeyPaths.map(({ xOnly }) => concatBytes(Uint8Array.of(2), xOnly)),
      ]),
      scripts: inputs.flatMap(({ redeemScript, witnessScript }) => [redeemScript, witnessScript]),
    },
    secp256k1,
  );
}
