import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { HARDENED } from '../../../descriptor/extended-key.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { lastOf } from '../../../encoding/list.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { psbtSubject } from '../../../review/psbt-subject.ts';
import { topUp } from '../../../wallet/keys/wallet-descriptor.ts';
import { type Wallet, withDescriptor } from '../../../wallet/wallet.ts';
import { openWalletsOf } from '../../../wallet-host/host.ts';
import { LOOK_AHEAD, type Session } from './session.ts';

/** Whoever has more addresses than that uses a larger wallet. */
const FARTHEST = 10_000;

/**
 * Derives addresses up to those that the inputs of a PSBT name, and as many behind them. What
 * outputs name does not count: change at a place where no wallet looks is not shown as coming back.
 */
export async function reachInputs(session: Session, bytes: Bytes): Promise<void> {
  const [open] = openWalletsOf(session.wallets);
  const psbt = decodePsbt(bytes, kernelSecp256k1);
  if ('error' in psbt) return;
  const spends = psbtSubject(psbt, kernelSecp256k1)?.spends ?? [];
  const steps = spends.flatMap(({ named }) => named.map(({ origin }) => lastOf(origin.path)));
  const farthest = Math.max(0, ...steps.map((step = 0) => (step < HARDENED ? step : 0)));
  if (open === undefined || farthest + 1 < LOOK_AHEAD || farthest > FARTHEST) return;
  await reachTo(session, farthest + LOOK_AHEAD);
}

/** Derives that many addresses of each branch. */
export async function reachTo({ wallets }: Session, count: number): Promise<void> {
  const [open] = openWalletsOf(wallets);
  await open?.update((wallet) => ({ wallet: filledTo(wallet, count), value: undefined }));
}

function filledTo(wallet: Wallet, size: number): Wallet {
  const { keyring } = wallet;
  let next = wallet;
  for (const owner of wallet.descriptors.values()) {
    const filled = topUp(owner, { secp256k1: kernelSecp256k1, keyring, keypoolSize: size });
    if (filled !== undefined) next = withDescriptor(next, filled);
  }
  return next;
}
