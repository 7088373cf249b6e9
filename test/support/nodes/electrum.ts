import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder of a real Electrum from ../shared/oracle/setup-electrum.sh, or `undefined` if there is
 * none.
 */
export const electrumFolder: string | undefined = findElectrum();

function findElectrum(): string | undefined {
  const folder = process.env.COLDSIGN_ELECTRUM_DIR;
  if (folder !== undefined && existsSync(join(folder, 'python3'))) return folder;
  console.warn(
    'No Electrum to ask: set COLDSIGN_ELECTRUM_DIR (../shared/oracle/setup-electrum.sh)',
  );
  return undefined;
}

/** Returns Electrum's answer to each call, without a network. */
export function askElectrum<T>(
  calls: readonly object[],
  chain: 'main' | 'test' | 'regtest' = 'regtest',
): readonly T[] {
  const folder = electrumFolder ?? '';
  const data = mkdtempSync(join(tmpdir(), 'coldsign-electrum-'));
  try {
    const answer = execFileSync(join(folder, 'python3'), ['-c', program, data, chain], {
      input: JSON.stringify(calls),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return JSON.parse(answer);
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** Calls Electrum's modules, because its command line starts a process for each call. */
const program = `
import sys, json, os, tempfile, traceback
from electrum import constants, keystore, bitcoin, old_mnemonic, util
from electrum.simple_config import SimpleConfig
from electrum.wallet_db import WalletDB
from electrum.storage import WalletStorage
from electrum.wallet import Wallet, Multisig_Wallet, restore_wallet_from_text
from electrum.fee_policy import FixedFeePolicy
from electrum.transaction import PartialTransaction, PartialTxOutput, tx_from_any
from electrum.mnemonic import Mnemonic
from electrum.bip32 import xpub_type
chain = sys.argv[2] if len(sys.argv) > 2 else 'regtest'
{'main': constants.BitcoinMainnet, 'test': constants.BitcoinTestnet, 'regtest': constants.BitcoinRegtest}[chain].set_as_network()
config = SimpleConfig({'electrum_path': sys.argv[1], 'regtest': chain == 'regtest', 'testnet': chain == 'test', 'offline': True})
def addresses(w):
    return [[w.derive_address(c, i) for i in range(5)] for c in (0, 1)]
def opened(path, password=None):
    storage = WalletStorage(path)
    if storage.is_encrypted(): storage.decrypt(password)
    db = WalletDB(storage.read(), storage=storage, upgrade=True)
    return Wallet(db, config=config)
def restore(text, password=None):
    path = tempfile.mktemp(dir=sys.argv[1])
    r = restore_wallet_from_text(text, path=path, config=config, password=password, encrypt_file=bool(password))
    return r['wallet'], path
def cosigner(key):
    if isinstance(key, str): return keystore.from_master_key(key)
    if 'xpub' in key:
        k = keystore.from_master_key(key['xpub'])
        k.add_key_origin(derivation_prefix=key['path'], root_fingerprint=key['fingerprint'])
        return k
    if 'path' in key: k = keystore.from_bip43_rootseed(keystore.bip39_to_seed(key['words'], passphrase=''), derivation=key['path'], xtype=key['xtype'])
    else: k = keystore.from_seed(key['words'], passphrase='', for_multisig=True)
    if key['knows'] == 'words': return k
    watched = keystore.from_xpub(k.xpub)
    if key['knows'] == 'origin': watched.add_key_origin(derivation_prefix=k.get_derivation_prefix(), root_fingerprint=k.get_root_fingerprint())
    return watched
def second_factor(words, passphrase):
    from electrum.plugins.trustedcoin import trustedcoin as tc
    xprv1, xpub1, xprv2, xpub2 = tc.TrustedCoinPlugin.xkeys_from_seed(words, passphrase)
    long_id, _ = tc.get_user_id({'x1': {'xpub': xpub1}, 'x2': {'xpub': xpub2}})
    xpub3 = tc.make_xpub(tc.get_signing_xpub(xpub_type(xpub1)), long_id)
    return [keystore.from_master_key(k) for k in (xprv1, xprv2, xpub3)]
loop, stop, thread = util.create_and_start_event_loop()
out = []
def run():
    for call in json.load(sys.stdin):
        op = call['op']
        if op == 'seed':
            words = Mnemonic('en').make_seed(seed_type=call['type'])
            w, path = restore(words, call.get('password'))
            out.append({'words': words, 'addresses': addresses(w), 'xpub': w.keystore.xpub, 'file': open(path).read()})
        elif op == 'words':
            old = call['type'] == 'old'
            out.append({'words': ' '.join(old_mnemonic.mn_encode(os.urandom(16).hex())) if old else Mnemonic('en').make_seed(seed_type=call['type'])})
        elif op == 'key':
            w, path = restore(call['key'])
            out.append({'addresses': addresses(w), 'file': open(path).read()})
        elif op == 'bip39':
            k = keystore.from_bip43_rootseed(keystore.bip39_to_seed(call['words'], passphrase=call['passphrase']), derivation=call['path'], xtype=call['xtype'])
            out.append({'xpub': k.xpub})
        elif op == 'open':
            path = tempfile.mktemp(dir=sys.argv[1]); open(path, 'w').write(call['file'])
            w = opened(path, call.get('password'))
            coins = call.get('coins', [])
            out.append({'addresses': addresses(w), 'labels': w.get_all_labels(),
                'origins': [[k.get_root_fingerprint(), k.get_derivation_prefix()] for k in w.get_keystores()],
                'frozen': [w._frozen_coins.get(c) for c in coins], 'coinLabels': [w.get_label_for_outpoint(c) for c in coins]})
        elif op == 'sign':
            path = tempfile.mktemp(dir=sys.argv[1]); 
            w, path = restore(call['key'])
            tx = tx_from_any(call['psbt'])
            tx.add_info_from_wallet(w)
            unsigned = tx._serialize_as_base64()
            w.sign_transaction(tx, None)
            out.append({'complete': tx.is_complete(), 'psbt': unsigned, 'tx': tx.serialize()})
        elif op == 'pay':
            path = tempfile.mktemp(dir=sys.argv[1]); open(path, 'w').write(call['file'])
            w = opened(path); w.synchronize()
            w.adb.add_transaction(tx_from_any(call['funding']))
            to = PartialTxOutput.from_address_and_value(call['to'], call['value'])
            tx = w.make_unsigned_transaction(outputs=[to], fee_policy=FixedFeePolicy(call['fee']))
            tx.add_info_from_wallet(w, include_xpubs=call.get('xpubs', False))
            out.append({'code': tx.to_qr_data()[0], 'txid': tx.txid(), 'psbt': tx._serialize_as_base64()})
        elif op == 'complete':
            path = tempfile.mktemp(dir=sys.argv[1]); open(path, 'w').write(call['file'])
            w = opened(path); w.synchronize()
            w.adb.add_transaction(tx_from_any(call['funding']))
            tx, *others = [tx_from_any(psbt) for psbt in call['psbts']]
            for other in others: tx.combine_with_other_psbt(other)
            tx.add_info_from_wallet(w)
            w.sign_transaction(tx, None)
            out.append({'complete': tx.is_complete(), 'psbt': tx._serialize_as_base64(), 'tx': tx.serialize()})
        elif op == 'single':
            key = call['keys'][0]
            w, path = restore(key if isinstance(key, str) else key.get('words', key.get('xpub')))
            if 'xpub' in key: w.keystore.add_key_origin(derivation_prefix=key['path'], root_fingerprint=key['fingerprint']); w.save_keystore(); w.save_db()
            addresses_of = [key] if call['type'] == 'imported' else addresses(w)
            out.append({'addresses': addresses_of, 'file': open(path).read()})
        elif op == 'multisig':
            path = tempfile.mktemp(dir=sys.argv[1]); storage = WalletStorage(path, allow_partial_writes=True); db = WalletDB('', storage=storage, upgrade=True)
            db.put('wallet_type', call['type'])
            keys = second_factor(call['words'], call.get('passphrase', '')) if 'words' in call else [cosigner(k) for k in call['keys']]
            for i, key in enumerate(keys):
                db.put('x%d' % (i + 1), key.dump())
            w = Multisig_Wallet(db, config=config); w.synchronize()
            a = w.get_receiving_addresses()[0]
            w.save_db()
            # Changes are appended to a file that was there before.
            storage = WalletStorage(path, allow_partial_writes=True)
            w = Wallet(WalletDB(storage.read(), storage=storage, upgrade=True), config=config)
            for i in range(3):
                w.set_label(a, 'rent %d' % i)
                w.save_db()
            out.append({'addresses': addresses(w), 'file': open(path).read(), 'first': a})
try:
    run()
    json.dump(out, sys.stdout)
    sys.stdout.flush()
    os._exit(0)
except BaseException:
    # The thread of its event loop would go on.
    traceback.print_exc()
    os._exit(1)
`;
