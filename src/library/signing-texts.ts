import { checkArguments } from '../arguments/check-arguments.ts';
import * as wif from '../crypto/wif.ts';
import * as errors from '../rpc/explain/input-error-sentence.ts';

// The engine calls these functions for each key and input, so only callers of the package are
// checked.

export const decodeWif: typeof wif.decodeWif = (text, network) => {
  checkArguments('decodeWif', { text: [text, 'text'], network: [network, 'NetworkName|Network'] });
  return wif.decodeWif(text, network);
};

export const encodeWif: typeof wif.encodeWif = (key, network) => {
  checkArguments(
    'encodeWif',
    { key: [key, 'PrivateKey'], network: [network, 'NetworkName|Network'] },
    { PrivateKey: { reveal: 'function', publicKey: 'function' } },
  );
  return wif.encodeWif(key, network);
};

export const inputErrorSentence: typeof errors.inputErrorSentence = (error) => {
  checkArguments(
    'inputErrorSentence',
    { error: [error, 'InputError'] },
    { InputError: { kind: 'text', error: 'text?' } },
  );
  return errors.inputErrorSentence(error);
};
