/** Bytes of one message. The most that 1,295 codes of the largest size hold is less: 3,470,600. */
export const MAX_MESSAGE = 4_000_000;

/** Frames of one message, of dialects that count further. */
export const MAX_FRAGMENTS = 2048;

/**
 * Fragments times bytes of a UR: what a hostile sender, who mixes half of all into each frame,
 * makes a reader work. A megabyte in frames of 500 bytes fits.
 */
export const MAX_WORK = 2_100_000_000;

/** Characters of one frame: the largest QR code holds 4,296 letters or 7,089 digits. */
export const MAX_FRAME = 7089;
