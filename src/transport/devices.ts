import type { FrameOptions } from './writer.ts';

/** How frames are shown to a device or a program. */
export type DevicePreset = {
  /** As its maker writes it. */
  readonly name: string;
  /** The dialect that it reads best. */
  readonly as: FrameOptions['as'];
  /** Characters of one frame that its camera reads with ease. */
  readonly maxLength: number;
  /** Milliseconds that a frame stays. */
  readonly interval: number;
  /**
   * It wants whole previous transactions of segwit v0 inputs too, and refuses or warns without
   * them.
   */
  readonly needsPreviousTransactions: boolean;
};

/**
 * Begin with these and go by what the device says: denser codes are fewer, and harder to read. The
 * lengths are Sparrow's normal and low density (400 and 80 characters of data) and what the makers
 * name where they do.
 */
export const devices: readonly DevicePreset[] = [
  preset('Coldcard Q', 'bbqr', 1000, 250, false),
  preset('SeedSigner', 'ur', 350, 300, false),
  preset('Keystone', 'ur', 600, 200, true),
  preset('Jade', 'ur', 350, 400, true),
  preset('Passport', 'ur', 500, 250, true),
  preset('Krux', 'ur', 350, 300, false),
  preset('Sparrow', 'ur', 800, 200, true),
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

/** By its name, in any case, with or without spaces. */
export function findDevice(name: string): DevicePreset | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return devices.find((device) => plain(device.name) === plain(name));
}
