import type { PrivateKey } from '../../crypto/private-key.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { CoinToProve } from '../../message/sign.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { type OutPoint, outPointKey } from '../../transaction/transaction.ts';
import { flatProviderOf } from '../../wallet/keys/providers.ts';
import { isSpent } from '../../wallet/ledger/ledger.ts';
import { findOwners, type Wallet } from '../../wallet/wallet.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { walletMessageOptionsParam } from '../params/message-params.ts';
import { parseMessageOptions, parseSigningAddress } from '../parse/message-arguments.ts';
import { signMessage } from '../signing/sign-message.ts';
import { signMessageByRing } from '../signing/sign-message-by-ring.ts';
import { externalKeys } from '../signing/signers.ts';
import { requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

export const signmessage = defineMethod({
  name: 'signmessage',
  category: 'Wallet',
  summary: 'Sign a message with the key of an address of the wallet.',
  params: [
    str('address', 'The address that is signed for'),
    str('message', 'The message', { freeText: true }),
    walletMessageOptionsParam,
  ],
  result: str('', 'The signature in base64'),
  examples: ['signmessage "address" "my message"'],
  async run({ address, message, options }, context) {
    const { messageKeys } = context;
    if (messageKeys !== undefined) {
      const parsed = parseMessageOptions(options, ['utxos']);
      const coins = await findKnown(parsed.utxos, context);
      return signMessageByRing({ address, message, options: parsed, coins }, messageKeys, context);
    }
    const { wallet } = requireWallet(context);
    requireUnlocked(wallet);
    const script = parseSigningAddress(address, context);
    const parsed = parseMessageOptions(options, ['utxos']);
    const coins = parsed.utxos.map((outPoint) => findCoin(wallet, outPoint));
    const scripts = [script, ...coins.map(({ output }) => output.scriptPubKey)];
    const derived: PrivateKey[] = [];
    const provider = walletProvider(wallet, scripts, context, derived);
    const wanted = { message, script, provider, coins, options: parsed };
    try {
      return await signMessage(wanted, context);
    } finally {
      for (const key of derived) key.wipe();
    }
  },
});

/** Returns the wallet's keys, or those of its external signer. `derived`: see `flatProviderAt`. */
function walletProvider(
  wallet: Wallet,
  scripts: readonly Bytes[],
  context: Context,
  derived: PrivateKey[],
): SigningProvider {
  const own = scripts
    .flatMap((script) => findOwners(wallet, encodeHex(script)))
    .map((owner) => flatProviderOf(owner, wallet, context.secp256k1, derived))
    .flatMap((known) => (known ? [toSigningProvider(known)] : []))
    .reduce(joinProviders, emptyProvider);
  return externalKeys(context)?.(own) ?? own;
}

function findCoin({ ledger }: Wallet, prevout: OutPoint): CoinToProve {
  const output = ledger.outputs.get(outPointKey(prevout))?.output;
  if (output === undefined || isSpent(ledger, outPointKey(prevout))) {
    throw invalid(
      `${outPointKey(prevout)} is no unspent coin of this wallet`,
      'listunspent has those that are.',
    );
  }
  const previousTransaction = ledger.transactions.get(prevout.txid)?.transaction;
  return { prevout, output, previousTransaction };
}

/** Finds coins in the chain or a snapshot. */
async function findKnown(
  utxos: readonly OutPoint[],
  context: Context,
): Promise<readonly CoinToProve[]> {
  if (utxos.length === 0) return [];
  const known = await findKnownCoins(context, utxos);
  const made = await context.chain?.findTransactions?.(utxos.map(({ txid }) => txid));
  return utxos.map((prevout) => {
    const { value, scriptPubKey } = known.get(outPointKey(prevout)) ?? {};
    if (value === undefined || scriptPubKey === undefined) {
      throw invalid(
        `The coin ${outPointKey(prevout)} is not known here`,
        'Give a snapshot or a node that has it, or sign with a wallet.',
      );
    }
    const previousTransaction = made?.get(prevout.txid);
    return { prevout, output: { value, scriptPubKey }, previousTransaction };
  });
}
