import type { Provenance } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import type { WalletHost } from '../../wallet/host.ts';
import { birthTime, isEncrypted, isUnchecked, type Wallet } from '../../wallet/wallet.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { requireFollowingWallet } from '../wallets.ts';

/** Core's last version of wallets without descriptors, which it still tells. */
const WALLET_VERSION = 169900;

export const getwalletinfo = defineMethod({
  name: 'getwalletinfo',
  category: 'Wallet',
  summary: 'The state of the wallet.',
  params: [],
  result:
    '{\n' +
    '  "walletname" : "str",               (string) Its name\n' +
    '  "txcount" : n,                      (numeric) How many transactions it has\n' +
    '  "keypoolsize" : n,                  (numeric) Addresses that are kept in advance\n' +
    '  "keypoolsize_hd_internal" : n,      (numeric) The same for change\n' +
    '  "unlocked_until" : n,               (numeric, optional) When it locks again, in seconds since 1970; 0: it is locked\n' +
    '  "private_keys_enabled" : true|false,  (boolean) Whether it can have private keys\n' +
    '  "avoid_reuse" : true|false,         (boolean) Whether coins of used addresses are set apart\n' +
    '  "scanning" : {...}|false,           (json object) A rescan that goes on: duration and progress\n' +
    '  "authenticated" : true|false,       (boolean, optional) With a passphrase: whether it was checked with it since it was loaded\n' +
    '                                      that where its money goes is what was stored; not with -profile=core\n' +
    '  "birthtime" : n,                    (numeric, optional) Nothing paid it before, in seconds since 1970\n' +
    '  "lastprocessedblock" : {...}        (json object) Up to which block it knows the chain: hash and height\n' +
    '  "snapshot" : {                      (json object, optional) Who made the snapshot that the wallet goes by\n' +
    '    "trusted" : true|false,           (boolean) Whether somebody who is trusted here has signed it\n' +
    '    "fingerprint" : "str",            (string, optional) Of the key that signed it; without: it is not signed\n' +
    '    "name" : "str",                   (string, optional) What the signer is called here\n' +
    '    "signed_at" : n                   (numeric, optional) By the signer\'s clock, in seconds since 1970\n' +
    '  },\n' +
    '  ...\n' +
    '}',
  examples: ['getwalletinfo'],
  async run(_args, context) {
    const { wallet, host, name } = await requireFollowingWallet(context);
    const rules = profileRules(context.profile);
    const external = poolSize(wallet, 'external');
    const birthtime = birthTime(wallet);
    return jsonObject({
      walletname: name,
      walletversion: jsonNumber(WALLET_VERSION),
      format: rules.walletFormat,
      txcount: jsonNumber(wallet.ledger.transactions.size),
      keypoolsize: jsonNumber(external),
      keypoolsize_hd_internal: jsonNumber(poolSize(wallet, 'internal')),
      ...(isEncrypted(wallet) && {
        unlocked_until: jsonNumber(host.unlockedUntil.get(name)?.time ?? 0),
      }),
      private_keys_enabled: !wallet.flags.disablePrivateKeys,
      avoid_reuse: wallet.flags.avoidReuse,
      scanning: shapeScanning(host, name, context.now?.() ?? 0),
      descriptors: true,
      external_signer: false,
      blank: wallet.blank,
      ...(rules.tellsAuthentication &&
        isEncrypted(wallet) && { authenticated: !isUnchecked(wallet) }),
      ...(birthtime !== undefined && { birthtime: jsonNumber(birthtime) }),
      flags: flagNames(wallet),
      lastprocessedblock: shapeLastBlock(wallet),
      ...(profileRules(context.profile).tellsSnapshot && shapeSnapshot(context.chain?.provenance)),
    });
  },
});

function shapeSnapshot(provenance: Provenance | undefined): { readonly snapshot?: Json } {
  if (provenance === undefined) return {};
  const { trusted, signer } = provenance;
  const signature = signer && {
    fingerprint: signer.fingerprint,
    name: signer.name,
    signed_at: jsonNumber(signer.signedAt),
  };
  return { snapshot: jsonObject({ trusted, ...signature }) };
}

function poolSize(wallet: Wallet, side: 'external' | 'internal'): number {
  let size = 0;
  for (const id of wallet.active[side].values()) {
    const owner = wallet.descriptors.get(id);
    if (owner !== undefined) size += owner.rangeEnd - owner.nextIndex;
  }
  return size;
}

function shapeScanning({ rescans }: WalletHost, name: string, now: number): Json {
  const rescan = rescans.get(name);
  if (rescan === undefined) return false;
  return jsonObject({
    duration: jsonNumber(Math.max(0, now - rescan.startedAt)),
    progress: { number: rescan.progress.toFixed(6) },
  });
}

/** In the order of Core's flag bits. */
function flagNames({ flags, blank }: Wallet): readonly string[] {
  return [
    ...(flags.avoidReuse ? ['avoid_reuse'] : []),
    'last_hardened_xpub_cached',
    ...(flags.disablePrivateKeys ? ['disable_private_keys'] : []),
    ...(blank ? ['blank'] : []),
    'descriptor_wallet',
  ];
}
