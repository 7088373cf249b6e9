import type { Network } from '../../../encoding/network.ts';
import { exportWallet } from '../../../formats/export.ts';
import { firstAddresses } from '../../../seed/accounts.ts';
import { contextOf, failure, type Session } from './session.ts';

/** An account of the open keys, in public. */
type AccountView = {
  /** Such as `Native SegWit`. */
  readonly name: string;
  readonly descriptor: string;
  readonly addresses: readonly string[];
};

/** What is open. */
export type KeysView = {
  readonly network: Network['name'];
  /** Of the master key, as far as descriptors name one. */
  readonly fingerprint: string | undefined;
  /** There are private keys. */
  readonly signs: boolean;
  readonly accounts: readonly AccountView[];
  readonly notes: readonly string[];
};

export type Opening = {
  readonly signs: boolean;
  readonly fingerprint?: string;
  readonly notes?: readonly string[];
};

export function viewKeys(
  session: Session,
  descriptors: readonly string[],
  { signs, fingerprint, notes = [] }: Opening,
): KeysView {
  const accounts = viewAccounts(descriptors, session);
  session.descriptors = accounts.map(({ descriptor }) => descriptor);
  const named = /\[([0-9a-f]{8})/.exec(session.descriptors.join(' '))?.[1];
  return {
    network: session.network.name,
    fingerprint: fingerprint ?? named,
    signs,
    accounts,
    notes,
  };
}

const NAMES: readonly (readonly [beginning: string, name: string])[] = [
  ['wpkh(', 'Native SegWit'],
  ['tr(', 'Taproot'],
  ['sh(wpkh(', 'Nested SegWit'],
  ['pkh(', 'Legacy'],
  ['wsh(', 'SegWit script'],
  ['sh(wsh(', 'Nested SegWit script'],
  ['sh(', 'Legacy script'],
];

/** The usual kind of address first. */
export function viewAccounts(
  descriptors: readonly string[],
  session: Session,
): readonly AccountView[] {
  const context = contextOf(session);
  const written = exportWallet({ descriptors }, 'descriptors', context);
  if ('error' in written) throw failure(written.error);
  const views = written.text
    .trim()
    .split('\n')
    .map((descriptor): AccountView => {
      const name = NAMES.find(([beginning]) => descriptor.startsWith(beginning))?.[1] ?? 'Script';
      const account = { name, path: '', xpub: '', descriptor };
      return { name, descriptor, addresses: firstAddresses(account, 3, context) };
    });
  const order = ({ name }: AccountView) => NAMES.findIndex(([, each]) => each === name);
  return [...views].sort((a, b) => order(a) - order(b));
}
