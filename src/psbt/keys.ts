/** Key types (BIP174, 370, 371, 373), as in the BIPs' tables. */
export const GLOBAL = {
  unsignedTx: 0x00,
  xpub: 0x01,
  txVersion: 0x02,
  fallbackLocktime: 0x03,
  inputCount: 0x04,
  outputCount: 0x05,
  txModifiable: 0x06,
  version: 0xfb,
} as const;

export const INPUT = {
  nonWitnessUtxo: 0x00,
  witnessUtxo: 0x01,
  partialSig: 0x02,
  sighash: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  bip32Derivation: 0x06,
  scriptSig: 0x07,
  scriptWitness: 0x08,
  ripemd160: 0x0a,
  sha256: 0x0b,
  hash160: 0x0c,
  hash256: 0x0d,
  previousTxid: 0x0e,
  outputIndex: 0x0f,
  sequence: 0x10,
  timeLocktime: 0x11,
  heightLocktime: 0x12,
  tapKeySig: 0x13,
  tapScriptSig: 0x14,
  tapLeafScript: 0x15,
  tapBip32Derivation: 0x16,
  tapInternalKey: 0x17,
  tapMerkleRoot: 0x18,
  musigParticipants: 0x1a,
  musigPubNonce: 0x1b,
  musigPartialSig: 0x1c,
} as const;

export const OUTPUT = {
  redeemScript: 0x00,
  witnessScript: 0x01,
  bip32Derivation: 0x02,
  amount: 0x03,
  script: 0x04,
  tapInternalKey: 0x05,
  tapTree: 0x06,
  tapBip32Derivation: 0x07,
  musigParticipants: 0x08,
} as const;

export const PROPRIETARY = 0xfc;

/** "psbt" and 0xff. */
export const MAGIC: readonly number[] = [0x70, 0x73, 0x62, 0x74, 0xff];
