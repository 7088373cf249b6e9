import { isBytes } from '../encoding/bytes.ts';
import * as address from '../script/address.ts';
import * as asm from '../script/asm.ts';
import * as builders from '../script/builders.ts';
import * as verify from '../script/interpreter/verify-script.ts';
import * as script from '../script/script.ts';
import * as errors from '../script/script-error.ts';
import * as templates from '../script/templates.ts';
import { checked, checkedWith } from './checked.ts';

const bytesOf = (...lengths: readonly number[]) => ({
  is: (value: unknown) => isBytes(value) && lengths.includes(value.length),
  words: `a Uint8Array of ${lengths.join(' or ')} bytes`,
});
/** Checks lengths, because an output of another length cannot be spent, or anyone can spend it. */
const checkedLengths = /* @__PURE__ */ checkedWith({
  hash160: /* @__PURE__ */ bytesOf(20),
  bytes32: /* @__PURE__ */ bytesOf(32),
  publicKey: /* @__PURE__ */ bytesOf(33, 65),
  ofMultisig: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 20,
    words: 'a whole number from 1 to 20',
  },
});

export const formatAsm: typeof asm.formatAsm = /* @__PURE__ */ checked(
  'formatAsm',
  { script: 'bytes', options: 'AsmOptions?' },
  asm.formatAsm,
);
export const multisigScript: typeof builders.multisigScript = /* @__PURE__ */ checkedLengths(
  'multisigScript',
  { required: 'ofMultisig', publicKeys: 'publicKey[]' },
  builders.multisigScript,
);
export const nullDataScript: typeof builders.nullDataScript = /* @__PURE__ */ checked(
  'nullDataScript',
  { data: 'bytes' },
  builders.nullDataScript,
);
export const p2pkhScript: typeof builders.p2pkhScript = /* @__PURE__ */ checkedLengths(
  'p2pkhScript',
  { hash: 'hash160' },
  builders.p2pkhScript,
);
export const p2pkScript: typeof builders.p2pkScript = /* @__PURE__ */ checkedLengths(
  'p2pkScript',
  { publicKey: 'publicKey' },
  builders.p2pkScript,
);
export const p2shScript: typeof builders.p2shScript = /* @__PURE__ */ checkedLengths(
  'p2shScript',
  { hash: 'hash160' },
  builders.p2shScript,
);
export const p2trScript: typeof builders.p2trScript = /* @__PURE__ */ checkedLengths(
  'p2trScript',
  { outputKey: 'bytes32' },
  builders.p2trScript,
);
export const p2wpkhScript: typeof builders.p2wpkhScript = /* @__PURE__ */ checkedLengths(
  'p2wpkhScript',
  { hash: 'hash160' },
  builders.p2wpkhScript,
);
export const p2wshScript: typeof builders.p2wshScript = /* @__PURE__ */ checkedLengths(
  'p2wshScript',
  { hash: 'bytes32' },
  builders.p2wshScript,
);
export const verifyScript: typeof verify.verifyScript = /* @__PURE__ */ checked(
  'verifyScript',
  {
    scriptSig: 'bytes',
    scriptPubKey: 'bytes',
    witness: 'bytes[]',
    flags: 'integer',
    checker: 'SignatureChecker',
  },
  verify.verifyScript,
);
export const buildScript: typeof script.buildScript = /* @__PURE__ */ checked(
  'buildScript',
  { '...parts': 'integer|bytes' },
  script.buildScript,
);
export const pushNumber: typeof script.pushNumber = /* @__PURE__ */ checked(
  'pushNumber',
  { value: 'integer' },
  script.pushNumber,
);
export const walkScript: typeof script.walkScript = /* @__PURE__ */ checked(
  'walkScript',
  { script: 'bytes' },
  script.walkScript,
);
export const scriptErrorSentence: typeof errors.scriptErrorSentence = /* @__PURE__ */ checked(
  'scriptErrorSentence',
  { error: 'text' },
  errors.scriptErrorSentence,
);
export const solveScript: typeof templates.solveScript = /* @__PURE__ */ checked(
  'solveScript',
  { script: 'bytes' },
  templates.solveScript,
);

export const decodeAddress: typeof address.decodeAddress = /* @__PURE__ */ checked(
  'decodeAddress',
  { text: 'text', network: 'Network' },
  address.decodeAddress,
);
export const formatAddress: typeof address.formatAddress = /* @__PURE__ */ checked(
  'formatAddress',
  { scriptPubKey: 'bytes', network: 'Network' },
  address.formatAddress,
);
