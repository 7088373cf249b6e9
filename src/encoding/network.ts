/**
 * Formats of addresses and keys on a chain, and its RPC defaults (chainparams.cpp,
 * chainparamsbase.cpp).
 */
export type Network = {
  /** The name in `-chain=`. */
  readonly name: NetworkName;
  /** First byte of a base58 P2PKH address. */
  readonly pubKeyHash: number;
  /** First byte of a base58 P2SH address. */
  readonly scriptHash: number;
  /** First byte of a WIF key. */
  readonly wif: number;
  /** Human-readable part of segwit addresses. */
  readonly hrp: string;
  /** Version bytes of extended public keys (BIP32), big-endian. */
  readonly xpub: number;
  /** Version bytes of extended private keys (BIP32), big-endian. */
  readonly xprv: number;
  /** bitcoind's default RPC port, unless `-rpcport` is set. */
  readonly rpcPort: number;
  /** Folder under the data directory; empty on main. */
  readonly folder: string;
};

/** The names in `-chain=`; `test` is testnet3. */
export type NetworkName = 'main' | 'test' | 'testnet4' | 'signet' | 'regtest';

const testKeys = {
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
  hrp: 'tb',
  xpub: 0x043587cf,
  xprv: 0x04358394,
} as const;

/** The networks by their `-chain=` names. */
export const networks: { readonly [N in NetworkName]: Network } = {
  main: {
    name: 'main',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    hrp: 'bc',
    xpub: 0x0488b21e,
    xprv: 0x0488ade4,
    rpcPort: 8332,
    folder: '',
  },
  test: { ...testKeys, name: 'test', rpcPort: 18332, folder: 'testnet3' },
  testnet4: { ...testKeys, name: 'testnet4', rpcPort: 48332, folder: 'testnet4' },
  signet: { ...testKeys, name: 'signet', rpcPort: 38332, folder: 'signet' },
  regtest: { ...testKeys, name: 'regtest', hrp: 'bcrt', rpcPort: 18443, folder: 'regtest' },
};

/** Returns the network of a name, or the network itself. */
export const networkOf = (network: NetworkName | Network): Network =>
  typeof network === 'string' ? networks[network] : network;

/** The names of the networks for a sentence. */
export const chainNames = 'main, test, testnet4, signet and regtest';
