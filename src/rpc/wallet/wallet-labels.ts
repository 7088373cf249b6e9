import { allKeys } from '../../descriptor/descriptor.ts';
import { fingerprint } from '../../descriptor/extended-key.ts';
import type { KeyExpression } from '../../descriptor/key-expression.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import type { LabelType, WalletLabel } from '../../formats/labels.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';

/** A wallet with the imported labels of a file, and a description of the others. */
export type LabelledWallet = {
  readonly wallet: Wallet;
  /** Number of labels imported. */
  readonly imported: number;
  /** A sentence about all addresses of other networks. */
  readonly lost: readonly string[];
};

/**
 * Imports labels (BIP329). Fields that a record lacks stay unchanged. Coins that are not spendable
 * are locked, also after a restart.
 */
export function withLabels(wallet: Wallet, records: readonly WalletLabel[]): LabelledWallet {
  const labels = new Map(wallet.labels);
  const otherLabels = new Map(wallet.otherLabels);
  const locks = new Map(wallet.locks);
  let foreign = 0;
  const others = new Map<string, number>();
  const seen = new Map<string, string>();
  let repeated = 0;
  const isOwn = originCheck(wallet);
  for (const { type, ref, label, origin, spendable } of records) {
    if (origin !== undefined && !isOwn(origin)) {
      others.set(origin, (others.get(origin) ?? 0) + 1);
      continue;
    }
    if (spendable === false) locks.set(ref, true);
    else if (spendable === true) locks.delete(ref);
    if (label === undefined) continue;
    const before = seen.get(`${type} ${ref}`);
    if (before !== undefined && before !== label) repeated += 1;
    seen.set(`${type} ${ref}`, label);
    if (type !== 'addr') {
      if (label === '') otherLabels.delete(`${type} ${ref}`);
      else otherLabels.set(`${type} ${ref}`, label);
      continue;
    }
    const script = decodeAddress(ref, wallet.network);
    if (!isBytes(script)) {
      foreign += 1;
      continue;
    }
    const hex = encodeHex(script);
    labels.set(hex, { label, purpose: isMine(wallet, hex) ? 'receive' : 'send' });
  }
  const lost = [
    ...(foreign === 0
      ? []
      : [`labels of addresses that ${wallet.network.name} does not have: ${foreign}`]),
    ...[...others].map(([origin, number]) => `labels of another wallet, ${origin}: ${number}`),
    ...(repeated === 0 ? [] : [`first labels, where a later line has another one: ${repeated}`]),
  ];
  const skipped = [...others.values()].reduce((sum, each) => sum + each, 0);
  const imported = records.length - foreign - skipped;
  return { wallet: { ...wallet, labels, otherLabels, locks }, imported, lost };
}

/**
 * Creates a check whether an origin (BIP329), "an abbreviated output descriptor", is that of the
 * wallet. If the origin or the wallet names no keys, it may be.
 */
function originCheck({ descriptors }: Wallet): (origin: string) => boolean {
  const own = [...descriptors.values()]
    .flatMap(({ descriptor }) => allKeys(descriptor))
    .flatMap((key) => pathsOf(key));
  const isKnown = own.length > 0 && own.every((path) => /^(?!0{8})[0-9a-f]{8}/.test(path));
  return (origin) => {
    const named = [...origin.matchAll(NAMED)].map(
      ([, id = '', steps = '']) => `${id.toLowerCase()}${steps.replace(/['H]/g, 'h')}`,
    );
    const isWithin = (a: string, b: string) => `${a}/`.startsWith(`${b}/`);
    const isNamed = (name: string) =>
      own.some((path) => isWithin(path, name) || isWithin(name, path));
    return !isKnown || named.every(isNamed);
  };
}

const NAMED = /\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\]/g;

/** Returns the paths of a key's parents, each after its master key's fingerprint. */
function pathsOf(key: KeyExpression, origin?: KeyOrigin): readonly string[] {
  if (key.kind === 'origin') return pathsOf(key.key, key.origin);
  if (key.kind === 'musig') return key.participants.flatMap((each) => pathsOf(each));
  if (key.kind === 'constant') return [origin ? textOf(origin) : ''];
  const from = origin ?? { fingerprint: fingerprint(key.root.publicKey), path: [] };
  // Without an origin, the key of an account does not say from which master key it is.
  if (origin === undefined && key.root.depth > 0) return [''];
  return [textOf({ ...from, path: [...from.path, ...key.path] })];
}

const textOf = ({ fingerprint: id, path }: KeyOrigin) => `${encodeHex(id)}${formatKeyPath(path)}`;

const isType = (text: string): text is Exclude<LabelType, 'addr'> =>
  ['tx', 'pubkey', 'input', 'output', 'xpub', 'spscan'].includes(text);

/** Lists all labels of a wallet, and its coins with lasting locks. */
export function labelsOf({ labels, otherLabels, locks, network }: Wallet): readonly WalletLabel[] {
  const addresses = [...labels].flatMap(([hex, { label }]): WalletLabel[] => {
    const ref = formatAddress(decodeHex(hex) ?? new Uint8Array(0), network);
    return label === undefined || label === '' || ref === undefined
      ? []
      : [{ type: 'addr', ref, label }];
  });
  const others = [...otherLabels].flatMap(([reference, label]): WalletLabel[] => {
    const [type = '', ref = ''] = reference.split(' ');
    if (!isType(type)) return [];
    return [
      {
        type,
        ref,
        label,
        ...(type === 'output' && locks.get(ref) === true && { spendable: false }),
      },
    ];
  });
  const locked = [...locks].flatMap(([ref, isKept]): WalletLabel[] =>
    isKept && !otherLabels.has(`output ${ref}`) ? [{ type: 'output', ref, spendable: false }] : [],
  );
  return [...addresses, ...others, ...locked];
}
