import { openAccount } from 'coldsign';
import { createCurve, nobleSecp256k1 as native } from 'coldsign/signing';

// Stands for a native module.
const secp256k1 = createCurve({
  publicKey: (key, compressed) => native.publicKey(key, compressed),
  signEcdsa: (digest, key) => native.signEcdsa(digest, key),
  verifyEcdsa: (signature, digest, key) => native.verifyEcdsa(signature, digest, key),
  signSchnorr: (digest, key, auxiliary) => native.signSchnorr(digest, key, auxiliary),
  verifySchnorr: (signature, digest, key) => native.verifySchnorr(signature, digest, key),
  tweakPublicKey: (key, tweak) => native.tweakPublicKey(key, tweak),
});
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
console.log(openAccount(`wpkh(${key})`, { network: 'regtest', secp256k1 }).isRange); // false
