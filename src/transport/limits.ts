/** Maximum bytes of a message. The limit of 1,295 of the largest codes is lower: 3,470,600. */
export const MAX_MESSAGE = 4_000_000;

/** Maximum frames of a message, for dialects without a lower limit. */
export const MAX_FRAGMENTS = 2048;

/**
 * Maximum of fragments times bytes of a UR. It limits the reader's work if a malicious sender mixes
 * half of all fragments in each frame. A megabyte in frames of 500 bytes is below it.
 */
export const MAX_WORK = 2_100_000_000;

/** Maximum characters of a frame. The largest QR code holds 4,296 letters or 7,089 digits. */
export const MAX_FRAME = 7089;
