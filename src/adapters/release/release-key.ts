/**
 * The key that signs the releases of coldsign: the second line of minisign's public key file. Who
 * has one release that he has checked checks the next one with it. Empty: none is chosen yet, and
 * `-pubkey` has to say it.
 */
export const releaseKey = '';
