import type { FrameOptions } from './writer.ts';

/** Settings for showing frames to a device or a program. */
export type DevicePreset = {
  /** Name as its maker writes it. */
  readonly name: string;
  /** The dialect that it reads best. */
  readonly as: FrameOptions['as'];
  /** Characters of one frame that its camera reads with ease. */
  readonly maxLength: number;
  /** Milliseconds that a frame stays. */
  readonly interval: number;
  /**
   * True if it needs complete previous transactions of segwit v0 inputs too, and refuses or warns
   * without them.
   */
  readonly needsPreviousTransactions: boolean;
};

/**
 * Presets to start with; the device's own instructions outrank them. Denser codes are fewer, but
 * harder to read. Dialects and the need for previous transactions are from published firmware.
 * Lengths and speeds are from our tests unless published: Sparrow shows 400 bytes per frame, or 80
 * at low density, for 200 ms; Keystone and Passport show 200 bytes, SeedSigner 10 to 120.
 */
export const devices: readonly DevicePreset[] = [
  // shared/psbt.py: a witness UTXO will do where it is provably segwit.
  preset('Coldcard Q', 'bbqr', 1000, 250, false),
  preset('SeedSigner', 'ur', 350, 300, false),
  // It warns of inputs that have a witness UTXO alone (psbt/parsed_psbt.rs).
  preset('Keystone', 'ur', 600, 200, true),
  // main/process/sign_psbt.c: wally_psbt_get_input_best_utxo.
  preset('Jade', 'ur', 350, 400, false),
  // modules/psbt.py, has_utxo: either will do.
  preset('Passport', 'ur', 500, 250, false),
  // krux/psbt.py, get_policy_from_psbt_input: the witness UTXO first.
  preset('Krux', 'ur', 350, 300, false),
  preset('Sparrow', 'ur', 800, 200, true),
  // Specter Desktop cuts texts into 300 characters for it.
  preset('Specter', 'specter', 400, 400, false),
  preset('Electrum', 'base43', 4296, 1000, false),
];

function preset(
  name: string,
  as: FrameOptions['as'],
  maxLength: number,
  interval: number,
  needsPreviousTransactions: boolean,
): DevicePreset {
  return { name, as, maxLength, interval, needsPreviousTransactions };
}

/**
 * Finds a device by name, ignoring case and spaces.
 *
 * @param name - Such as `Jade`.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { findDevice } from 'coldsign/transport';
 *
 * console.log(findDevice('jade')?.as, findDevice('toaster')); // ur undefined
 */
export function findDevice(name: string): DevicePreset | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return devices.find((device) => plain(device.name) === plain(name));
}
