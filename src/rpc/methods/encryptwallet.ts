import { wipeKeys } from '../../wallet/keys/encryption.ts';
import { keysOf } from '../../wallet/keys/keyring.ts';
import { withNewSeed } from '../../wallet/keys/new-seed.ts';
import { encryptWallet } from '../../wallet/keys/unlock.ts';
import { isEncrypted, type Wallet } from '../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { randomBytesOf } from '../shuffle.ts';
import { requireNow, requireWallet } from '../wallet/wallet-call.ts';
import {
  newPassphraseKey,
  refuseEmptyPassphrase,
  refuseWhileRescanning,
} from '../wallet/wallet-passphrase.ts';

export const encryptwallet = defineMethod({
  name: 'encryptwallet',
  category: 'Wallet',
  summary:
    'Encrypt the private keys of a wallet that has no passphrase yet.\n' +
    'From then on walletpassphrase is needed before it signs. Unless the wallet was made blank, new addresses come from\n' +
    'a fresh key: make a new backup with backupwallet.',
  params: [str('passphrase', 'The passphrase; should be long', { freeText: true, secret: true })],
  result: str('', 'The next step'),
  examples: ['encryptwallet "my pass phrase"'],
  async run({ passphrase }, context) {
    const call = requireWallet(context);
    const { open, wallet, environment } = call;
    if (wallet.flags.disablePrivateKeys) {
      throw new RpcError(
        RpcCode.WALLET_ENCRYPTION_FAILED,
        'Error: wallet does not contain private keys, nothing to encrypt.',
      );
    }
    refuseEncrypted(wallet);
    refuseWhileRescanning(call, 'encrypting the wallet');
    refuseEmptyPassphrase(passphrase);
    const random = randomBytesOf(context.random);
    const now = requireNow(context);
    const { secp256k1 } = context;
    const key = await newPassphraseKey(context, passphrase, open.options.scryptCost);
    const plainKeys = await open.update((current) => {
      refuseEncrypted(current);
      const seeded = current.blank ? current : withNewSeed(current, { environment, random, now });
      const keys = keysOf(seeded.keyring) ?? new Map();
      return { wallet: encryptWallet(seeded, key, { secp256k1, random }), value: keys };
    });
    key.key.fill(0);
    wipeKeys(plainKeys);
    return 'wallet encrypted; The keypool has been flushed and a new HD seed was generated. You need to make a new backup with the backupwallet RPC.';
  },
});

function refuseEncrypted(wallet: Wallet): void {
  if (!isEncrypted(wallet)) return;
  throw new RpcError(
    RpcCode.WALLET_WRONG_ENC_STATE,
    'Error: running with an encrypted wallet, but encryptwallet was called.',
  );
}
