import { checkArguments } from '../arguments/check-arguments.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { encodeHex } from '../encoding/hex.ts';
import * as address from '../script/address.ts';
import * as asm from '../script/asm.ts';
import * as builders from '../script/builders.ts';
import * as verify from '../script/interpreter/verify-script.ts';
import * as script from '../script/script.ts';
import * as errors from '../script/script-error.ts';
import * as templates from '../script/templates.ts';

// The engine calls these functions for each script, so only callers of the package are checked.

const bytesOf = (...lengths: readonly number[]) => ({
  is: (value: unknown) => isBytes(value) && lengths.includes(value.length),
  words: `a Uint8Array of ${lengths.join(' or ')} bytes`,
});

// Another length would make an output that cannot be spent, or that anyone can spend.
const hash160Kind = { hash160: /* @__PURE__ */ bytesOf(20) };
const bytes32Kind = { bytes32: /* @__PURE__ */ bytesOf(32) };
const publicKeyKind = { publicKey: /* @__PURE__ */ bytesOf(33, 65) };

export const formatAsm: typeof asm.formatAsm = (script, options) => {
  checkArguments(
    'formatAsm',
    { script: [script, 'bytes'], options: [options, 'AsmOptions?'] },
    { AsmOptions: { only: { decodeSighash: 'boolean' } } },
  );
  return asm.formatAsm(script, options);
};

export const multisigScript: typeof builders.multisigScript = (required, publicKeys) => {
  checkArguments(
    'multisigScript',
    { required: [required, 'ofMultisig'], publicKeys: [publicKeys, 'publicKey[]'] },
    {
      ...publicKeyKind,
      ofMultisig: {
        is: (value: unknown) =>
          Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 20,
        words: 'a whole number from 1 to 20',
      },
    },
  );
  const { length } = publicKeys;
  if (length < 1 || length > 20) {
    throw argumentError(
      `multisigScript: publicKeys must be a list of 1 to 20 keys, not ${length}`,
      'Such an output could never be spent. Pass the keys of all cosigners.',
    );
  }
  if (length < required) {
    throw argumentError(
      `multisigScript: required must be at most ${length}, the number of keys, not ${required}`,
      'Such an output could never be spent. Pass the keys of all cosigners.',
    );
  }
  requirePublicKeys('multisigScript', 'publicKeys', publicKeys);
  const unique = new Set(
    publicKeys.map((key) => encodeHex(nobleSecp256k1.convertPublicKey(key, true) ?? key)),
  );
  if (unique.size < length) {
    throw argumentError(
      'multisigScript: publicKeys must not contain a key twice',
      'Its owner would sign for two. Ask each cosigner for a key of their own.',
    );
  }
  return builders.multisigScript(required, publicKeys);
};

/** Refuses public keys without a private key. */
function requirePublicKeys(name: string, at: string, publicKeys: readonly Bytes[]): void {
  const wrong = publicKeys.findIndex((key) => !nobleSecp256k1.isPublicKey(key));
  if (wrong < 0) return;
  throw argumentError(
    `${name}: ${at} must contain public keys, and number ${wrong} is not one`,
    'It begins with another byte than 02, 03 or 04, or is not on the curve. Copy the key again.',
  );
}

export const nullDataScript: typeof builders.nullDataScript = (data) => {
  checkArguments('nullDataScript', { data: [data, 'bytes'] });
  return builders.nullDataScript(data);
};

export const p2pkhScript: typeof builders.p2pkhScript = (hash) => {
  checkArguments('p2pkhScript', { hash: [hash, 'hash160'] }, hash160Kind);
  return builders.p2pkhScript(hash);
};

export const p2pkScript: typeof builders.p2pkScript = (publicKey) => {
  checkArguments('p2pkScript', { publicKey: [publicKey, 'publicKey'] }, publicKeyKind);
  requirePublicKeys('p2pkScript', 'publicKey', [publicKey]);
  return builders.p2pkScript(publicKey);
};

export const p2shScript: typeof builders.p2shScript = (hash) => {
  checkArguments('p2shScript', { hash: [hash, 'hash160'] }, hash160Kind);
  return builders.p2shScript(hash);
};

export const p2trScript: typeof builders.p2trScript = (outputKey) => {
  checkArguments('p2trScript', { outputKey: [outputKey, 'bytes32'] }, bytes32Kind);
  if (!nobleSecp256k1.isXOnlyPublicKey(outputKey)) {
    throw argumentError(
      'p2trScript: outputKey must be the x coordinate of a public key',
      'The output could never be spent. Pass the tweaked key, without its first byte.',
    );
  }
  return builders.p2trScript(outputKey);
};

export const p2wpkhScript: typeof builders.p2wpkhScript = (hash) => {
  checkArguments('p2wpkhScript', { hash: [hash, 'hash160'] }, hash160Kind);
  return builders.p2wpkhScript(hash);
};

export const p2wshScript: typeof builders.p2wshScript = (hash) => {
  checkArguments('p2wshScript', { hash: [hash, 'bytes32'] }, bytes32Kind);
  return builders.p2wshScript(hash);
};

export const verifyScript: typeof verify.verifyScript = (
  scriptSig,
  scriptPubKey,
  witness,
  flags,
  checker,
) => {
  checkArguments(
    'verifyScript',
    {
      scriptSig: [scriptSig, 'bytes'],
      scriptPubKey: [scriptPubKey, 'bytes'],
      witness: [witness, 'bytes[]'],
      flags: [flags, 'integer'],
      checker: [checker, 'SignatureChecker'],
    },
    { SignatureChecker: { checkEcdsaSignature: 'function', checkSchnorrSignature: 'function' } },
  );
  return verify.verifyScript(scriptSig, scriptPubKey, witness, flags, checker);
};

export const buildScript: typeof script.buildScript = (...parts) => {
  checkArguments(
    'buildScript',
    { parts: [parts, 'part[]'] },
    {
      part: {
        is: (value: unknown) => Number.isInteger(value) || isBytes(value),
        words: 'a whole number or a Uint8Array',
      },
    },
  );
  return script.buildScript(...parts);
};

export const pushNumber: typeof script.pushNumber = (value) => {
  checkArguments('pushNumber', { value: [value, 'integer'] });
  return script.pushNumber(value);
};

export const walkScript: typeof script.walkScript = (bytes) => {
  checkArguments('walkScript', { script: [bytes, 'bytes'] });
  return script.walkScript(bytes);
};

export const scriptErrorSentence: typeof errors.scriptErrorSentence = (error) => {
  checkArguments('scriptErrorSentence', { error: [error, 'text'] });
  return errors.scriptErrorSentence(error);
};

export const solveScript: typeof templates.solveScript = (bytes) => {
  checkArguments('solveScript', { script: [bytes, 'bytes'] });
  return templates.solveScript(bytes);
};

export const decodeAddress: typeof address.decodeAddress = (text, network) => {
  checkArguments('decodeAddress', {
    text: [text, 'text'],
    network: [network, 'NetworkName|Network'],
  });
  return address.decodeAddress(text, network);
};

export const formatAddress: typeof address.formatAddress = (scriptPubKey, network) => {
  checkArguments('formatAddress', {
    scriptPubKey: [scriptPubKey, 'bytes'],
    network: [network, 'NetworkName|Network'],
  });
  return address.formatAddress(scriptPubKey, network);
};
