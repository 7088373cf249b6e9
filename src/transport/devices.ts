import type { FrameOptions } from './writer.ts';

/** Settings for showing frames to a device or a program. */
export type DevicePreset = {
  /** Name as its manufacturer writes it. */
  readonly name: string;
  /** The dialect that it supports best. */
  readonly as: FrameOptions['as'];
  /** Number of characters per frame that its camera reads easily. */
  readonly maxLength: number;
  /** Milliseconds per frame. */
  readonly interval: number;
  /**
   * True if it also needs complete previous transactions of segwit v0 inputs. Without them it
   * refuses or warns.
   */
  readonly needsPreviousTransactions: boolean;
};

/**
 * Initial settings; the device's own instructions take precedence. Denser codes need fewer frames,
 * but are harder to read. Dialects and the need for previous transactions are from published
 * firmware. Lengths and speeds are from our tests unless published. Sparrow shows 400 bytes per
 * frame, or 80 at low density, for 200 ms. Keystone and Passport show 200 bytes, SeedSigner 10 to
 * 120.
 */
export const devices: readonly DevicePreset[] = [
  // shared/psbt.py accepts a witness UTXO if the input is provably segwit.
  preset('Coldcard Q', 'bbqr', 1000, 250, false),
  preset('SeedSigner', 'ur', 350, 300, false),
  // psbt/parsed_psbt.rs warns of inputs that have only a witness UTXO.
  preset('Keystone', 'ur', 600, 200, true),
  // main/process/sign_psbt.c calls wally_psbt_get_input_best_utxo.
  preset('Jade', 'ur', 350, 400, false),
  // modules/psbt.py, has_utxo, accepts either.
  preset('Passport', 'ur', 500, 250, false),
  // krux/psbt.py, get_policy_from_psbt_input, prefers the witness UTXO.
  preset('Krux', 'ur', 350, 300, false),
  preset('Sparrow', 'ur', 800, 200, true),
  // Specter Desktop splits texts into 300 characters for it.
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
 */
export function findDevice(name: string): DevicePreset | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return devices.find((device) => plain(device.name) === plain(name));
}
