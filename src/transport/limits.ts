/** Bytes of one message. The most that 1,295 codes of the largest size hold is less: 3,470,600. */
export const MAX_MESSAGE = 4_000_000;

/** Fragments of one message: work grows with their square where a sender mixes all into each frame. */
export const MAX_FRAGMENTS = 2048;

/** Characters of one frame: the largest QR code holds 4,296 letters or 7,089 digits. */
export const MAX_FRAME = 7089;
